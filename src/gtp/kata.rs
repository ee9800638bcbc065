//! Live analysis in the formats of `KataGo` and Leela Zero, which analysis boards read. Until the next command
//! there is a line at every interval, with the visits, the chance and the main line of each move.
//!
//! | word | what it tells |
//! |---|---|
//! | `visits` | expansions at the move and below. A proved move has one at least, and so has the one that is played |
//! | `winrate` | the chance of the player for whom the search is, after the move ([`Forecast`]): 0 or 1 if it is proved, else from 0.01 to 0.99. Of a move that was not searched it is a guess, with a network no better than that of the position. Without a network, as at levels 1 to 8, the value stands for it, so an open game may look even |
//! | `prior` | the move's share of the scores of all moves before the search |
//! | `order` | from 0, the best: by what is proved, then by work, so the next may have the higher `winrate`. A swap is first if its chance is above a half, else after the open moves |
//! | `pv`, `pvVisits` | the main line from the move on, and the visits of its positions |
//! | `rootInfo visits` | the sum over all moves, shown or not. A swap counts as many as the search had expansions |
//! | `rootInfo winrate` | the chance before the move, by all that was looked at, or by the swap if that is better; mostly below that of the best move. `rootInfo utility` is twice this less 1 |
//! | `ownership`, `movesOwnership` | of each cell, row by row from the top, the difference of both players' currents through it over their sum ([`Ownership`]) |
//!
//! `lz-analyze` has `winrate` and `prior` in parts of 10 000, and no `rootInfo`.
//!
//! An analysis ends at the next command, or by itself once the winner is proved; limits of moves, such as
//! `max_expansions`, do not end it. `kata-search_analyze` has them, and says a move at its end without making it. Keys that
//! only `KataGo` knows are passed over.

use super::args::Args;
use super::graphics::Drawer;
use super::ownership::Ownership;
use super::{Coordinates, DONE, Draw, GtpError, Reply, Session, client_settings, decided};
use crate::board::{ByColor, Cell, CellSet, Color};
use crate::player::{Answer, Forecast, Game, Move, Player};
use crate::search::{Limits, Outcome, Report, RootMove, relative_score};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// The program whose format is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `KataGo`: probabilities from 0 to 1.
    Kata,
    /// Leela Zero: probabilities in units of 1/10000.
    Leela,
}

/// The swap as a move that may be shown.
#[derive(Clone, Debug)]
struct Swap {
    name: String,
    /// The log-odds of the position without a search, by which a level without a network swaps.
    log_odds: Option<f32>,
}

/// What a line says about one move.
#[derive(Clone, Debug)]
struct Info {
    name: String,
    visits: u64,
    chance: f32,
    prior: f64,
    line: String,
    line_work: Vec<u64>,
    is_lost: bool,
    /// None for the swap.
    cell: Option<Cell>,
}

/// What the user asked to be shown.
#[derive(Clone, Debug)]
struct Wish {
    dialect: Dialect,
    color: Color,
    every: Option<Duration>,
    /// The number of moves to show at least, whether they were searched or not.
    least: usize,
    /// The number of moves to show at most.
    most: usize,
    /// The only moves to search. None for all.
    only: Option<CellSet>,
    further: Vec<Further>,
}

/// What `KataGo` sends only if the client asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Further {
    Root,
    LineWork,
    Ownership,
    OwnershipAfter,
}

/// How long the answer to an analysis waits under `KataHex`'s names of cells. hexata gets ready for the answer only when it
/// has sent the command, and drops all lines up to the next `=` if it comes earlier. Its thread may have to wait a few times
/// for Python's lock, 5 ms each time.
const HEXATA_GETS_READY: Duration = Duration::from_millis(30);

pub(super) fn kata_analyze(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    if session.coordinates == Coordinates::KataHex {
        std::thread::sleep(HEXATA_GETS_READY);
    }
    analyze(Dialect::Kata, session, args, draw)
}

pub(super) fn lz_analyze(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    analyze(Dialect::Leela, session, args, draw)
}

