//! Network files, in the safetensors format: tensors of floats of 32 or 16 bits, and metadata with the architecture and
//! the version of the features. The architecture says the kind of network, the tensors how deep and how wide it is. Tensors
//! with other names, such as the outputs that only training uses, are not looked at.
//!
//! | plain | residual | shape |
//! |---|---|---|
//! | `layer.0.weight` | `first.weight` | kernel (7), inputs (7), channels |
//! | `layer.1.weight` to the last but one | `pair.0.a.weight`, `pair.0.b.weight` and so on | kernel, inputs (channels), channels |
//! | | `pair.N.pool.weight`, where a block has it | 3 times the channels, channels |
//! | the last `layer.N.weight` | | kernel, 1, channels |
//! | | `last.weight` | kernel, channels, 1 |
//! | `layer.N.bias` | the same with `bias` | channels; that of the last layer is their sum |
//! | | `last.bias` | 1 |

use super::network::{Channels, Convolution, GROUP, HiddenLayers, INPUTS, Network, ResidualBlock};
use super::plane::KERNEL;
use safetensors::tensor::{Dtype, SafeTensors};
use serde::Deserialize;

/// The metadata of a file. They are one JSON entry: the format does not keep the order of several, and equal networks
/// must give equal files.
#[derive(Deserialize)]
struct Metadata {
    architecture: String,
    features: u32,
}

/// The name of the entry.
const ENTRY: &str = "hexcoven";

/// The most channels, so that no sum of products overflows (`quantization.rs`).
const MOST_CHANNELS: usize = 1984;

/// The architectures that this program runs. In a file the sizes follow, for people to read.
const PLAIN: &str = "hexagonal convolutions: ";
const RESIDUAL: &str = "residual hexagonal convolutions: ";

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file is not in the safetensors format, or damaged.
    #[error("it is not a network in the safetensors format: {0}")]
    Format(String),
    /// The network has another architecture.
    #[error(
        "its architecture is `{0}`, and this program runs hexagonal convolutions, plain or residual"
    )]
    Architecture(String),
    /// The network was trained with other features.
    #[error(
        "it was trained with version {found} of the features, and this program has version {expected}"
    )]
    Features {
        /// The version of the file.
        found: u32,
        /// The version of this program.
        expected: u32,
    },
    /// The number of channels is not a multiple of the width of the convolutions, or too large.
    #[error(
        "it has {0} channels, and this program runs multiples of {GROUP} up to {MOST_CHANNELS}"
    )]
    Channels(usize),
    /// A tensor is missing, or has another shape or another type.
    #[error("its tensor `{0}` is missing, has another shape, or is not of F32 or F16")]
    Tensor(String),
    /// A weight is not a number, or far larger than training makes any.
    #[error("its tensor `{0}` has a weight that is not a number or too large")]
    Weight(String),
}

/// No trained weight comes near this.
const LARGEST: f32 = 1000.0;

impl Network {
    /// Reads a network that was trained with this version of the features.
    ///
    /// # Errors
    /// The bytes are not a network file, or the network does not fit this program.
    pub fn from_bytes(bytes: &[u8], features: u32) -> Result<Self, NetworkError> {
        let wrong = |error: safetensors::SafeTensorError| NetworkError::Format(error.to_string());
        let file = SafeTensors::deserialize(bytes).map_err(wrong)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
        let entry = header.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let entry = entry.and_then(|entry| serde_json::from_str(entry).ok());
        let Some(Metadata { architecture, features: version }) = entry else {
            return Err(NetworkError::Format(format!(
                "its metadata `{ENTRY}` are missing or cannot be read"
            )));
        };
        let read_kind = match &architecture {
            name if name.starts_with(PLAIN) => Tensors::plain,
            name if name.starts_with(RESIDUAL) => Tensors::residual,
            _ => return Err(NetworkError::Architecture(architecture)),
        };
        if version != features {
            return Err(NetworkError::Features { found: version, expected: features });
        }
        read_kind(&Tensors { file })
    }
}

/// The tensors of a file.
struct Tensors<'a> {
    file: SafeTensors<'a>,
}

