//! Quantization: the layers between the first and the last are computed with 16-bit integers. Processors multiply and
//! add twice as many of them at once as floats, and the order of sums does not matter.
//!
//! Two numbers that are multiplied with two others, and added, are a pair: an `i32` with the first in its lower half. The
//! numbers of a group are paired as the first half of its channels with the second.

#![expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]

use super::network::{Channels, GROUP};
use pulp::Simd;

/// The pairs of a group of channels.
pub(super) type Pairs = [i32; GROUP / 2];

/// The greatest absolute value of an input.
pub(super) const GREATEST_INPUT: i16 = i16::MAX;

/// The greatest absolute value of a weight.
const GREATEST_WEIGHT: f64 = 32_767.0;

/// The greatest sum of the absolute values of an output's weights before they are rounded: with inputs of up to
/// [`GREATEST_INPUT`] no sum overflows, whatever up to 2000 weights are rounded to.
const GREATEST_WEIGHTS: f64 = 64_500.0;

/// A vector of sums of products.
pub(super) trait Products: Simd {
    /// Adds to each sum the products of the numbers of two pairs.
    fn add_products(self, sums: Self::i32s, a: Self::i32s, b: Self::i32s) -> Self::i32s;

    /// Sums as floats, the nearest ones.
    fn floats(self, sums: Self::i32s) -> Self::f32s;
}

impl Products for pulp::Scalar {
    #[inline(always)]
    fn add_products(self, sums: i32, a: i32, b: i32) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
        let first = |pair: i32| i32::from(pair as i16);
        sums + first(a) * first(b) + (a >> 16) * (b >> 16)
    }

    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "rounded to the nearest float")]
    fn floats(self, sums: i32) -> f32 {
        sums as f32
    }
}

#[cfg(target_arch = "x86_64")]
impl Products for pulp::x86::V3 {
    #[inline(always)]
    fn add_products(self, sums: Self::i32s, a: Self::i32s, b: Self::i32s) -> Self::i32s {
        let products = self.avx2._mm256_madd_epi16(pulp::cast(a), pulp::cast(b));
        self.add_i32s(sums, pulp::cast(products))
    }

    #[inline(always)]
    fn floats(self, sums: Self::i32s) -> Self::f32s {
        pulp::cast(self.avx._mm256_cvtepi32_ps(pulp::cast(sums)))
    }
}

#[cfg(target_arch = "x86_64")]
impl Products for pulp::x86::V4 {
    #[inline(always)]
    fn add_products(self, sums: Self::i32s, a: Self::i32s, b: Self::i32s) -> Self::i32s {
        let products = self.avx512bw._mm512_madd_epi16(pulp::cast(a), pulp::cast(b));
        self.add_i32s(sums, pulp::cast(products))
    }

    #[inline(always)]
    fn floats(self, sums: Self::i32s) -> Self::f32s {
        pulp::cast(self.avx512f._mm512_cvtepi32_ps(pulp::cast(sums)))
    }
}

#[cfg(target_arch = "aarch64")]
impl Products for pulp::aarch64::Neon {
    #[inline(always)]
    fn add_products(self, sums: Self::i32s, a: Self::i32s, b: Self::i32s) -> Self::i32s {
        let (a, b) = (pulp::cast(a), pulp::cast(b));
        let first = self.neon.vmull_s16(self.neon.vget_low_s16(a), self.neon.vget_low_s16(b));
        let second = self.neon.vmull_high_s16(a, b);
        self.add_i32s(sums, pulp::cast(self.neon.vpaddq_s32(first, second)))
    }

    #[inline(always)]
    fn floats(self, sums: Self::i32s) -> Self::f32s {
        pulp::cast(self.neon.vcvtq_f32_s32(pulp::cast(sums)))
    }
}

/// The weights of an output as integers, and their scale: the weight that the integer 1 stands for.
pub(super) fn quantize_weights(weights: &[f64]) -> (Vec<i16>, f32) {
    let greatest = weights.iter().fold(0.0, |most: f64, weight| most.max(weight.abs()));
    let all: f64 = weights.iter().map(|weight| weight.abs()).sum();
    let scale = (greatest / GREATEST_WEIGHT).max(all / GREATEST_WEIGHTS);
    #[expect(clippy::cast_possible_truncation, reason = "no greater than GREATEST_WEIGHT")]
    let integer = |weight: &f64| if scale > 0.0 { (weight / scale).round() as i16 } else { 0 };
    #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest float")]
    let scale_of_sums = scale as f32;
    (weights.iter().map(integer).collect(), scale_of_sums)
}

/// The pairs of a group of whole numbers.
pub(super) fn pairs(numbers: &[i16; GROUP]) -> Pairs {
    std::array::from_fn(|i| {
        i32::from(numbers[i].cast_unsigned()) | i32::from(numbers[i + GROUP / 2]) << 16
    })
}

/// Adding this float to one of absolute value below 2^22 rounds that one to an integer: the lower bits of the sum are
/// the integer, in two's complement.
const ROUNDING: f32 = 12_582_912.0;

