//! Drawings on HexGui's board while a search runs.
//!
//! A malformed block stops HexGui for good, so a block is written whole or not at all.

use super::{Coordinates, Session};
use crate::board::{Cell, Color, Size};
use crate::search::{Outcome, Report, RootMove};
use crate::solver::winner;
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
        Self { is_on: session.player.params().solver.use_guifx, ..Self::of(session, color) }
    }

    fn name(self, cell: Cell) -> String {
        self.coordinates.name(self.size, cell)
    }

    /// Draws a search for a move, if the user asked for it: the main line, and work and chances of
    /// the moves.
    pub(super) fn draw_search(self, report: &Report<Cell>, draw: &mut dyn FnMut(&str)) {
        let searched: Vec<_> = report.moves.iter().filter(|root_move| root_move.work > 0).collect();
        if !self.is_on || searched.is_empty() || report.line.is_empty() {
            return;
        }
        let mut block = String::from("gogui-gfx:\nuct\nVAR");
        let mut color = self.color;
        for cell in &report.line {
            let _ = write!(block, " {} {}", color.letter(), self.name(*cell));
            color = !color;
        }
        block.push_str("\nINFLUENCE");
        for root_move in &searched {
            let _ = match root_move.outcome {
                Some(Outcome::Won) => write!(block, " {} W", self.name(root_move.mv)),
                Some(Outcome::Lost) => write!(block, " {} L", self.name(root_move.mv)),
                None => write!(block, " {} {:.2}", self.name(root_move.mv), chance(root_move)),
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
        let mut block = String::from("gogui-gfx:\nkata\n");
        for (order, root_move) in searched.enumerate() {
            let name = self.name(root_move.mv);
            let line = if order == 0 {
                report.line.iter().map(|cell| self.name(*cell)).collect::<Vec<_>>().join(" ")
            } else {
                name.clone()
            };
            let _ = write!(
                block,
                "{}info move {name} visits {} winrate {:.4} scoreLead {:.3} order {order} pv {line}",
                if order == 0 { "" } else { " " },
                root_move.work,
                chance(root_move),
                f64::from(root_move.value.clamp(-10_000, 10_000)) / 1000.0,
            );
        }
        if block.contains("info") {
            block.push_str("\n\n");
            draw(&block);
        }
    }

    /// A search in a line.
    pub(super) fn summary(self, report: &Report<Cell>) -> String {
        let mut text = winner(report, self.color)
            .map_or_else(|| "open".to_owned(), |winner| format!("{winner} wins"));
        if let Some(best) = report.best() {
            let _ = write!(text, ", {}", self.name(best));
        }
        let seconds = report.time.as_secs_f64();
        let _ = write!(text, ", {} expansions in {seconds:.2} s", report.expansions);
        text
    }
}

/// A number from 0 to 1 that grows with the minimax value of a move, 0.5 for a value of 0: the value
/// in natural logarithms through the logistic function. It orders moves; it is not a probability.
fn chance(root_move: &RootMove<Cell>) -> f64 {
    match root_move.outcome {
        Some(Outcome::Won) => 1.0,
        Some(Outcome::Lost) => 0.0,
        None => 1.0 / (1.0 + (-f64::from(root_move.value) / 1000.0).exp()),
    }
}