pub(super) fn kata_genmove(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    choose(Dialect::Kata, Player::move_shown, session, args, draw)
}

pub(super) fn lz_genmove(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    choose(Dialect::Leela, Player::move_shown, session, args, draw)
}

pub(super) fn kata_search(session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    choose(Dialect::Kata, Player::advise, session, args, draw)
}

/// Searches until another command comes or the position is solved, and shows the search at every interval.
fn analyze(dialect: Dialect, session: &mut Session, args: &mut Args<'_>, draw: Draw<'_>) -> Reply {
    let wish = Wish::read(dialect, session, args)?;
    let drawer = Drawer::of(session, wish.color);
    let limits = Limits { show_every: wish.every, ..session.analysis_limits() };
    let swap = swap(session, wish.color).filter(|_| wish.only.is_none());
    let mut owners = Ownership::of(session, wish.color);
    let mut show = |report: &Report<Cell>| {
        draw(&wish.line(drawer, report, swap.as_ref(), &mut owners));
    };
    let report = match wish.only {
        Some(moves) => session.player.search_only(moves, wish.color, &limits, &mut show),
        None => session.player.search(wish.color, &limits, &mut show),
    };
    let report = decided::report_for_analysis_board(session, wish.color, wish.only, report);
    draw(&wish.line(drawer, &report, swap.as_ref(), &mut owners));
    Ok(DONE)
}

/// How the player chooses a move: it makes it, or says it alone.
type Choose = fn(&mut Player, Color, Option<Duration>, &mut dyn FnMut(&Report<Cell>)) -> Answer;

/// Chooses a move, and shows the search: at every interval, if one was given, and at its end.
fn choose(
    dialect: Dialect,
    by: Choose,
    session: &mut Session,
    args: &mut Args<'_>,
    draw: Draw<'_>,
) -> Reply {
    let wish = Wish::read(dialect, session, args)?;
    if wish.only.is_some() {
        return Err(GtpError::new(
            "`avoid` and `allow` do not go with a command that chooses a move",
        ));
    }
    let drawer = Drawer::of(session, wish.color);
    let swap = swap(session, wish.color);
    let had_moves = session.player.game().board().winner().is_none();
    let mut owners = Ownership::of(session, wish.color);
    let answer = by(&mut session.player, wish.color, wish.every, &mut |report| {
        if wish.every.is_some() {
            draw(&wish.line(drawer, report, swap.as_ref(), &mut owners));
        }
    });
    if let Some((_, report)) = session.player.last_report().filter(|_| had_moves) {
        let mut report = decided::report_for_analysis_board(
            session,
            wish.color,
            Some(CellSet::EMPTY),
            report.clone(),
        );
        let chosen =
            |root_move: &&mut RootMove<Cell>| answer == Answer::Move(Move::Place(root_move.mv));
        report.moves.iter_mut().find(chosen).map(decided::see);
        draw(&wish.line(drawer, &report, swap.as_ref(), &mut owners));
    }
    draw(&format!("play {}\n", session.answer_text(&answer)));
    Ok(DONE)
}

/// The swap, if the player may swap now.
fn swap(session: &Session, color: Color) -> Option<Swap> {
    let player = &session.player;
    let log_odds = || player.expansion(color).best_log_odds();
    player.swap(color).map(|swap| Swap { name: session.move_name(swap), log_odds: log_odds() })
}

/// The evaluation of the position without a search, in `KataGo`'s format: the chance, and each move's share of the
/// scores. After the end of the game every empty cell has the same share, as `KataHex` has one for each. `NAN` stands for
/// cells that are no move.
pub(super) fn kata_raw_nn(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let symmetry = symmetry(args)?;
    args.end()?;
    let to_play = session.player.game().to_play();
    raw_nn(&mut session.player, to_play, symmetry)
}

