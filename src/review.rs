//! The review of a game: a search of every position.

mod json;
mod step;

pub use json::{review_json, step_json};
pub use step::{ReviewedStep, SwapRole, begins_with_a_stone_to_swap, mean_losses, reviewed_steps};

use crate::board::{Cell, Color};
use crate::player::{Action, Forecast, Game, Move, Player};
use crate::search::{Conspiracy, Height, INFINITE, Limits, Stability};

/// The judgement of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Whose turn it is.
    pub to_play: Color,
    /// The forecast of the result.
    pub result: Forecast,
    /// The best move of this player, and the forecast after it; none if the game was over.
    pub best: Option<(Cell, Forecast)>,
    /// How firm the lead is, for the player to move; none without a network, where no value is known to be even.
    pub stability: Option<Stability>,
    /// Who leads by the minimax value, and how many leaves must change to turn that; none without a network.
    turned_by: Option<(Color, Height)>,
}

impl Judgement {
    /// Whether the result is open and few leaves turn it.
    pub fn is_critical(&self) -> bool {
        matches!(self.result, Forecast::BlackWins(_)) && self.stability == Some(Stability::Critical)
    }

    /// Who leads, and the fewest leaves that must change to turn that ([`Conspiracy::to_turn`]): infinite if the result is
    /// proved. None if it is open and there is no network.
    pub fn lead(&self) -> Option<(Color, Height)> {
        match self.result {
            Forecast::Proved(winner) => Some((winner, INFINITE)),
            Forecast::BlackWins(_) => self.turned_by,
        }
    }

    /// The best move of this player, and the forecast after it; none if it is not their turn: a record may have two moves of
    /// one player in succession.
    fn best_of(&self, color: Color) -> Option<(Cell, Forecast)> {
        self.best.filter(|_| self.to_play == color)
    }

    /// The result that is proved after this player has played a cell: that of the best move, or a loss if the position
    /// is lost. None if it is not their turn.
    fn proved_after(&self, color: Color, cell: Cell) -> Option<Forecast> {
        let is_proved = |then: &Forecast| matches!(then, Forecast::Proved(_));
        if self.to_play == color && self.result == Forecast::Proved(!color) {
            return Some(self.result);
        }
        let best = self.best_of(color);
        best.filter(|(best, then)| *best == cell && is_proved(then)).map(|(_, then)| then)
    }
}

/// Searches every position of a game, from the first to the last, each within these limits. Returns one judgement for
/// the position before the first action and one after each action.
///
/// The order matters: after a search of later positions, the table would favour the moves that were played.
///
/// `judged` is called after each search with all judgements so far. If the limits' stop is set, the review ends early, and
/// the last positions are missing.
pub fn review(
    player: &mut Player,
    game: &Game,
    limits: &Limits,
    judged: &mut dyn FnMut(&[Judgement]),
) -> Vec<Judgement> {
    let mut judgements: Vec<Judgement> = Vec::new();
    for count in 0..=game.actions().len() {
        let game = game.after(count);
        let last = game.actions().next_back().cloned();
        player.begin_game(game);
        let Some(mut judgement) = judge(player, limits) else { break };
        if let (Some(before), Some(Action::Move(color, Move::Place(cell)))) =
            (judgements.last(), last)
        {
            judgement.result = before.proved_after(color, cell).unwrap_or(judgement.result);
        }
        judgements.push(judgement);
        judged(&judgements);
    }
    judgements
}

