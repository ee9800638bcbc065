//! `KataGo`'s commands about parameters, rules and clocks, which its clients send before anything else.

use super::args::Args;
use super::client_settings::{KATAGO, setting};
use super::play::seconds;
use super::{DONE, Draw, GtpError, Reply, Session};
use crate::player::TimeSettings;
use serde_json::{Map, Value, json};
use std::time::Duration;

pub(super) fn list_params(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let names = KATAGO.all(session).into_iter().map(|(name, _)| name);
    Ok(names.collect::<Vec<_>>().join(" "))
}

pub(super) fn get_param(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let name = args.word("a parameter")?;
    args.end()?;
    let value = KATAGO.get(session, name);
    value.ok_or_else(|| GtpError::new(format!("no parameter is named `{name}` here")))
}

/// All as JSON: numbers and truth values as such.
pub(super) fn get_params(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let read = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    let all = KATAGO.all(session).into_iter().map(|(name, value)| (name, read(value)));
    Ok(Value::Object(all.collect::<Map<_, _>>()).to_string())
}

pub(super) fn set_param(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let (name, value) = setting(args)?;
    KATAGO.set(session, &name, &value)?;
    Ok(DONE)
}

/// The game and its swap, and the fields of Go that clients look for.
pub(super) fn get_rules(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    let swap = session.player.params().player.allow_swap;
    let rules = json!({
        "game": "hex",
        "swap": swap,
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": "SIMPLE",
        "scoring": "AREA",
        "suicide": false,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    });
    Ok(rules.to_string())
}

/// Rules of Go: whatever they are, Hex is played.
pub(super) fn set_rules(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.word("rules")?;
    args.rest();
    log::info!("rules of Go are passed over: Hex is played");
    Ok(DONE)
}

/// The kinds of clock that `kata-time_settings` knows.
const KINDS: &str = "none absolute byoyomi canadian fischer fischer-capped";

pub(super) fn list_time_settings(_: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    args.end()?;
    Ok(KINDS.to_owned())
}

/// A kind of clock and its numbers. Of several byo-yomi periods one is used: each move within it is on time.
/// The caps of `fischer-capped` are left to the controller, which tells what is left.
pub(super) fn time_settings(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let kind = args.word("a kind of clock")?.to_ascii_lowercase();
    // Byo-yomi time for no stones is no limit.
    let second = Duration::from_secs(1);
    let mut settings = TimeSettings { byo_yomi: second, ..TimeSettings::default() };
    if kind != "none" {
        settings.main = seconds(args)?;
        settings.byo_yomi = Duration::ZERO;
    }
    match kind.as_str() {
        "none" | "absolute" => {}
        "canadian" => {
            settings.byo_yomi = seconds(args)?;
            settings.stones = args.parse("a number of moves")?;
        }
        "byoyomi" | "byo-yomi" => {
            settings.byo_yomi = seconds(args)?;
            settings.stones = args.parse::<u32>("a number of periods")?.min(1);
        }
        "fischer" | "fischer-capped" => {
            settings.increment = seconds(args)?;
            if kind == "fischer-capped" {
                args.parse::<f64>("the most main time")?;
                args.parse::<f64>("the most time of a move")?;
            }
        }
        _ => {
            return Err(GtpError::new(format!(
                "`{kind}` is not a kind of clock: say one of {KINDS}"
            )));
        }
    }
    args.end()?;
    if settings.stones == 0 && kind != "none" {
        settings.byo_yomi = Duration::ZERO;
    }
    session.player.clock_mut().set(settings);
    Ok(DONE)
}