/// The same for several positions with Black to move, each given by its stones, `|` between them. The position on the
/// board stays.
pub(super) fn kata_raw_nn_batch(session: &mut Session, args: &mut Args<'_>, _: Draw<'_>) -> Reply {
    let symmetry = symmetry(args)?;
    let mut positions = vec![Vec::new()];
    while let Some(word) = args.peek() {
        if word == "|" {
            args.word("a separator")?;
            positions.push(Vec::new());
        } else if let Some(stones) = positions.last_mut() {
            stones.push((args.color()?, args.cell()?));
        }
    }
    let (params, networks) = (session.player.params(), session.player.networks());
    let mut player = Player::with_networks(session.size(), params.clone(), Arc::clone(networks));
    let mut text = String::new();
    for (number, stones) in positions.into_iter().enumerate() {
        let game = Game::with_stones(session.size(), stones);
        player.begin_game(game.map_err(|error| session.refusal(&error))?);
        let _ =
            writeln!(text, "position {number}\n{}", raw_nn(&mut player, Color::Black, symmetry)?);
    }
    Ok(text)
}

/// Reads which of the eight symmetries of a board of Go is to be looked at. A position of Hex is looked at as it is
/// whichever was asked for, and `all` is answered once.
fn symmetry(args: &mut Args<'_>) -> Result<u8, GtpError> {
    let word = args.word("a symmetry")?;
    let number = if word == "all" { Some(0) } else { word.parse().ok() };
    number
        .filter(|number| *number < 8)
        .ok_or_else(|| GtpError::new(format!("`{word}` is not 0 to 7 or all")))
}

fn raw_nn(player: &mut Player, color: Color, symmetry: u8) -> Reply {
    let size = player.game().board().size();
    let expansion = player.expansion(color);
    let forecast = Forecast::new(expansion.outcome, expansion.best_log_odds(), color);
    let forecast =
        forecast.ok_or_else(|| GtpError::new("the network is not used (use_network=0)"))?;
    let white = forecast.chance_of(Color::White);
    let board = player.game().board();
    let errors = match board.winner() {
        Some(_) => board.empty().iter().map(|cell| (cell, 0)).collect(),
        None => super::analyze::errors(player, &expansion, color),
    };
    let all: f64 = errors.iter().map(|(_, error)| relative_score(*error)).sum();
    let of_cell = |cell: Cell| {
        let error = errors.iter().find(|(other, _)| *other == cell).map(|(_, error)| *error);
        error.map_or("NAN".to_owned(), |error| format!("{:.6}", relative_score(error) / all))
    };
    let shares: Vec<String> = size.cells().map(of_cell).collect();
    let rows: Vec<String> = shares.chunks(size.columns()).map(|row| row.join(" ")).collect();
    Ok(format!(
        "symmetry {symmetry}\nwhiteWin {white:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\npolicy\n{}\npolicyPass NAN",
        1.0 - white,
        rows.join("\n")
    ))
}

impl Wish {
    /// Reads `[colour] [centiseconds] (key value)...`.
    fn read(dialect: Dialect, session: &Session, args: &mut Args<'_>) -> Result<Self, GtpError> {
        let is_color = args.peek().is_some_and(|word| word.parse::<Color>().is_ok());
        let color = if is_color { args.color()? } else { session.player.game().to_play() };
        let mut may_be_color = !is_color;
        let (least, most) = (0, usize::MAX);
        let further = Vec::new();
        let mut wish = Self { dialect, color, every: None, least, most, only: None, further };
        if args.peek().is_some_and(|word| word.parse::<f64>().is_ok()) {
            wish.every = Some(interval(args)?);
            may_be_color = false;
        }
        let board = session.player.game().board();
        let mut avoided = ByColor::<CellSet>::default();
        let mut allowed = ByColor::<Option<CellSet>>::default();
        while let Some(key) = args.peek() {
            args.word("a key")?;
            match key.to_ascii_lowercase().as_str() {
                "interval" => wish.every = Some(interval(args)?),
                "minmoves" => wish.least = args.parse("a number of moves")?,
                "maxmoves" => wish.most = args.parse("a number of moves")?,
                "avoid" => {
                    let (color, cells) = restriction(args)?;
                    avoided[color] |= cells;
                }
                "allow" => {
                    let (color, cells) = restriction(args)?;
                    if allowed[color].replace(cells).is_some() {
                        return Err(GtpError::new("`allow` is to be said once for a colour"));
                    }
                }
                _ => match Further::of(key).filter(|_| dialect == Dialect::Kata) {
                    Some(further) => wish.set(further, args.word("a value").and_then(truth)?),
                    None => pass_over(key, args, may_be_color)?,
                },
            }
            may_be_color = false;
        }
        let (allowed, avoided) = (allowed[color], avoided[color]);
        // What is allowed by name is shown, searched or not.
        if allowed.is_some() {
            wish.least = usize::MAX;
        }
        if allowed.is_some() || !avoided.is_empty() {
            let only = (allowed.unwrap_or(board.empty()) & board.empty()) - avoided;
            if only.is_empty() {
                return Err(GtpError::new("no move is left to look at"));
            }
            wish.only = Some(only);
        }
        Ok(wish)
    }