impl Tensors<'_> {
    fn plain(&self) -> Result<Network, NetworkError> {
        let is_weight = |name: &&str| name.starts_with("layer.") && name.ends_with(".weight");
        let layers = self.file.names().into_iter().filter(is_weight).count();
        let channels = self.channels("layer.0.weight")?;
        let hidden = (1..layers.saturating_sub(1))
            .map(|layer| self.convolution(&format!("layer.{layer}"), channels, channels));
        let last = format!("layer.{}", layers.saturating_sub(1));
        let weights = self.rows(&format!("{last}.weight"), &[KERNEL, 1, channels])?;
        let bias = self.rows(&format!("{last}.bias"), &[channels])?;
        Ok(Network {
            first: self.convolution("layer.0", INPUTS, channels)?,
            middle: HiddenLayers::Plain(hidden.collect::<Result<_, _>>()?),
            last: last_layer(&weights, &bias),
        })
    }

    fn residual(&self) -> Result<Network, NetworkError> {
        let is_pair = |name: &&str| name.starts_with("pair.") && name.ends_with(".a.weight");
        let blocks = self.file.names().into_iter().filter(is_pair).count();
        let channels = self.channels("first.weight")?;
        let blocks = (0..blocks).map(|block| self.block(block, channels));
        let weights = self.rows("last.weight", &[KERNEL, channels, 1])?;
        let mut bias = vec![[0.0; GROUP]; channels / GROUP];
        bias[0][0] = self.numbers("last.bias", &[1])?[0];
        Ok(Network {
            first: self.convolution("first", INPUTS, channels)?,
            middle: HiddenLayers::Residual(blocks.collect::<Result<_, _>>()?),
            last: last_layer(&weights, &bias),
        })
    }

    fn block(&self, block: usize, channels: usize) -> Result<ResidualBlock, NetworkError> {
        let convolution =
            |name| self.convolution(&format!("pair.{block}.{name}"), channels, channels);
        let pool = format!("pair.{block}.pool.weight");
        let matrix = || self.rows(&pool, &[3 * channels, channels]);
        let pool = self.file.names().contains(&pool.as_str()).then(matrix).transpose()?;
        let pool = pool.map(|rows| by_group(&rows, channels / GROUP));
        Ok(ResidualBlock { a: convolution("a")?, pool, b: convolution("b")? })
    }

    /// The number of channels, by the weights of the first layer.
    fn channels(&self, first: &str) -> Result<usize, NetworkError> {
        let wrong = || NetworkError::Tensor(first.to_owned());
        let view = self.file.tensor(first).map_err(|_| wrong())?;
        let channels = *view.shape().last().ok_or_else(wrong)?;
        if channels == 0 || channels % GROUP != 0 || channels > MOST_CHANNELS {
            return Err(NetworkError::Channels(channels));
        }
        Ok(channels)
    }

    fn convolution(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
    ) -> Result<Convolution, NetworkError> {
        let mut rows = self.rows(&format!("{name}.weight"), &[KERNEL, inputs, outputs])?;
        rows.extend(self.rows(&format!("{name}.bias"), &[outputs])?);
        Ok(Convolution { groups: by_group(&rows, outputs / GROUP) })
    }

    /// A tensor of this shape as rows of channels.
    fn rows(&self, name: &str, shape: &[usize]) -> Result<Vec<Channels>, NetworkError> {
        Ok(self.numbers(name, shape)?.as_chunks().0.to_vec())
    }

    /// The numbers of a tensor of this shape.
    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let wrong = || NetworkError::Tensor(name.to_owned());
        let view = self.file.tensor(name).map_err(|_| wrong())?;
        let numbers: Vec<f32> = match view.dtype() {
            _ if view.shape() != shape => return Err(wrong()),
            Dtype::F32 => {
                view.data().as_chunks().0.iter().copied().map(f32::from_le_bytes).collect()
            }
            Dtype::F16 => {
                let halves = view.data().as_chunks().0.iter().copied().map(u16::from_le_bytes);
                halves.map(from_half).collect()
            }
            _ => return Err(wrong()),
        };
        if !numbers.iter().all(|weight| weight.abs() < LARGEST) {
            return Err(NetworkError::Weight(name.to_owned()));
        }
        Ok(numbers)
    }
}

/// The number with these bits in half precision (IEEE 754 binary16).
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023) / 1024.0);
    sign * match exponent {
        0 => fraction * 2.0_f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2.0_f32.powi(exponent - 15),
    }
}

/// The rows of each group, of rows where those of all groups come in turn.
fn by_group(rows: &[Channels], groups: usize) -> Vec<Vec<Channels>> {
    (0..groups).map(|group| rows.iter().skip(group).step_by(groups).copied().collect()).collect()
}

