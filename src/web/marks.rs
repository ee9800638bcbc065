//! What is proved of a position without a search, to be drawn on the board: virtual connections, the mustplay region,
//! dead, captured and inferior cells.

use super::tasks::TaskContext;
use crate::board::{Board, ByColor, Cell, CellSet, Color, Size, WORDS};
use crate::connections::{Connections, Endpoints, Pair};
use crate::inferior::{Inferior, Reason};
use crate::knowledge::{Examiner, Knowledge, Scope};
use crate::params::KnowledgeParams;
use crate::player::Game;
use serde_json::{Value, json};

/// The marks of a position.
pub(super) fn of(context: &TaskContext, game: &Game) -> Value {
    let params = context.knowledge();
    let position = game.position();
    let size = position.board.size();
    let knowledge = Examiner::new(params.clone()).examine(&position, Scope::Both);
    let fill_in = knowledge.fill_in();
    let filled = ByColor::new_with(|color| fill_in.filled(&position.board, color));
    let links: Vec<Value> = Color::BOTH
        .into_iter()
        .filter(|_| !context.is_cancelled() && position.board.winner().is_none())
        .flat_map(|color| links(&position.board, (color, &filled[color]), &params))
        .collect();
    let (mustplay, inferior, carrier) = match &knowledge {
        Knowledge::Open(open) => (Some(open.mustplay), open.inferior.as_slice(), CellSet::EMPTY),
        Knowledge::Decided(decided) => (None, [].as_slice(), decided.moves),
    };
    json!({
        "to_play": position.to_play,
        "winner": knowledge.winner(),
        "carrier": size.names(carrier),
        "mustplay": mustplay.map(|mustplay| size.names(mustplay)),
        "dead": size.names(fill_in.dead),
        "captured": {
            "black": size.names(fill_in.captured.black),
            "white": size.names(fill_in.captured.white),
        },
        "inferior": inferior.iter().map(|inferior| pruned(size, *inferior)).collect::<Vec<_>>(),
        "links": links,
    })
}

fn pruned(size: Size, inferior: Inferior) -> Value {
    let reason = match inferior.reason {
        Reason::Vulnerable => "vulnerable",
        Reason::Reversible => "reversible",
        Reason::Dominated => "dominated",
    };
    json!({ "cell": size.name(inferior.cell), "reason": reason, "by": size.name(inferior.by) })
}

/// One player's connections between groups and edges: of each pair the full connection with the smallest carrier,
/// else the smallest semi connection.
fn links(board: &Board, (color, filled): (Color, &Board), params: &KnowledgeParams) -> Vec<Value> {
    let size = board.size();
    let endpoints = Endpoints::new(filled, color);
    let connections = Connections::<WORDS>::of(&endpoints, &params.connections);
    let stones = |endpoint: usize| {
        let is_of_it = |cell: &Cell| endpoints.at(*cell) == Some(endpoint);
        board.stones(color).iter().filter(is_of_it).collect::<Vec<Cell>>()
    };
    // A group is named by one of its real stones. Groups of filled cells alone are left out.
    let name = |endpoint: usize| {
        let stone = || stones(endpoint).first().map(|stone| size.name(*stone));
        endpoints.edge(endpoint).map(|edge| edge.name().to_owned()).or_else(stone)
    };
    let link = |pair: Pair<'_, WORDS>| {
        let full = pair.fulls.iter().min_by_key(|full| full.carrier.len());
        let semi = pair.semis.iter().min_by_key(|semi| semi.carrier.len());
        let carrier = full.map(|full| full.carrier).or(semi.map(|semi| semi.carrier))?;
        let (from, to) = (name(pair.ends.0)?, name(pair.ends.1)?);
        Some(json!({
            "color": color,
            "kind": if full.is_some() { "full" } else { "semi" },
            "from": from,
            "to": to,
            "stones": size.names([stones(pair.ends.0), stones(pair.ends.1)].concat()),
            "carrier": size.names(carrier),
            "key": semi.filter(|_| full.is_none()).map(|semi| size.name(semi.key)),
        }))
    };
    connections.pairs().filter_map(link).collect()
}