    /// Sets whether this is sent.
    fn set(&mut self, further: Further, is_wanted: bool) {
        self.further.retain(|other| *other != further);
        if is_wanted {
            self.further.push(further);
        }
    }

    fn wants(&self, further: Further) -> bool {
        self.further.contains(&further)
    }

    /// A line with the moves to show and what else was asked for. Empty if there is nothing.
    fn line(
        &self,
        drawer: Drawer,
        report: &Report<Cell>,
        swap: Option<&Swap>,
        owners: &mut Ownership,
    ) -> String {
        let mut texts = Vec::new();
        for (order, info) in self.shown(drawer, report, swap).iter().enumerate() {
            texts.push(self.info_text(order, info, owners));
        }
        if self.wants(Further::Root) {
            texts.push(self.root_text(drawer, report, swap));
        }
        if self.wants(Further::Ownership) {
            texts.push(format!("ownership{}", owners.text(None)));
        }
        if texts.is_empty() { String::new() } else { texts.join(" ") + "\n" }
    }

    /// The moves to show, the best first and proved losses last; the swap is one of them.
    fn shown(&self, drawer: Drawer, report: &Report<Cell>, swap: Option<&Swap>) -> Vec<Info> {
        let mut infos = self.infos(drawer, report);
        if let Some(swap) = swap {
            let visits = swap_visits(report);
            let swap = Info {
                name: swap.name.clone(),
                visits,
                chance: swap.chance(report, self.color),
                prior: 0.0,
                line: swap.name.clone(),
                line_work: vec![visits],
                is_lost: report.outcome == Some(Outcome::Won),
                cell: None,
            };
            // The player swaps if the position looks lost, whatever its best move is worth.
            let is_best = swap.chance > 0.5;
            let before_losses = infos.iter().position(|info| info.is_lost && !swap.is_lost);
            let place = before_losses.unwrap_or(infos.len());
            infos.insert(if is_best { 0 } else { place }, swap);
        }
        infos.truncate(self.most);
        infos
    }

    fn info_text(&self, order: usize, info: &Info, owners: &mut Ownership) -> String {
        let Info { name, visits, line, .. } = info;
        let (chance, prior) = (self.fraction(info.chance.into()), self.fraction(info.prior));
        let mut text = format!(
            "info move {name} visits {visits} winrate {chance} prior {prior} order {order} pv {line}"
        );
        if self.wants(Further::LineWork) {
            text.push_str(" pvVisits");
            for work in &info.line_work {
                let _ = write!(text, " {work}");
            }
        }
        if let Some(cell) = info.cell.filter(|_| self.wants(Further::OwnershipAfter)) {
            let _ = write!(text, " movesOwnership{}", owners.text(Some(cell)));
        }
        text
    }

    /// All visits, those shown for the swap among them, and the player's chance by the moves that were looked at, or by the
    /// swap if that is better. The utility is 1 for a win and -1 for a loss.
    fn root_text(&self, drawer: Drawer, report: &Report<Cell>, swap: Option<&Swap>) -> String {
        let visits: u64 = report.moves.iter().map(|root_move| root_move.work).sum();
        let visits = visits + swap.map_or(0, |_| swap_visits(report));
        let chance = drawer.chance(report);
        let chance = swap.map_or(chance, |swap| chance.max(swap.chance(report, self.color)));
        let chance = f64::from(chance);
        let utility = 2.0 * chance - 1.0;
        format!("rootInfo visits {visits} utility {utility:.4} winrate {}", self.fraction(chance))
    }