/// The last layer from the rows of its weights and of its bias.
fn last_layer(weights: &[Channels], bias: &[Channels]) -> Vec<[Channels; KERNEL + 1]> {
    let rows = [weights, bias].concat();
    let groups = by_group(&rows, bias.len());
    groups.into_iter().map(|rows| rows.try_into().expect("the kernel and the bias")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::{Activations, Inference};
    use safetensors::tensor::TensorView;

    /// A random residual network of `src/training/check.py`.
    const RANDOM: &[u8] = include_bytes!("check.safetensors");

    const LARGE: &[u8] = include_bytes!("../evaluation/large.safetensors");
    const MEDIUM: &[u8] = include_bytes!("../evaluation/medium.safetensors");

    /// The logits that this program computes for the input in a file, and those in the file.
    fn checked(bytes: &[u8]) -> [Vec<f32>; 2] {
        let file = SafeTensors::deserialize(bytes).unwrap();
        let view = file.tensor("check.input").unwrap();
        let [_, rows, columns] = view.shape().try_into().unwrap();
        let tensors = Tensors { file };
        let numbers = tensors.numbers("check.input", &[INPUTS, rows, columns]).unwrap();
        let mut activations = Activations::default();
        let input = activations.input();
        input.clear(columns, rows, INPUTS);
        for (at, cell) in input.cells().enumerate() {
            let channels = numbers.iter().skip(at).step_by(rows * columns);
            input.at_mut(cell).iter_mut().zip(channels).for_each(|(to, from)| *to = *from);
        }
        for column in 1..=columns {
            input.at_mut((column, 0))[0] = 1.0;
            input.at_mut((column, rows + 1))[0] = 1.0;
        }
        for row in 1..=rows {
            input.at_mut((0, row))[1] = 1.0;
            input.at_mut((columns + 1, row))[1] = 1.0;
        }
        let network = Network::from_bytes(bytes, 1).unwrap();
        let logits = Inference::new(&network).logits(&mut activations);
        [logits, tensors.numbers("check.log_odds", &[rows, columns]).unwrap()]
    }

    #[test]
    fn pytorch_and_this_program_compute_the_same() {
        // Whole numbers of 16 bits err by 0.025 at most in positions that were tried, with the random network by less.
        // The files of the large and the small network have no input.
        for (file, most) in [(RANDOM, 5e-3), (MEDIUM, 0.025)] {
            let [ours, others] = checked(file);
            assert!(ours.iter().any(|logit| (logit - ours[0]).abs() > 0.1));
            for (ours, other) in ours.iter().zip(others) {
                assert!((ours - other).abs() < most, "{ours} {other}");
            }
        }
    }

    #[test]
    fn half_precision_is_read_exactly() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc100, -2.5),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(from_half(bits).to_bits(), f32::to_bits(number), "{bits:x}");
        }
        assert!(from_half(0x7c01).is_nan());
    }

    /// A file with some bytes of its header replaced by as many others.
    fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        let mut bytes = bytes.to_vec();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused_with_a_reason() {
        let refused = |bytes: &[u8], features| Network::from_bytes(bytes, features).unwrap_err();
        for bytes in [LARGE, RANDOM] {
            assert!(matches!(refused(&bytes[4..], 1), NetworkError::Format(_)));
            assert!(matches!(refused(&bytes[..bytes.len() - 4], 1), NetworkError::Format(_)));
            let error = refused(bytes, 2).to_string();
            assert_eq!(
                error,
                "it was trained with version 1 of the features, and this program has version 2"
            );
            let other = replaced(bytes, "hexagonal", "octagonal");
            assert!(matches!(refused(&other, 1), NetworkError::Architecture(_)));
        }
        assert!(matches!(refused(b"raw weights", 1), NetworkError::Format(_)));
        let renamed = replaced(RANDOM, "pair.1.b.bias", "pair.1.c.bias");
        assert_eq!(refused(&renamed, 1), NetworkError::Tensor("pair.1.b.bias".to_owned()));
        let renamed = replaced(LARGE, "layer.7.bias", "layer.x.bias");
        assert_eq!(refused(&renamed, 1), NetworkError::Tensor("layer.7.bias".to_owned()));
    }

    #[test]
    fn numbers_of_channels_that_do_not_fit_are_refused() {
        let (_, header) = SafeTensors::read_metadata(RANDOM).unwrap();
        for channels in [0, GROUP + 1, MOST_CHANNELS + GROUP] {
            let shape = vec![KERNEL, INPUTS, channels];
            let zeros = vec![0; 2 * KERNEL * INPUTS * channels];
            let first = TensorView::new(Dtype::F16, shape, &zeros).unwrap();
            let file = safetensors::serialize([("first.weight", first)], header.metadata().clone());
            let error = Network::from_bytes(&file.unwrap(), 1).unwrap_err();
            assert_eq!(error, NetworkError::Channels(channels));
        }
    }

    #[test]
    fn a_weight_that_is_no_number_is_refused() {
        let file = SafeTensors::deserialize(LARGE).unwrap();
        let data = file.tensor("layer.13.bias").unwrap().data();
        let at = LARGE.windows(data.len()).position(|window| window == data).unwrap();
        for nonsense in [f32::NAN, f32::NEG_INFINITY, 3e38] {
            let mut bytes = LARGE.to_vec();
            bytes[at..at + 4].copy_from_slice(&nonsense.to_le_bytes());
            let error = Network::from_bytes(&bytes, 1).unwrap_err();
            assert_eq!(error, NetworkError::Weight("layer.13.bias".to_owned()));
        }
    }
}
