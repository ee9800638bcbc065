//! Drawings on the client's board while a search runs: `HexGui` reads them from standard output, `GoGui` from standard error.
//!
//! `HexGui` stops working after a malformed block. So a block is written whole or not at all.

use super::session::Client;
use super::{Coordinates, Draw, Session};
use crate::board::{Cell, Color, Size};
use crate::messages::counted;
use crate::player::{Forecast, winner};
use crate::search::{Outcome, Report, RootMove};
use std::fmt::Write as _;
use std::io::Write as _;

/// The most moves that are labelled: more do not tell anything and hide the stones.
const MOST_LABELS: usize = 16;

/// A move is labelled if so many times its work is at least that of the move with the most, or if it is proved.
const LABELLED_PART: u64 = 100;

/// Whether a move is worth a label, of a search whose most searched move has this work: a proved one is.
pub(super) fn matters(root_move: &RootMove<Cell>, most: u64) -> bool {
    let has_part = root_move.work > 0 && root_move.work.saturating_mul(LABELLED_PART) >= most;
    has_part || root_move.outcome.is_some()
}

/// What is shown of a move that is proved to win or to lose.
pub(super) fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Won => 'W',
        Outcome::Lost => 'L',
    }
}

/// The moves that matter of those that were searched, in the order of the report.
fn labelled(report: &Report<Cell>) -> Vec<&RootMove<Cell>> {
    let most = report.moves.iter().map(|root_move| root_move.work).max().unwrap_or_default();
    let searched = report.moves.iter().filter(|root_move| root_move.work > 0);
    searched.filter(|root_move| matters(root_move, most)).take(MOST_LABELS).collect()
}

/// What a drawing needs besides the report of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawer {
    size: Size,
    coordinates: Coordinates,
    color: Color,
    is_on: bool,
    is_gogui: bool,
}

impl Drawer {
    /// For a search of the session's player for this colour.
    pub(super) fn of(session: &Session, color: Color) -> Self {
        let is_on = session.player.params().player.use_livegfx;
        let is_gogui = session.client == Client::GoGui;
        Self { size: session.size(), coordinates: session.coordinates, color, is_on, is_gogui }
    }

    /// The same for a search of the solver.
    pub(super) fn of_solver(session: &Session, color: Color) -> Self {
        let is_on = session.player.params().solver.use_guifx;
        Self { is_on, ..Self::of(session, color) }
    }

    /// The client's name of a cell.
    pub(super) fn name(self, cell: Cell) -> String {
        self.coordinates.name(self.size, cell)
    }

    /// The client's names of cells, separated by blanks.
    pub(super) fn names(self, cells: &[Cell]) -> String {
        self.coordinates.names(self.size, cells.iter().copied())
    }

    /// Draws a search for a move, if the user wants drawings: the main line, and the work and chance of each move.
    pub(super) fn draw_search(self, report: &Report<Cell>, draw: Draw<'_>) {
        let searched = labelled(report);
        if !self.is_on || searched.is_empty() || report.line().is_empty() {
            return;
        }
        if self.is_gogui {
            let block = self.gogui_block(report, &searched);
            // A client that no longer reads them needs no drawings.
            let _ = std::io::stderr().lock().write_all(block.as_bytes());
        } else {
            draw(&self.hexgui_block(report, &searched));
        }
    }

    /// The main line with its colours.
    fn variation(self, report: &Report<Cell>) -> String {
        let mut text = String::from("VAR");
        let mut color = self.color;
        for cell in report.line() {
            let _ = write!(text, " {} {}", color.letter(), self.name(*cell));
            color = !color;
        }
        text
    }

    /// The drawing in the format of MoHex: chances from 0 to 1, `W` and `L` for what is proved.
    fn hexgui_block(self, report: &Report<Cell>, moves: &[&RootMove<Cell>]) -> String {
        let mut block = format!("gogui-gfx:\nuct\n{}\nINFLUENCE", self.variation(report));
        for root_move in moves {
            let name = self.name(root_move.mv);
            let _ = match root_move.outcome {
                Some(outcome) => write!(block, " {name} {}", letter(outcome)),
                None => write!(block, " {name} {:.2}", self.chance_after(report, root_move)),
            };
        }
        block.push_str("\nLABEL");
        for root_move in moves {
            let _ = write!(block, " {} {}", self.name(root_move.mv), root_move.work);
        }
        let _ = write!(block, "\nTEXT {}\n\n", self.summary(report));
        block
    }

    /// The drawing in `GoGui`'s own format: influences from -1, the opponent's, to 1, and the chance in percent, `W` or `L`.
    fn gogui_block(self, report: &Report<Cell>, moves: &[&RootMove<Cell>]) -> String {
        let (mut influence, mut label) = (String::from("INFLUENCE"), String::from("LABEL"));
        for root_move in moves {
            let name = self.name(root_move.mv);
            let chance = self.chance_after(report, root_move);
            let _ = write!(influence, " {name} {:.2}", 2.0 * chance - 1.0);
            let _ = match root_move.outcome {
                Some(outcome) => write!(label, " {name} {}", letter(outcome)),
                None => write!(label, " {name} {:.0}", 100.0 * chance),
            };
        }
        let summary = self.summary(report);
        format!(
            "gogui-gfx:\nCLEAR\n{}\n{influence}\n{label}\nTEXT {summary}\n\n",
            self.variation(report)
        )
    }

