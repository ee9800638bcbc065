//! Which moves of a line count at the nodes above them.

use super::trees::Endless;
use crate::params::SearchParams;
use crate::search::rave::Rave;
use crate::search::{Limits, Outcome, Search};

/// The counts of the root's two moves after a line that is lost for the player to move at its end.
fn counts(line: [u128; 3]) -> [Rave; 2] {
    let mut search = Search::new(SearchParams::default());
    search.run(&mut Endless::new(2), &Limits::expansions(1), &mut |_| ());
    let tree = search.shared.tree.get_mut();
    let path: Vec<(u128, u128)> = (0..).zip(line).collect();
    tree.record_rave(&path, Outcome::Lost);
    [0, 1].map(|number| tree.node(0).rave(number))
}

/// The player at the root makes the first and the third move, and wins.
#[test]
fn the_moves_of_the_player_to_move_count_and_no_others() {
    let rave = |wins| {
        let mut rave = Rave::default();
        (0..wins).for_each(|_| rave.record(Outcome::Won));
        rave
    };
    assert_eq!(counts([0, 1, 0]), [rave(2), rave(0)]);
    assert_eq!(counts([0, 0, 1]), [rave(1), rave(1)]);
}
