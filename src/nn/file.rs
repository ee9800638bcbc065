//! Network files, in the safetensors format: two tensors a layer, of 32-bit floats, and metadata with the architecture, the
//! version of the features, and the provenance.
//!
//! | tensor | shape |
//! |---|---|
//! | `layer.0.weight` | kernel (7), inputs (7), channels (32) |
//! | `layer.1.weight` to `layer.12.weight` | kernel, inputs (32), channels |
//! | `layer.13.weight` | kernel, 1, channels |
//! | `layer.N.bias` | channels; the last layer's bias is their sum |

use super::network::{CHANNELS, Channels, HIDDEN_LAYERS, INPUTS, Network};
use super::plane::KERNEL;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;

/// What a file says of its network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the features that the network was trained with.
    pub features: u32,
    /// Where the network comes from, in words.
    pub provenance: String,
}

/// The metadata of a file. They are one JSON entry: the format does not keep the order of several, and equal networks
/// must give equal files.
#[derive(Serialize, Deserialize)]
struct Metadata {
    architecture: String,
    features: u32,
    provenance: String,
}

/// The name of the entry.
const ENTRY: &str = "hexcoven";

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The file is not in the safetensors format, or damaged.
    #[error("it is no network in the safetensors format: {0}")]
    Format(String),
    /// The network has another architecture.
    #[error("its architecture is `{found}`, and this program runs `{expected}`", expected = architecture())]
    Architecture {
        /// The architecture of the file.
        found: String,
    },
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
    /// A tensor is missing, or has another shape.
    #[error("its tensor `{0}` is missing or has another shape")]
    Tensor(String),
    /// A weight is not a number, or far larger than training makes any.
    #[error("its tensor `{0}` has a weight that is not a number or too large")]
    Weight(String),
}

/// The architecture of the networks that this program runs, as files name it.
fn architecture() -> String {
    format!(
        "hexagonal convolutions: {INPUTS} inputs, 1 + {HIDDEN_LAYERS} + 1 layers of {CHANNELS} channels"
    )
}

/// No trained weight comes near this.
const LARGEST: f32 = 1000.0;

/// A tensor of a file, and the rows of the network that it holds.
struct Tensor {
    name: String,
    shape: Vec<usize>,
    rows: Range<usize>,
}

/// All tensors of a network.
fn tensors() -> impl Iterator<Item = Tensor> {
    (0..HIDDEN_LAYERS + 2).flat_map(|layer| {
        let (rows, inputs) = match layer {
            0 => (Network::layer(0), INPUTS),
            layer if layer <= HIDDEN_LAYERS => (Network::layer(layer), CHANNELS),
            _ => (Network::LAST, 1),
        };
        let bias = rows.end - 1;
        let weight = format!("layer.{layer}.weight");
        [
            Tensor { name: weight, shape: vec![KERNEL, inputs, CHANNELS], rows: rows.start..bias },
            Tensor {
                name: format!("layer.{layer}.bias"),
                shape: vec![CHANNELS],
                rows: bias..rows.end,
            },
        ]
    })
}

impl Network {
    /// Reads a network that was trained with this version of the features.
    ///
    /// # Errors
    /// The bytes are not a network file, or the network does not fit this program.
    pub fn from_bytes(bytes: &[u8], features: u32) -> Result<Self, NetworkError> {
        Self::with_header(bytes, features).map(|(network, _)| network)
    }

