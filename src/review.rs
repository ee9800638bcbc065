//! What a search thinks of every position of a game.

use crate::board::{Cell, Color};
use crate::player::{Action, Game, Move, Player};
use crate::policy::probability;
use crate::search::{Limits, Outcome, RootMove};

/// What is thought of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// What the result will be.
    pub result: Forecast,
    /// The move to play, and what the result is then; none if the game was over.
    pub best: Option<(Cell, Forecast)>,
}

/// A result that is proved, or thought of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Forecast {
    /// Who wins for certain.
    Proved(Color),
    /// How probable it is that Black wins, from 0 to 1.
    BlackWins(f32),
}

impl Forecast {
    /// By the odds of this player, a natural logarithm.
    fn of_odds(odds: f32, color: Color) -> Self {
        Self::BlackWins(probability(if color == Color::Black { odds } else { -odds }))
    }

    /// How probable it is that this player wins, from 0 to 1.
    pub fn chance_of(self, color: Color) -> f32 {
        match self {
            Self::Proved(winner) => f32::from(u8::from(winner == color)),
            Self::BlackWins(chance) if color == Color::Black => chance,
            Self::BlackWins(chance) => 1.0 - chance,
        }
    }
}

/// Searches every position of a game, and returns what is thought of those before, between and after its
/// actions. It goes back from the end: the search of a position then knows what came of the move that was
/// played there. `judged` is called after each. If the limits' stop is set it ends early, and the first
/// positions are missing.
///
/// # Panics
/// If the player's parameters give the network no weight: chances are what it says.
pub fn review(
    player: &mut Player,
    game: Game,
    limits: &Limits,
    judged: &mut dyn FnMut(),
) -> Vec<Judgement> {
    player.start(game);
    let mut judgements: Vec<Judgement> = Vec::new();
    let mut undone = None;
    while let Some(look) = Look::at(player, limits) {
        // What a search found out later holds for the position after the move, too.
        if let (Some(after), Some(result)) = (judgements.last_mut(), look.after(undone.as_ref())) {
            after.result = result;
        }
        judgements.push(look.judgement());
        judged();
        undone = player.game_mut().undo();
        if undone.is_none() {
            break;
        }
    }
    judgements.reverse();
    judgements
}

/// What a search found at a position.
struct Look {
    color: Color,
    result: Forecast,
    /// The move to play first.
    moves: Vec<(Cell, Forecast)>,
}

impl Look {
    /// None if the search was stopped.
    fn at(player: &mut Player, limits: &Limits) -> Option<Self> {
        let color = player.game().to_play();
        let report = player.search(color, limits, &mut |_| ());
        if limits.stop.is_set() {
            return None;
        }
        let (odds, chances) = player.odds(color).expect("it was searched, by the network");
        let forecast = |outcome: Option<Outcome>, odds: f32| match outcome {
            Some(Outcome::Won) => Forecast::Proved(color),
            Some(Outcome::Lost) => Forecast::Proved(!color),
            None => Forecast::of_odds(odds, color),
        };
        let of_move = |root_move: &RootMove<Cell>| {
            let seen = chances.iter().find(|(mv, _)| *mv == root_move.mv);
            let odds = seen.map_or(odds, |(_, odds)| *odds);
            (root_move.mv, forecast(root_move.outcome, odds))
        };
        let seen = |root_move: &&RootMove<Cell>| root_move.work > 0 || root_move.outcome.is_some();
        let result = forecast(report.outcome, odds);
        Some(Self { color, result, moves: report.moves.iter().filter(seen).map(of_move).collect() })
    }

    fn judgement(&self) -> Judgement {
        Judgement { result: self.result, best: self.moves.first().copied() }
    }

