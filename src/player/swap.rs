//! Whether to answer the first stone by a swap, where search does not know.

use crate::board::{Cell, Size};

/// Whether Black's opening looks like a win for Black against the best play, by a rule of thumb.
///
/// Openings in the two rows along a black edge lose, but for the three cells at its obtuse corner,
/// and so does the acute end of the third row. On 11x11 this is the opinion of the strongest
/// network program on every one of the 121 openings (its rates are far from even there); on 8x8,
/// which is solved, it is right for 62 of 64. On a rectangle the player with the shorter way wins
/// whatever the opening.
pub(super) fn opening_looks_winning(size: Size, opening: Cell) -> bool {
    if !size.is_square() {
        return size.rows() < size.columns();
    }
    // The half-turn exchanges the black edges; look at the one that is nearer.
    let nearer =
        if 2 * size.row(opening) < size.rows() { opening } else { size.half_turn(opening) };
    let (row, from_right) = (size.row(nearer), size.columns() - 1 - size.column(nearer));
    match row {
        0 => from_right == 0,
        1 => from_right <= 1,
        2 => (1..size.columns() - 1).contains(&from_right),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of `W` where the first player wins and `.` where the second does.
    fn right_answers(rows: &[&str]) -> usize {
        let size = Size::new(rows.len(), rows.len()).unwrap();
        let winning = rows.concat().into_bytes().into_iter().map(|winner| winner == b'W');
        let looks = size.cells().map(|cell| opening_looks_winning(size, cell));
        winning.zip(looks).filter(|(is, looks)| is == looks).count()
    }

    #[test]
    fn the_rule_agrees_with_what_is_known() {
        let solved_8x8 = [
            ".......W", "......WW", ".WWWWWW.", ".WWWWWWW", "WWWWWWW.", ".WWWWWW.", "WW......",
            "W.......",
        ];
        assert_eq!(right_answers(&solved_8x8), 62);
        let third = ".WWWWWWWWW.";
        let inner = "WWWWWWWWWWW";
        let network_11x11 = [
            "..........W",
            ".........WW",
            third,
            inner,
            inner,
            inner,
            inner,
            inner,
            third,
            "WW.........",
            "W..........",
        ];
        assert_eq!(right_answers(&network_11x11), 121);
    }

    #[test]
    fn on_a_rectangle_the_shorter_way_decides() {
        let flat = Size::new(6, 4).unwrap();
        assert!(
            flat.cells().all(|cell| opening_looks_winning(flat, cell)),
            "Black's way is shorter"
        );
        let tall = flat.transposed();
        assert!(!tall.cells().any(|cell| opening_looks_winning(tall, cell)));
    }
}
