//! Drawings on HexGui's board while a search runs.
//!
//! A malformed block stops HexGui for good, so a block is written whole or not at all.

use super::{Coordinates, Session};
use crate::board::{Cell, Color, Size};
use crate::nn::probability;
use crate::player::{Forecast, winner};
use crate::search::{Outcome, Report, RootMove, Value};
use std::fmt::Write;

/// Knows what a drawing needs besides the search's report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawer {
    size: Size,
    coordinates: Coordinates,
    color: Color,
    is_on: bool,
}

impl Drawer {
    pub(super) fn of(session: &Session, color: Color) -> Self {
        let is_on = session.player.params().player.use_livegfx;
        Self { size: session.size(), coordinates: session.coordinates, color, is_on }
    }

    /// For a search of the solver.
    pub(super) fn of_solver(session: &Session, color: Color) -> Self {
        let is_on = session.player.params().solver.use_guifx;
        Self { is_on, ..Self::of(session, color) }
    }

    pub(super) fn name(self, cell: Cell) -> String {
        self.coordinates.name(self.size, cell)
    }

    pub(super) fn names(self, cells: &[Cell]) -> String {
        self.coordinates.names(self.size, cells.iter().copied())
    }

    /// Draws a search for a move, if the user asked for it: the main line, and work and chances of
    /// the moves.
    pub(super) fn draw_search(self, report: &Report<Cell>, draw: &mut dyn FnMut(&str)) {
        let searched: Vec<_> = report.moves.iter().filter(|root_move| root_move.work > 0).collect();
        if !self.is_on || searched.is_empty() || report.line().is_empty() {
            return;
        }
        let mut block = String::from("gogui-gfx:\nuct\nVAR");
        let mut color = self.color;
        for cell in report.line() {
            let _ = write!(block, " {} {}", color.letter(), self.name(*cell));
            color = !color;
        }
        block.push_str("\nINFLUENCE");
        for root_move in &searched {
            let _ = match root_move.outcome {
                Some(Outcome::Won) => write!(block, " {} W", self.name(root_move.mv)),
                Some(Outcome::Lost) => write!(block, " {} L", self.name(root_move.mv)),
                None => write!(
                    block,
                    " {} {:.2}",
                    self.name(root_move.mv),
                    self.chance_after(root_move)
                ),
            };
        }
        block.push_str("\nLABEL");
        for root_move in &searched {
            let _ = write!(block, " {} {}", self.name(root_move.mv), root_move.work);
        }
        let _ = write!(block, "\nTEXT {}\n\n", self.summary(report));
        draw(&block);
    }

    /// Draws a search in KataHex's form, which HexGui reads for its analysis.
    pub(super) fn draw_analysis(self, report: &Report<Cell>, draw: &mut dyn FnMut(&str)) {
        let searched = report.moves.iter().filter(|root_move| root_move.work > 0);
        let infos = searched.enumerate().map(|(order, root_move)| {
            format!(
                "info move {} visits {} winrate {:.4} scoreLead {:.3} order {order} pv {}",
                self.name(root_move.mv),
                root_move.work,
                self.chance_after(root_move),
                f64::from(root_move.value.clamp(-10_000, 10_000)) / 1000.0,
                self.names(&root_move.line),
            )
        });
        let infos: Vec<String> = infos.collect();
        if !infos.is_empty() {
            draw(&format!("gogui-gfx:\nkata\n{}\n\n", infos.join(" ")));
        }
    }

    /// How probable it is that the player wins, from 0 to 1.
    pub(super) fn chance(self, report: &Report<Cell>) -> f32 {
        self.chance_of(Forecast::of(report, self.color), report.value)
    }

    /// The same by this move.
    pub(super) fn chance_after(self, root_move: &RootMove<Cell>) -> f32 {
        self.chance_of(Forecast::after(root_move, self.color), root_move.value)
    }

    /// A probability as the network sees it. Without one, a number that grows with the value, 0.5 for a value
    /// of 0, but no probability.
    fn chance_of(self, forecast: Option<Forecast>, value: Value) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "thousandths")]
        let by_value = || probability(value as f32 / 1000.0);
        forecast.map_or_else(by_value, |forecast| forecast.chance_of(self.color))
    }

    /// A search in a line.
    pub(super) fn summary(self, report: &Report<Cell>) -> String {
        let winner = winner(report.outcome, self.color);
        let mut text = winner.map_or_else(|| "open".to_owned(), |winner| format!("{winner} wins"));
        if winner.is_none() && report.log_odds.is_some() {
            let _ = write!(text, ", {} {:.0} %", self.color, 100.0 * self.chance(report));
        }
        if let Some(best) = report.best() {
            let _ = write!(text, ", {}", self.name(best));
        }
        let seconds = report.time.as_secs_f64();
        let _ = write!(text, ", {} expansions in {seconds:.2} s", report.expansions);
        text
    }
}
