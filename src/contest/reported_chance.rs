//! An engine's own chances, as it says them after its move.

use crate::board::Color;
use crate::search::Stop;
use crate::wrap::{ChildError, Partner};

/// Our engine's command for what its last search found. It costs no search.
const COMMAND: &str = "scns-report";

/// This player's chance of winning in percent, as reported by the engine, which has just chosen a move. None if it does
/// not have the command, or gives no chance.
///
/// # Errors
/// It crashed or was too late.
pub(super) fn own_chance(engine: &mut Partner, color: Color) -> Result<Option<u8>, ChildError> {
    let Some(command) = engine.spelling(COMMAND).map(str::to_owned) else { return Ok(None) };
    match engine.ask(&command, &Stop::default()) {
        Ok(report) => Ok(read(&report, color)),
        Err(ChildError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads `open, white 33 %, g5, 30 expansions in 0.09 s` or `white wins, g5, ...`.
fn read(report: &str, color: Color) -> Option<u8> {
    report.split(", ").find_map(|part| {
        let (player, said) = part.split_once(' ')?;
        let player: Color = player.parse().ok()?;
        let chance = match said.strip_suffix(" %") {
            Some(percent) => percent.parse().ok().filter(|percent| *percent <= 100)?,
            None => (said == "wins").then_some(100)?,
        };
        Some(if player == color { chance } else { 100 - chance })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_read_for_either_player_and_nothing_else_is() {
        for (report, white) in [
            ("open, white 33 %, g5, 30 expansions in 0.09 s", Some(33)),
            ("open, black 33 %, g5, 30 expansions in 0.09 s", Some(67)),
            ("white wins, g5, 0 expansions in 0.00 s", Some(100)),
            ("black wins, 0 expansions in 0.00 s", Some(0)),
            ("open, g5, 1 expansions in 0.00 s", None),
            ("open, white 133 %", None),
            ("", None),
        ] {
            assert_eq!(read(report, Color::White), white, "{report}");
            assert_eq!(read(report, Color::Black), white.map(|white| 100 - white), "{report}");
        }
    }
}