    /// Draws a search in KataHex's format, which HexGui reads for its analysis.
    pub(super) fn draw_analysis(self, report: &Report<Cell>, draw: Draw<'_>) {
        let searched = report.moves.iter().filter(|root_move| root_move.work > 0);
        let infos = searched.enumerate().map(|(order, root_move)| {
            format!(
                "info move {} visits {} winrate {:.4} scoreLead {:.3} order {order} pv {}",
                self.name(root_move.mv),
                root_move.work,
                self.chance_after(report, root_move),
                f64::from(root_move.value.clamp(-10_000, 10_000)) / 1000.0,
                self.names(&root_move.line),
            )
        });
        let infos: Vec<String> = infos.collect();
        if !infos.is_empty() {
            draw(&format!("gogui-gfx:\nkata\n{}\n\n", infos.join(" ")));
        }
    }

    /// The probability that the player to move wins.
    pub(super) fn chance(self, report: &Report<Cell>) -> f32 {
        Forecast::of(report, self.color).chance_of(self.color)
    }

    /// The same if this move of the report is made.
    pub(super) fn chance_after(self, report: &Report<Cell>, root_move: &RootMove<Cell>) -> f32 {
        let forecast = Forecast::after(report, root_move, self.color);
        let unsearched = || Forecast::unsearched(report, root_move, self.color);
        forecast.unwrap_or_else(unsearched).chance_of(self.color)
    }

    /// A search in one line: the winner or the chance, the best move, work and time.
    pub(super) fn summary(self, report: &Report<Cell>) -> String {
        let color = self.color;
        let chance = || format!("open, {color} {}", Forecast::of(report, color).text_for(color));
        let winner = winner(report.outcome, color);
        let mut text = winner.map_or_else(chance, |winner| format!("{winner} wins"));
        if let Some(best) = report.best() {
            let _ = write!(text, ", {}", self.name(best));
        }
        let seconds = report.time.as_secs_f64();
        let expansions = counted(report.expansions, "expansion");
        let _ = write!(text, ", {expansions} in {seconds:.2} s");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Conspiracy, Staircase};

    fn report(works: &[u64]) -> Report<Cell> {
        let size = Size::new(11, 11).expect("it is a size");
        let root_move = |(mv, work): (Cell, &u64)| RootMove {
            mv,
            line: vec![mv],
            line_work: vec![*work],
            work: *work,
            value: 0,
            error: 0,
            first_error: 0,
            log_odds: None,
            outcome: None,
            proof: 1,
            disproof: 1,
        };
        let moves = size.cells().zip(works).map(root_move).collect();
        let (expansions, time) = (works.iter().sum(), std::time::Duration::ZERO);
        let (outcome, value, log_odds) = (None, 0, None);
        let [raise, lower] = [(); 2].map(|()| Staircase::zero());
        let conspiracy = Conspiracy { raise, lower, even: 0, max: 1, min: 1 };
        let error_weight = 0.5;
        Report {
            outcome,
            moves,
            value,
            error_weight,
            log_odds,
            conspiracy,
            expansions,
            nodes: 0,
            bytes: 0,
            time,
        }
    }

    #[test]
    fn only_moves_that_matter_are_labelled() {
        let count = |works: &[u64]| labelled(&report(works)).len();
        assert_eq!(count(&[1; 80]), MOST_LABELS, "the beginning of a search");
        assert_eq!(count(&[[900, 300, 9].as_slice(), &[1; 80]].concat()), 3);
        assert_eq!(count(&[0; 80]), 0);
    }

    #[test]
    fn only_what_is_proved_has_the_chance_one_or_zero() {
        let report = report(&[5]);
        let size = Size::new(11, 11).expect("it is a size");
        let (is_on, is_gogui, coordinates) = (true, false, Coordinates::default());
        let drawer = Drawer { size, coordinates, color: Color::White, is_on, is_gogui };
        for (log_odds, outcome, chance) in [
            (20.0, None, "0.9900"),
            (-20.0, None, "0.0100"),
            (20.0, Some(Outcome::Lost), "0.0000"),
            (-20.0, Some(Outcome::Won), "1.0000"),
            (0.0, None, "0.5000"),
        ] {
            let log_odds = Some(log_odds);
            let root_move = RootMove { log_odds, outcome, ..report.moves[0].clone() };
            assert_eq!(format!("{:.4}", drawer.chance_after(&report, &root_move)), chance);
            let report = Report { outcome, log_odds, ..report.clone() };
            assert_eq!(format!("{:.4}", drawer.chance(&report)), chance);
        }
    }
}
