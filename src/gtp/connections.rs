//! Commands that show virtual connections, in the formats of HexGui and Benzene's MoHex.

use super::args::Args;
use super::{Draw, GtpError, Reply, Session};
use crate::board::{CellSet, Color, Edge, WORDS};
use crate::connections::{Connections, Endpoints};
use crate::inferior::FillIn;
use std::fmt::Write;

/// Which connections a command is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Full,
    Semi,
}

/// One player's connections on the board of a session, after fill-in.
struct Built {
    color: Color,
    endpoints: Endpoints,
    connections: Connections<WORDS>,
}

impl Built {
    fn new(session: &Session, color: Color) -> Self {
        let params = &session.player.params().position.knowledge;
        let board = session.player.game().board();
        let board = FillIn::of(board, &params.inferior).filled(board, color);
        let endpoints = Endpoints::new(&board, color);
        let connections = Connections::of(&endpoints, &params.connections);
        Self { color, endpoints, connections }
    }

    /// The endpoint with this name: an edge of the player, an empty cell, or a group by one of its stones.
    fn endpoint(&self, session: &Session, name: &str) -> Result<usize, GtpError> {
        let lower = name.to_ascii_lowercase();
        for (edge, endpoint) in self.endpoints.edges() {
            if edge.name() == lower {
                return Ok(endpoint);
            }
        }
        if Edge::of(!self.color).map(Edge::name).contains(&lower.as_str()) {
            let [from, to] = Edge::of(self.color).map(Edge::name);
            let refusal =
                format!("`{name}` is not an edge of {}: those are {from} and {to}", self.color);
            return Err(GtpError::new(refusal));
        }
        let cell = session.coordinates.parse(session.size(), name)?;
        self.endpoints.at(cell).ok_or_else(|| {
            let opponent = !self.color;
            GtpError::new(match session.player.game().board().color_at(cell) {
                Some(_) => {
                    format!("{name} has a stone of {opponent}: an end is empty or {}'s", self.color)
                }
                None => format!("{name} counts as a stone of {opponent}, see compute-fillin"),
            })
        })
    }

    /// The client's name of an endpoint: an edge's, or its first cell's.
    fn name(&self, session: &Session, endpoint: usize) -> String {
        if let Some(edge) = self.endpoints.edge(endpoint) {
            return edge.name().to_owned();
        }
        let mut cells = session.size().cells();
        let first = cells.find(|cell| self.endpoints.at(*cell) == Some(endpoint));
        first.map(|cell| session.name(cell)).unwrap_or_default()
    }
}

pub(super) fn between_full(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    between(session, args, Kind::Full)
}

pub(super) fn between_semi(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    between(session, args, Kind::Semi)
}

/// One line a connection: `black a3 b2 full or [ carrier ] [ ]`. A semi connection has its key at the end. The second
/// list, stones in MoHex, is empty.
fn between(session: &Session, args: &mut Args<'_>, kind: Kind) -> Reply {
    let color = args.color()?;
    let names = [args.word("a cell or an edge")?, args.word("a cell or an edge")?];
    args.end()?;
    let built = Built::new(session, color);
    let [from, to] = names.map(|name| built.endpoint(session, name));
    let (from, to) = (from?, to?);
    let ends = format!("{color} {} {}", built.name(session, from), built.name(session, to));
    let mut text = String::from("\n");
    let Some(pair) = built.connections.between(from, to) else { return Ok(text) };
    match kind {
        Kind::Full => {
            for full in pair.fulls {
                let _ = writeln!(text, "{ends} full or [ {}] [ ]", cells(session, &full.carrier));
            }
        }
        Kind::Semi => {
            for semi in pair.semis {
                let (carrier, key) = (cells(session, &semi.carrier), session.name(semi.key));
                let _ = writeln!(text, "{ends} semi and [ {carrier}] [ ] {key}");
            }
        }
    }
    Ok(text)
}

fn cells(session: &Session, carrier: &CellSet) -> String {
    carrier.iter().map(|cell| session.name(cell) + " ").collect()
}

pub(super) fn connected_full(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    connected(session, args, Kind::Full)
}

pub(super) fn connected_semi(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    connected(session, args, Kind::Semi)
}

/// The endpoints that have a connection of this kind with the named one.
fn connected(session: &Session, args: &mut Args<'_>, kind: Kind) -> Reply {
    let color = args.color()?;
    let name = args.word("a cell or an edge")?;
    args.end()?;
    let built = Built::new(session, color);
    let from = built.endpoint(session, name)?;
    let is_connected = |to: &usize| {
        built.connections.between(from, *to).is_some_and(|pair| match kind {
            Kind::Full => pair.full_common().is_some(),
            Kind::Semi => pair.semi_common().is_some(),
        })
    };
    let cells = session.size().cells().filter_map(|cell| built.endpoints.at(cell));
    let edges = built.endpoints.edge_endpoints();
    // In the order of their first cells; edges come last.
    let mut others: Vec<usize> = Vec::new();
    for to in cells.chain(edges) {
        if to != from && !others.contains(&to) && is_connected(&to) {
            others.push(to);
        }
    }
    Ok(others.into_iter().map(|to| built.name(session, to)).collect::<Vec<_>>().join(" "))
}