/// Searches the position of the player's game; none if the search was stopped.
fn judge(player: &mut Player, limits: &Limits) -> Option<Judgement> {
    let color = player.game().to_play();
    let report = player.search(color, limits, &mut |_| ());
    if limits.stop.is_set() {
        return None;
    }
    let result = Forecast::of(&report, color);
    let best = report.moves.first();
    let best = best.map(|best| (best.mv, Forecast::after(&report, best, color).unwrap_or(result)));
    let numbers = report.log_odds.map(|_| &report.conspiracy);
    let leader = |numbers: &Conspiracy| if numbers.is_ahead() { color } else { !color };
    Some(Judgement {
        to_play: color,
        result,
        best,
        stability: numbers.map(Conspiracy::stability),
        turned_by: numbers.map(|numbers| (leader(numbers), numbers.to_turn())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;

    fn game(size: Size, moves: &str) -> Game {
        let mut game = Game::new(size);
        for name in moves.split(' ') {
            game.play_named(game.to_play(), name).unwrap();
        }
        game
    }

    fn reviewed(game: &Game, expansions: u64) -> Vec<Judgement> {
        reviewed_with(Params::default(), game, expansions)
    }

    fn reviewed_with(params: Params, game: &Game, expansions: u64) -> Vec<Judgement> {
        let mut player = Player::new(game.board().size(), params);
        review(&mut player, game, &Limits::expansions(expansions), &mut |_| ())
    }

    #[test]
    fn proved_results_are_correct() {
        let size = Size::new(4, 4).unwrap();
        // On 4x4 the openings on the short diagonal win. a1 loses, but b1 gives the win away.
        let judgements = reviewed(&game(size, "a1 b1 c2"), 1000);
        let results: Vec<_> = judgements.iter().map(|judgement| judgement.result).collect();
        let [black, white] = [Color::Black, Color::White].map(Forecast::Proved);
        assert_eq!(results, [black, white, black, black]);
        let bests: Vec<_> = judgements.iter().map(|judgement| judgement.best.unwrap().1).collect();
        assert_eq!(bests, results, "the best move keeps the result");
    }

    #[test]
    fn a_lead_that_is_given_away_is_a_turning_point() {
        let size = Size::new(4, 4).unwrap();
        // a1 loses, b1 gives the win back; c2 keeps it, so nothing turns.
        let game = game(size, "a1 b1 c2");
        let steps = reviewed_steps(&game, &reviewed(&game, 1000), false);
        let turned: Vec<bool> = steps.iter().map(ReviewedStep::is_turning_point).collect();
        assert_eq!(turned, [true, true, false]);
        assert!(steps.iter().all(|step| !step.before.is_critical()), "all is proved");
        let leads: Vec<_> = steps.iter().filter_map(|step| step.after.lead()).collect();
        assert_eq!(
            leads,
            [Color::White, Color::Black, Color::Black].map(|color| (color, INFINITE))
        );
        let chances = |before: f32, then: f32, after: f32| {
            let at = |chance| Judgement { result: Forecast::BlackWins(chance), ..steps[0].before };
            let best = Some((size.parse_cell("b2").unwrap(), Forecast::BlackWins(then)));
            ReviewedStep {
                before: Judgement { best, ..at(before) },
                after: at(after),
                ..steps[0].clone()
            }
        };
        assert!(chances(0.6, 0.6, 0.4).is_turning_point());
        assert!(!chances(0.9, 0.9, 0.6).is_turning_point(), "still ahead");
        assert!(!chances(0.4, 0.4, 0.1).is_turning_point(), "was behind before");
        assert!(!chances(0.51, 0.51, 0.49).is_turning_point(), "too little to tell");
        let best = Move::Place(size.parse_cell("b2").unwrap());
        let step =
            ReviewedStep { action: Action::Move(Color::Black, best), ..chances(0.9, 0.9, 0.4) };
        assert!(step.loss() < 0.01, "the best move gives nothing away");
    }

    #[test]
    fn whoever_swaps_sides_has_the_stone() {
        let size = Size::new(4, 4).unwrap();
        // a1 loses, d1 wins.
        for (opening, is_mistake) in [("a1", true), ("d1", false)] {
            let mut game = game(size, opening);
            game.play(Color::White, Move::SwapSides).unwrap();
            let steps = reviewed_steps(&game, &reviewed(&game, 1000), false);
            assert_eq!(steps[1].loss() > 0.9, is_mistake, "{opening}");
            assert_eq!(steps[1].is_turning_point(), is_mistake, "{opening}");
            assert!((steps[0].loss() - 0.5).abs() < 0.01, "{opening} against 50 %");
            let players: Vec<&str> =
                steps.iter().flat_map(|step| &step.player).map(|s| &**s).collect();
            assert_eq!(players, ["black (then white)", "white (then black)"]);
        }
    }

    /// Under the swap rule both openings of 4x4 are far from even, and the swap answers the one that wins.
    #[test]
    fn an_opening_that_may_be_swapped_is_judged_by_what_it_leaves_to_both() {
        let size = Size::new(4, 4).unwrap();
        for (opening, wins) in [("a1", false), ("d1", true)] {
            let game = game(size, &format!("{opening} b2"));
            let judgements = reviewed(&game, 1000);
            let under = |rule| reviewed_steps(&game, &judgements, rule);
            let [plain, with_swap] = [false, true].map(under);
            assert!(plain.iter().all(|step| step.swap_role.is_none()));
            assert_eq!(plain[0].loss() < 0.01, wins, "{opening}");
            assert!((with_swap[0].loss() - 0.5).abs() < 0.01, "{opening}");
            assert_eq!((with_swap[0].best(), with_swap[0].is_turning_point()), (None, false));
            let is_swap = |step: &ReviewedStep| step.best().unwrap().0 == Move::SwapPieces;
            assert_eq!([&plain[1], &with_swap[1]].map(is_swap), [false, wins], "{opening}");
            assert!(with_swap[1].is_turning_point(), "a better cell, or the swap");
        }
    }

    #[test]
    fn a_review_needs_no_network() {
        let mut params = Params::default();
        params.set_pair("use_network=0").unwrap();
        let game = game(Size::new(9, 9).unwrap(), "a1 e5 a2");
        let judgements = reviewed_with(params, &game, 200);
        let chance = |at: usize| judgements[at].result.chance_of(Color::Black);
        assert!(chance(1) < 1.0 && chance(3) < 0.5, "white has the middle: {judgements:?}");
        assert!(judgements.iter().all(|judgement| judgement.stability.is_none()));
        let is_open = |judgement: &&Judgement| matches!(judgement.result, Forecast::BlackWins(_));
        assert!(judgements.iter().filter(is_open).all(|judgement| judgement.lead().is_none()));
    }

    #[test]
    fn an_opening_in_the_middle_has_a_higher_chance_than_one_in_the_corner() {
        let size = Size::new(9, 9).unwrap();
        let chance = |moves| reviewed(&game(size, moves), 30)[1].result.chance_of(Color::Black);
        let [middle, corner] = ["e5", "a1"].map(chance);
        assert!(middle > 0.7 && corner < 0.3, "{middle} {corner}");
        let leader = |moves| reviewed(&game(size, moves), 30)[1].lead().unwrap().0;
        assert_eq!(["e5", "a1"].map(leader), [Color::Black, Color::White]);
    }

    #[test]
    fn the_moves_that_were_played_do_not_become_the_best() {
        let size = Size::new(9, 9).unwrap();
        let moves = "a3 i9 a2 i8 a1 i7";
        let judgements = reviewed(&game(size, moves), 40);
        for (name, judgement) in moves.split(' ').zip(&judgements) {
            assert_ne!(size.name(judgement.best.unwrap().0), name);
        }
    }

    #[test]
    fn a_review_leaves_no_trace_in_play() {
        let game = game(Size::new(9, 9).unwrap(), "a8 e4 f3");
        let mut player = Player::new(game.board().size(), Params::default());
        player.set_param("max_expansions", "40").unwrap();
        let chosen = [false, true].map(|is_reviewed| {
            player.forget();
            if is_reviewed {
                review(&mut player, &game, &Limits::expansions(80), &mut |_| ());
            }
            player.begin_game(game.clone());
            let answer = player.choose(Color::White, &mut |_| ());
            let moves = &player.last_report().unwrap().1.moves;
            let open = moves.iter().filter(|root_move| root_move.outcome.is_none());
            (answer, open.map(|root_move| root_move.work).sum::<u64>() <= 40)
        });
        assert_eq!(chosen[1], chosen[0]);
        assert!(chosen[1].1, "only the choice's own expansions count");
    }

    #[test]
    fn mirrored_games_have_mirrored_judgements() {
        let size = Size::new(7, 7).unwrap();
        let mirrored = game(size, "a3 d4 c2");
        let mut of_white = Game::new(size);
        of_white.set_to_play(Color::White);
        for (color, mv) in mirrored.moves() {
            let Move::Place(cell) = mv else { unreachable!() };
            of_white.play(!color, Move::Place(size.mirror(cell))).unwrap();
        }
        // Not to the last bit: of equal moves the first one is expanded. With RAVE, and in longer searches, all later
        // expansions depend on that.
        let mut params = Params::default();
        params.set_pair("use_rave=0").unwrap();
        let [black, white] =
            [mirrored, of_white].map(|game| reviewed_with(params.clone(), &game, 5));
        for (black, white) in black.iter().zip(&white) {
            let chances = [black, white].map(|judgement| judgement.result.chance_of(Color::Black));
            assert!((chances[0] + chances[1] - 1.0).abs() < 0.02, "{chances:?}");
        }
        assert_eq!((black.len(), white.len()), (4, 4));
    }

    #[test]
    fn proofs_stay_after_the_best_move_and_in_lost_positions() {
        let size = Size::new(8, 8).unwrap();
        let mut player = Player::new(size, Params::default());
        let limits = Limits::expansions(20);
        while player.game().board().winner().is_none() {
            let color = player.game().to_play();
            let best = player.search(color, &limits, &mut |_| ()).best().unwrap();
            player.game_mut().play(color, Move::Place(best)).unwrap();
        }
        let game = player.game().clone();
        let judgements = review(&mut player, &game, &limits, &mut |_| ());
        let mut seen = [0, 0];
        for ((color, mv), pair) in game.moves().zip(judgements.windows(2)) {
            let [before, after] = [pair[0], pair[1]];
            let (best, then) = before.best.unwrap();
            if Move::Place(best) == mv && then == Forecast::Proved(color) {
                assert_eq!(then, after.result, "{before:?}");
                seen[0] += 1;
            }
            if before.result == Forecast::Proved(!color) {
                assert_eq!(before.result, after.result);
                seen[1] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "{seen:?} {judgements:?}");
    }

    /// White, to move, has won; but Black moves twice, and wins.
    #[test]
    fn a_move_out_of_turn_is_judged_by_itself() {
        let size = Size::new(3, 3).unwrap();
        let mut game = Game::new(size);
        for name in ["a1", "b2"] {
            game.play_named(Color::Black, name).unwrap();
        }
        let mut player = Player::new(size, Params::default());
        let judgements = review(&mut player, &game, &Limits::expansions(50), &mut |_| ());
        assert_eq!(judgements[1].result, Forecast::Proved(Color::White));
        assert_eq!(judgements[2].result, Forecast::Proved(Color::Black));
        let step = reviewed_steps(&game, &judgements, false).pop().unwrap();
        assert_eq!((step.loss(), step.better()), (0.0, None), "it is no turn of Black's to judge");
    }

    #[test]
    fn a_stopped_review_keeps_its_first_judgements() {
        let size = Size::new(9, 9).unwrap();
        let mut player = Player::new(size, Params::default());
        let stop = player.stop().clone();
        let limits = Limits { stop: stop.clone(), ..Limits::expansions(20) };
        let mut told = Vec::new();
        let judgements = review(&mut player, &game(size, "e5 c6 d3 g2"), &limits, &mut |found| {
            told.push(found.to_vec());
            if told.len() == 2 {
                stop.set();
            }
        });
        assert_eq!(judgements.len(), 2);
        assert_eq!(told, [&judgements[..1], &judgements], "each with all before it");
    }
}