/// The pairs of a group of channels times `inverse_scale`, rounded to integers.
#[inline(always)]
pub(super) fn quantize_pairs<S: Products>(
    simd: S,
    numbers: &Channels,
    inverse_scale: f32,
    to: &mut Pairs,
) {
    let inverse_scale = simd.splat_f32s(inverse_scale);
    let (first, second) = S::as_simd_f32s(numbers).0.split_at(GROUP / 2 / S::F32_LANES);
    let pairs = S::as_mut_simd_i32s(to).0.iter_mut();
    for ((pair, first), second) in pairs.zip(first).zip(second) {
        let low = simd.and_u32s(rounded_bits(simd, *first, inverse_scale), simd.splat_u32s(0xffff));
        let bits = rounded_bits(simd, *second, inverse_scale);
        let high = simd.wrapping_dyn_shl_u32s(bits, simd.splat_u32s(16));
        *pair = simd.transmute_i32s_u32s(simd.or_u32s(low, high));
    }
}

/// The numbers times `inverse_scale`, rounded to integers in the lower halves.
#[inline(always)]
fn rounded_bits<S: Simd>(simd: S, numbers: S::f32s, inverse_scale: S::f32s) -> S::u32s {
    let scaled = simd.mul_f32s(numbers, inverse_scale);
    simd.transmute_u32s_f32s(simd.add_f32s(scaled, simd.splat_f32s(ROUNDING)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::simd::{Compiled, Instructions};
    use proptest::prelude::*;

    /// The sums of a group, with the products of two groups of pairs, as floats.
    struct Sums([i32; GROUP], [i32; GROUP], [i32; GROUP]);

    impl Compiled for Sums {
        type Output = Channels;

        #[inline(always)]
        fn run<S: Products>(self, simd: S) -> Channels {
            let Self(sums, a, b) = &self;
            let mut floats = [0.0; GROUP];
            for (lane, value) in S::as_mut_simd_f32s(&mut floats).0.iter_mut().enumerate() {
                let [sums, a, b] = [sums, a, b].map(|numbers| S::as_simd_i32s(numbers).0[lane]);
                *value = simd.floats(simd.add_products(sums, a, b));
            }
            floats
        }
    }

    /// A group rounded to pairs.
    struct Round(Channels, f32);

    impl Compiled for Round {
        type Output = Pairs;

        #[inline(always)]
        fn run<S: Products>(self, simd: S) -> Pairs {
            let mut pairs = [0; GROUP / 2];
            quantize_pairs(simd, &self.0, self.1, &mut pairs);
            pairs
        }
    }

    fn group<T: std::fmt::Debug + Copy>(
        numbers: impl Strategy<Value = T> + Clone,
    ) -> impl Strategy<Value = [T; GROUP]> {
        let both = (prop::array::uniform16(numbers.clone()), prop::array::uniform16(numbers));
        both.prop_map(|(first, second)| {
            std::array::from_fn(|i| if i < 16 { first[i] } else { second[i - 16] })
        })
    }

    proptest! {
        #[test]
        fn products_are_added_exactly(
            sums in group(-1_000_000..1_000_000),
            a in group(any::<(i16, i16)>()),
            b in group((-8000..8000_i16, -8000..8000_i16)),
        ) {
            let packed = |(first, second): (i16, i16)| pairs(&std::array::from_fn(|i| if i < 16 { first } else { second }))[0];
            let expected: Channels = std::array::from_fn(|i| {
                let product = |a: i16, b: i16| i64::from(a) * i64::from(b);
                let sum = i64::from(sums[i]) + product(a[i].0, b[i].0) + product(a[i].1, b[i].1);
                Products::floats(pulp::Scalar::new(), i32::try_from(sum).unwrap())
            });
            for instructions in Instructions::all() {
                let found = instructions.run(Sums(sums, a.map(packed), b.map(packed)));
                prop_assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits), "{:?}", instructions);
            }
        }

        #[test]
        fn numbers_are_rounded_to_the_nearest(numbers in group(-1.0..1.0_f32), scale in 0.0..32_767.0_f32) {
            #[expect(clippy::cast_possible_truncation, reason = "a whole number of 16 bits")]
            let whole = numbers.map(|number| (number * scale).round_ties_even() as i16);
            for instructions in Instructions::all() {
                prop_assert_eq!(instructions.run(Round(numbers, scale)), pairs(&whole));
            }
        }

        #[test]
        fn no_sum_of_products_overflows(
            weights in prop::collection::vec(-1.0..1.0_f64, 1..1600),
            equal in any::<bool>(),
        ) {
            let weights: Vec<f64> = weights.iter().map(|weight| if equal { 0.3 } else { *weight }).collect();
            let (integers, scale) = quantize_weights(&weights);
            let greatest: i64 = integers.iter().map(|weight| i64::from(weight.unsigned_abs())).sum();
            prop_assert!(greatest * i64::from(GREATEST_INPUT) <= i64::from(i32::MAX));
            for (integer, weight) in integers.iter().zip(weights) {
                let back = f64::from(*integer) * f64::from(scale);
                prop_assert!((back - weight).abs() <= f64::from(scale) * 0.51, "{} {}", back, weight);
            }
        }
    }

    #[test]
    fn weights_of_zero_are_zero() {
        assert_eq!(quantize_weights(&[0.0; 3]), (vec![0; 3], 0.0));
    }
}
