//! The vector instructions of the processor that inference uses.

use pulp::Arch;

/// Vector instructions that this processor has. By default the widest. The logits do not depend on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Instructions(pub(super) Arch);

impl Instructions {
    /// The names of instructions that can be asked for, widest first: vectors of 16 numbers, of 8, none.
    pub const NAMES: [&str; 3] = ["avx512", "avx2", "plain"];

    /// The instructions of one of these names; none if this processor lacks them.
    pub fn named(name: &str) -> Option<Self> {
        let arch = match name {
            "plain" => Some(Arch::Scalar),
            #[cfg(target_arch = "x86_64")]
            "avx2" => pulp::x86::V3::try_new().map(Arch::V3),
            #[cfg(target_arch = "x86_64")]
            "avx512" => pulp::x86::V4::try_new().map(Arch::V4),
            _ => None,
        };
        arch.map(Self)
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