    /// What is known of the moves that are to be shown.
    fn infos(&self, drawer: Drawer, report: &Report<Cell>) -> Vec<Info> {
        let all: f64 =
            report.moves.iter().map(|root_move| relative_score(root_move.first_error)).sum();
        let shown = report.moves.iter().enumerate().filter(|(order, root_move)| {
            root_move.work > 0 || root_move.outcome.is_some() || *order < self.least
        });
        let info = |(_, root_move): (usize, &RootMove<Cell>)| Info {
            name: drawer.name(root_move.mv),
            visits: root_move.work,
            chance: drawer.chance_after(report, root_move),
            prior: relative_score(root_move.first_error) / all,
            line: drawer.names(&root_move.line),
            line_work: root_move.line_work.clone(),
            is_lost: root_move.outcome == Some(Outcome::Lost),
            cell: Some(root_move.mv),
        };
        shown.map(info).collect()
    }

    fn fraction(&self, fraction: f64) -> String {
        match self.dialect {
            Dialect::Kata => format!("{fraction:.4}"),
            Dialect::Leela => format!("{:.0}", 10_000.0 * fraction),
        }
    }
}

/// The visits that are shown for a swap: those of the position, which it hands over. Boards do not draw a move without
/// visits, so it has one where all is decided at once.
fn swap_visits(report: &Report<Cell>) -> u64 {
    report.expansions.max(u64::from(report.outcome.is_some()))
}

impl Swap {
    /// The chance of this player, to move, after it.
    fn chance(&self, report: &Report<Cell>, color: Color) -> f32 {
        Forecast::with_fallback(report, self.log_odds, color).exchanged().chance_of(color)
    }
}

impl Further {
    /// What this key of `KataGo` stands for.
    fn of(key: &str) -> Option<Self> {
        match key.to_ascii_lowercase().as_str() {
            "rootinfo" => Some(Self::Root),
            "pvvisits" => Some(Self::LineWork),
            "ownership" => Some(Self::Ownership),
            "movesownership" => Some(Self::OwnershipAfter),
            _ => None,
        }
    }
}

/// Whether something is wanted.
fn truth(word: &str) -> Result<bool, GtpError> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(GtpError::new(format!("syntax error: `{word}` is not true or false"))),
    }
}

/// Passes over a key of another program and its value. Where a colour may stand, only a key that is true or false is passed
/// over: anything else may be a misspelt colour.
fn pass_over(key: &str, args: &mut Args<'_>, may_be_color: bool) -> Result<(), GtpError> {
    if !client_settings::is_name(key) {
        return Err(GtpError::new(format!("syntax error: `{key}` is not a key")));
    }
    if may_be_color && args.peek().is_none_or(|word| truth(word).is_err()) {
        return Err(GtpError::new(format!("`{key}` is not a colour, an interval or a key")));
    }
    args.word("a value")?;
    log::info!("`{key}` of an analysis is passed over");
    Ok(())
}

/// Reads `colour cell,cell,... n`: whose moves are restricted, to which cells, in the next `n` moves of a line. `KataGo`
/// heeds all of them; here only the next move is restricted, and so nothing if the other player moves next.
fn restriction(args: &mut Args<'_>) -> Result<(Color, CellSet), GtpError> {
    let (color, cells) = (args.color()?, args.cells()?);
    let depth: usize = args.parse("a number of moves")?;
    if depth == 0 {
        return Err(GtpError::new("a restriction is of 1 move or more"));
    }
    if depth > 1 {
        log::info!("only the next move is restricted, not the next {depth}");
    }
    Ok((color, cells))
}

fn interval(args: &mut Args<'_>) -> Result<Duration, GtpError> {
    args.time("a number of centiseconds", 100.0, "an interval")
}
