//! A fingerprint of the keys that files of the solver contain.

use super::Inferiors;
use crate::board::{Color, Key, WORDS, parse_diagram, position_key_scheme};
use crate::params::InferiorParams;

/// Positions whose residual and image keys are part of the fingerprint: with groups inside and on edges of both
/// players, on a square and on another board.
const GOLDEN_BOARDS: [&str; 2] = [
    ". . . . .\n . B . W .\n . B . W .\n . . . . B",
    ". W . B . .\n . W . . B .\n . . W . . .\n B . . B B .\n . W . . . W\n . B . . W .",
];

/// A number that changes whenever the keys of positions ([`position_key_scheme`]), their residual keys or the keys
/// of their images change. To be kept in every file with such keys, since under other keys the proofs in it would be
/// false.
///
/// It does not depend on fill-in. More or less fill-in makes other positions share a residual key, but what such a
/// key says remains true.
pub fn key_scheme() -> Key {
    with_keys(position_key_scheme(), &golden_keys())
}

/// A scheme into which these keys are hashed.
fn with_keys(scheme: Key, keys: &[Key]) -> Key {
    keys.iter().fold(scheme, |scheme, key| scheme.rotate_left(7).wrapping_add(*key))
}

/// The residual keys and the image keys of the golden boards, with either player to move.
fn golden_keys() -> Vec<Key> {
    let params = InferiorParams { fill_in: false, ..InferiorParams::default() };
    let boards = GOLDEN_BOARDS.map(|text| parse_diagram(text).expect("a test reads it too"));
    let cases = boards.iter().flat_map(|board| Color::BOTH.map(|player| (board, player)));
    let keys = cases.flat_map(|(board, player)| {
        let inferiors = Inferiors::<WORDS>::of(board, player, &params);
        let (residual_key, image_keys) = inferiors.residual_and_image_keys();
        [residual_key].into_iter().chain(image_keys)
    });
    keys.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_scheme_is_that_of_files_written_before() {
        assert_eq!(format!("{:032x}", key_scheme()), "7c5d2db5a69c0dc78c43bc1110d19a74");
    }

    #[test]
    fn the_scheme_depends_on_position_keys_and_on_every_golden_key() {
        let (scheme, keys) = (position_key_scheme(), golden_keys());
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 4 * 2 * GOLDEN_BOARDS.len());
        assert_ne!(with_keys(scheme ^ 1, &keys), key_scheme());
        for changed in 0..keys.len() {
            let mut keys = keys.clone();
            keys[changed] ^= 1;
            assert_ne!(with_keys(scheme, &keys), key_scheme());
        }
    }
}
