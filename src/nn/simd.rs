//! The vector instructions of the processor that inference uses.

use super::quantization::Products;

/// Vector instructions that this processor has. By default the widest. The logits do not depend on them.
#[derive(Clone, Copy, Debug)]
pub struct Instructions(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
    #[cfg(target_arch = "x86_64")]
    Vnni(pulp::x86::V4, Vnni),
    #[cfg(target_arch = "aarch64")]
    Neon(pulp::aarch64::Neon),
}

#[cfg(target_arch = "x86_64")]
pulp::simd_type! {
    /// Vectors of 16 numbers, and products of pairs that are added to sums at once.
    struct Vnni {
        pub avx512f: "avx512f",
        pub avx512bw: "avx512bw",
        pub avx512cd: "avx512cd",
        pub avx512dq: "avx512dq",
        pub avx512vl: "avx512vl",
        pub avx512vnni: "avx512vnni",
        pub fma: "fma",
    }
}

/// What is compiled for each kind of instructions.
pub(super) trait Compiled {
    type Output;

    /// Runs with these instructions. It must be inlined.
    fn run<S: Products>(self, simd: S) -> Self::Output;
}

/// Something compiled, with the instructions for it.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
struct With<S, T>(S, T);

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[expect(
    clippy::inline_always,
    reason = "functions generic over the SIMD level compile to its instructions only where they are inlined"
)]
impl<S: Products, T: Compiled> pulp::NullaryFnOnce for With<S, T> {
    type Output = T::Output;

    #[inline(always)]
    fn call(self) -> T::Output {
        self.1.run(self.0)
    }
}

impl Default for Instructions {
    fn default() -> Self {
        Self::NAMES.into_iter().find_map(Self::named).expect("every processor has the plain ones")
    }
}

impl Instructions {
    /// The names of instructions that can be asked for, the fastest first: vectors of 16 numbers, where products are added to
    /// sums by one instruction or two; of 8; of 4; none.
    pub const NAMES: [&str; 5] = ["avx512vnni", "avx512", "avx2", "neon", "plain"];

    /// The instructions of one of these names; none if this processor lacks them.
    pub fn named(name: &str) -> Option<Self> {
        let kind = match name {
            "plain" => Some(Kind::Plain),
            #[cfg(target_arch = "x86_64")]
            "avx2" => pulp::x86::V3::try_new().map(Kind::Avx2),
            #[cfg(target_arch = "x86_64")]
            "avx512" => pulp::x86::V4::try_new().map(Kind::Avx512),
            #[cfg(target_arch = "x86_64")]
            "avx512vnni" => {
                let both = pulp::x86::V4::try_new().zip(Vnni::try_new());
                both.map(|(simd, vnni)| Kind::Vnni(simd, vnni))
            }
            #[cfg(target_arch = "aarch64")]
            "neon" => pulp::aarch64::Neon::try_new().map(Kind::Neon),
            _ => None,
        };
        kind.map(Self)
    }

    /// Runs with these instructions.
    pub(super) fn run<T: Compiled>(self, compiled: T) -> T::Output {
        match self.0 {
            Kind::Plain => compiled.run(pulp::Scalar::new()),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(simd) => simd.vectorize(With(simd, compiled)),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(simd) => simd.vectorize(With(simd, compiled)),
            #[cfg(target_arch = "x86_64")]
            Kind::Vnni(simd, vnni) => vnni.vectorize(With(simd, compiled)),
            #[cfg(target_arch = "aarch64")]
            Kind::Neon(simd) => simd.vectorize(With(simd, compiled)),
        }
    }
}

#[cfg(test)]
impl Instructions {
    /// All that this processor has.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.into_iter().filter_map(Self::named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_processor_has_the_plain_instructions_and_none_has_others_than_named() {
        assert!(Instructions::named("plain").is_some());
        assert!(Instructions::named("mmx").is_none());
    }
}