    /// The same, with the header.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes).
    fn with_header(bytes: &[u8], features: u32) -> Result<(Self, Header), NetworkError> {
        let wrong = |error: safetensors::SafeTensorError| NetworkError::Format(error.to_string());
        let file = SafeTensors::deserialize(bytes).map_err(wrong)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
        let entry = header.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let entry = entry.and_then(|entry| serde_json::from_str(entry).ok());
        let Some(Metadata { architecture: found, features: version, provenance }) = entry else {
            return Err(NetworkError::Format(format!("it has no metadata named `{ENTRY}`")));
        };
        if found != architecture() {
            return Err(NetworkError::Architecture { found });
        }
        if version != features {
            return Err(NetworkError::Features { found: version, expected: features });
        }
        let mut network = Self::zero();
        for tensor in tensors() {
            let view = file.tensor(&tensor.name).ok();
            let fits =
                |view: &TensorView<'_>| view.dtype() == Dtype::F32 && view.shape() == tensor.shape;
            let Some(view) = view.filter(fits) else {
                return Err(NetworkError::Tensor(tensor.name));
            };
            let weights = network.rows[tensor.rows].as_flattened_mut();
            for (weight, bytes) in weights.iter_mut().zip(view.data().as_chunks().0) {
                *weight = f32::from_le_bytes(*bytes);
            }
            if !weights.iter().all(|weight| weight.abs() < LARGEST) {
                return Err(NetworkError::Weight(tensor.name));
            }
        }
        Ok((network, Header { features, provenance }))
    }

    /// The content of a file with this network.
    pub fn to_bytes(&self, header: &Header) -> Vec<u8> {
        let bytes_of = |rows: &[Channels]| -> Vec<u8> {
            rows.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()).collect()
        };
        let data: Vec<(Tensor, Vec<u8>)> = tensors()
            .map(|tensor| {
                let bytes = bytes_of(&self.rows[tensor.rows.clone()]);
                (tensor, bytes)
            })
            .collect();
        let views = data.iter().map(|(tensor, bytes)| {
            let view = TensorView::new(Dtype::F32, tensor.shape.clone(), bytes);
            (tensor.name.as_str(), view.expect("as many bytes as the shape has"))
        });
        let metadata = Metadata {
            architecture: architecture(),
            features: header.features,
            provenance: header.provenance.clone(),
        };
        let entry = serde_json::to_string(&metadata).expect("plain texts");
        let metadata = HashMap::from([(ENTRY.to_owned(), entry)]);
        serialize(views, Some(metadata)).expect("plain tensors")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header { features: 7, provenance: "a test".to_owned() }
    }

    #[test]
    fn a_network_is_read_back_from_its_file() {
        let network = Network::random(2);
        let bytes = network.to_bytes(&header());
        assert_eq!(Network::with_header(&bytes, 7), Ok((network, header())));
    }

    #[test]
    fn every_row_is_in_one_tensor() {
        let mut rows: Vec<usize> = tensors().flat_map(|tensor| tensor.rows).collect();
        rows.sort_unstable();
        assert!(rows.into_iter().eq(0..Network::zero().rows.len()));
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused_with_a_reason() {
        let network = Network::random(2);
        let bytes = network.to_bytes(&header());
        let refused = |bytes: &[u8], features| Network::from_bytes(bytes, features).unwrap_err();
        assert!(matches!(refused(&bytes[4..], 7), NetworkError::Format(_)));
        assert!(matches!(refused(&bytes[..bytes.len() - 4], 7), NetworkError::Format(_)));
        assert!(matches!(refused(b"raw weights", 7), NetworkError::Format(_)));
        let error = refused(&bytes, 8).to_string();
        assert_eq!(
            error,
            "it was trained with version 7 of the features, and this program has version 8"
        );
        for nonsense in [f32::NAN, f32::NEG_INFINITY, 3e38] {
            let mut other = network.clone();
            other.rows.last_mut().unwrap()[3] = nonsense;
            let error = refused(&other.to_bytes(&header()), 7);
            assert_eq!(error, NetworkError::Weight("layer.13.bias".to_owned()));
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains("of 32 channels"));
        let at = text.find("of 32 channels").unwrap();
        let mut other = bytes.clone();
        other[at + 3..at + 5].copy_from_slice(b"64");
        assert!(matches!(refused(&other, 7), NetworkError::Architecture { .. }));
    }
}