    /// What came of the action that was done here, if the search knows.
    fn after(&self, action: Option<&Action>) -> Option<Forecast> {
        let cell = match action? {
            Action::Move(color, Move::Place(cell)) if *color == self.color => *cell,
            _ => return None,
        };
        let is_lost = self.result == Forecast::Proved(!self.color);
        let seen = || self.moves.iter().find(|(mv, _)| *mv == cell).map(|(_, then)| *then);
        if is_lost { Some(self.result) } else { seen() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::params::Params;

    fn game(size: Size, moves: &str) -> Game {
        let mut game = Game::new(size);
        for name in moves.split(' ') {
            game.play(game.to_play(), Move::Place(size.parse_cell(name).unwrap())).unwrap();
        }
        game
    }

    fn reviewed(game: Game, expansions: u64) -> Vec<Judgement> {
        let mut player = Player::new(game.board().size(), Params::default());
        review(&mut player, game, &Limits::expansions(expansions), &mut || ())
    }

    #[test]
    fn what_is_proved_is_certain_and_true() {
        let size = Size::new(4, 4).unwrap();
        // Of the openings of 4x4 the short diagonal wins: a1 loses, and b1 gives it back.
        let judgements = reviewed(game(size, "a1 b1 c2"), 1000);
        let results: Vec<_> = judgements.iter().map(|judgement| judgement.result).collect();
        let [black, white] = [Color::Black, Color::White].map(Forecast::Proved);
        assert_eq!(results, [black, white, black, black]);
        let bests: Vec<_> = judgements.iter().map(|judgement| judgement.best.unwrap().1).collect();
        assert_eq!(bests, results, "the best move keeps what there is");
    }

    #[test]
    fn a_stone_in_the_middle_is_worth_more_than_one_in_the_corner() {
        let size = Size::new(9, 9).unwrap();
        let chance = |moves| reviewed(game(size, moves), 30)[1].result.chance_of(Color::Black);
        let [middle, corner] = ["e5", "a1"].map(chance);
        assert!(middle > 0.7 && corner < 0.3, "{middle} {corner}");
    }

    #[test]
    fn both_players_are_judged_alike() {
        let size = Size::new(7, 7).unwrap();
        let mirrored = game(size, "a3 d4 c2");
        let mut of_white = Game::new(size);
        of_white.set_to_play(Color::White);
        for (color, mv) in mirrored.moves() {
            let Move::Place(cell) = mv else { unreachable!() };
            of_white.play(!color, Move::Place(size.mirror(cell))).unwrap();
        }
        // Not to the last bit: of moves that are worth the same the first one is looked at.
        // Not to the last bit: of moves that are worth the same the first one is looked at.
        let [black, white] = [mirrored, of_white].map(|game| reviewed(game, 20));
        for (black, white) in black.iter().zip(&white) {
            let chances = [black, white].map(|judgement| judgement.result.chance_of(Color::Black));
            assert!((chances[0] + chances[1] - 1.0).abs() < 0.02, "{chances:?}");
        }
        assert_eq!((black.len(), white.len()), (4, 4));
    }

    #[test]
    fn neither_the_best_move_nor_a_lost_one_gives_anything_away() {
        let size = Size::new(8, 8).unwrap();
        let mut player = Player::new(size, Params::default());
        let limits = Limits::expansions(20);
        while player.game().board().winner().is_none() {
            let color = player.game().to_play();
            let best = player.search(color, &limits, &mut |_| ()).best().unwrap();
            player.game_mut().play(color, Move::Place(best)).unwrap();
        }
        let game = player.game().clone();
        let judgements = review(&mut player, game.clone(), &limits, &mut || ());
        let mut seen = [0, 0];
        for ((color, mv), pair) in game.moves().zip(judgements.windows(2)) {
            let [before, after] = [pair[0], pair[1]];
            let (best, then) = before.best.unwrap();
            if Move::Place(best) == mv {
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

    #[test]
    fn who_stops_it_keeps_what_is_known_of_the_end() {
        let size = Size::new(9, 9).unwrap();
        let mut player = Player::new(size, Params::default());
        let stop = player.stop().clone();
        let limits = Limits { stop: stop.clone(), ..Limits::expansions(20) };
        let mut left = 2;
        let judgements = review(&mut player, game(size, "e5 c6 d3 g2"), &limits, &mut || {
            left -= 1;
            if left == 0 {
                stop.set();
            }
        });
        assert_eq!(judgements.len(), 2);
    }
}
