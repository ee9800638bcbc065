//! What a search is for: a game is played by what was searched to choose its moves, and by nothing else.
//!
//! The move with the most expansions is played, and the search goes on from the tree that is in the table. After an
//! analysis of some moves only, or of several moves in turn, these moves have more expansions than a search for a move
//! would give them, and one of them might be played for that reason. So a table serves one purpose. When another
//! begins, what is proved stays, since that is true whatever it was found for, and all else is forgotten
//! ([`Search::keep_proofs`](crate::search::Search)). There is one table, so the memory stays inside its budget, and a
//! search whose purpose is that of the last one goes on as ever.

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To choose a move of the game.
    Play,
    /// To analyse a position.
    Analysis {
        /// The key of the position with the only moves that are looked at; none if all are.
        only: Option<u128>,
        /// The moves that are looked at in turn ([`Limits::candidates`](crate::search::Limits)).
        candidates: usize,
    },
}

#[cfg(test)]
mod tests {
    use crate::board::{CellSet, Color, Size};
    use crate::params::Params;
    use crate::player::{Answer, Move, Player};
    use crate::search::Limits;

    const EXPANSIONS: u64 = 60;

    /// A game where White is to move.
    fn player() -> Player {
        let size = Size::new(9, 9).unwrap();
        let mut params = Params::default();
        params.set_pair(&format!("max_expansions={EXPANSIONS}")).unwrap();
        let mut player = Player::new(size, params);
        let moves = [(Color::Black, "a8"), (Color::White, "e4"), (Color::Black, "f3")];
        for (color, name) in moves {
            player.game_mut().play_named(color, name).unwrap();
        }
        player
    }

    /// What is done, in words and as it is done.
    type Way = (&'static str, fn(&mut Player));

    /// Every way to search that is no choice of a move, each for longer than a choice takes.
    const WAYS: [Way; 5] = [
        ("one move alone", |player| {
            let moves =
                CellSet::from_iter([player.game().board().size().parse_cell("a9").unwrap()]);
            player.search_only(moves, Color::White, &Limits::expansions(400), &mut |_| ());
        }),
        ("all but the best move", |player| {
            let best = player.search(Color::White, &Limits::expansions(60), &mut |_| ()).best();
            let moves = player.game().board().empty() - CellSet::from_iter(best);
            player.search_only(moves, Color::White, &Limits::expansions(400), &mut |_| ());
        }),
        ("several moves in turn", |player| {
            let limits = Limits { candidates: 8, ..Limits::expansions(400) };
            player.search(Color::White, &limits, &mut |_| ());
        }),
        ("the position as it is", |player| {
            player.search(Color::White, &Limits::expansions(400), &mut |_| ());
        }),
        ("which move would be chosen", |player| {
            for _ in 0..5 {
                player.advise(Color::White, None, &mut |_| ());
            }
        }),
    ];

    fn chosen(player: &mut Player) -> (Answer, Vec<u64>) {
        let answer = player.choose(Color::White, &mut |_| ());
        let report = &player.last_report().unwrap().1;
        assert_eq!(report.expansions, EXPANSIONS, "the game is open");
        let open = report.moves.iter().filter(|root_move| root_move.outcome.is_none());
        (answer, open.map(|root_move| root_move.work).collect())
    }

    #[test]
    fn what_is_asked_of_a_position_leaves_no_trace_in_play() {
        let (fresh, _) = chosen(&mut player());
        for (way, ask) in WAYS {
            let mut player = player();
            ask(&mut player);
            let (answer, works) = chosen(&mut player);
            assert!(works.iter().sum::<u64>() <= EXPANSIONS, "{way}: {works:?}");
            assert_eq!(answer, fresh, "{way}");
        }
    }

    #[test]
    fn later_questions_do_not_see_earlier_ones() {
        let ask = |player: &mut Player| {
            player.search(Color::White, &Limits::expansions(EXPANSIONS), &mut |_| ())
        };
        let fresh = ask(&mut player());
        for (way, first) in &WAYS[..3] {
            let mut player = player();
            first(&mut player);
            assert_eq!(ask(&mut player).best(), fresh.best(), "{way}");
        }
    }

    #[test]
    fn the_same_purpose_goes_on_and_what_was_proved_is_known_to_all() {
        let mut player = player();
        let works = [1, 2].map(|_| chosen(&mut player).1.iter().sum::<u64>());
        assert!(works[1] > works[0], "{works:?}");
        let size = Size::new(4, 4).unwrap();
        let mut player = Player::new(size, Params::default());
        let solved = player.search(Color::Black, &Limits::default(), &mut |_| ());
        let answer = player.choose(Color::Black, &mut |_| ());
        assert_eq!(answer, Answer::Move(Move::Place(solved.best().unwrap())));
        assert!(solved.expansions > 0 && player.last_report().unwrap().1.expansions == 0);
    }
}
