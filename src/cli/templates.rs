//! `hexcoven templates`: finds and proves the edge templates that are compiled in.
//!
//! Whether a carrier is enough is monotone: more cells never harm. The smallest carriers are found the
//! way hitting sets are: take one that is enough, forbid each of its cells in turn, look again.

use crate::analysis::Analyzer;
use crate::board::{Board, Cell, CellSet, Color, Position};
use crate::connections::EdgeTemplate;
use crate::params::{AnalysisParams, ConnectionParams, SearchParams};
use crate::player::HexGame;
use crate::search::{Limits, Outcome, Search};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(super) struct TemplatesArgs {
    /// The row of the stone, 1 being next to the edge
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=5))]
    row: u8,
    /// Where another stone of the player helps: rows from 1, next to the edge, up to so many
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=5))]
    helper_rows: Option<u8>,
    /// How many steps to either side the carrier may reach, and half a step more a row further down
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    reach: u8,
    /// How many cells at a time are taken away from the carriers found, in search of others
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Expansions to prove a carrier with; what takes more is given up
    #[arg(long, default_value_t = 20_000)]
    expansions: u64,
}

pub(super) fn run(args: &TemplatesArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for helper in args.helpers() {
        Finder::new(args, helper).write_smallest_carriers(args.depth, &mut out)?;
    }
    Ok(())
}

impl TemplatesArgs {
    /// The row of the stone, 0 being next to the edge.
    fn row(&self) -> usize {
        usize::from(self.row) - 1
    }

    /// The places of the helper, or none for a lone stone.
    fn helpers(&self) -> Vec<Option<(isize, usize)>> {
        let Some(rows) = self.helper_rows else { return vec![None] };
        let reach = 2 * isize::from(self.reach);
        let steps = -reach..0;
        let places = (0..usize::from(rows)).flat_map(|r| steps.clone().map(move |step| (step, r)));
        let is_near = |place: &(isize, usize)| {
            EdgeTemplate::may_help(self.row(), *place)
                && EdgeTemplate::half_steps_right(self.row(), *place) >= -reach
        };
        let mut places: Vec<(isize, usize)> = places.filter(is_near).collect();
        // The most useful first.
        places.sort_by_key(|place| {
            std::cmp::Reverse((place.1, EdgeTemplate::half_steps_right(self.row(), *place)))
        });
        places.into_iter().map(Some).collect()
    }
}

struct Finder {
    row: usize,
    helper: Option<(isize, usize)>,
    /// The cells of the strip; sets of cells are sets of their numbers here.
    places: Vec<(isize, usize)>,
    expansions: u64,
    params: AnalysisParams,
    search: Search<Cell>,
    written: Vec<EdgeTemplate>,
    enough: Vec<CellSet>,
    too_little: Vec<CellSet>,
    proofs: ProgressBar,
}

impl Finder {
    fn new(args: &TemplatesArgs, helper: Option<(isize, usize)>) -> Self {
        let (row, reach) = (args.row(), isize::from(args.reach));
        let from_stone = move |place| EdgeTemplate::half_steps_right(row, place);
        // The farther the helper, the less is needed on the other side of the stone.
        let span = move |r: usize| {
            let further_down = row.cast_signed() - r.cast_signed();
            let (left, right) = helper.map_or((2 * reach, 2 * reach), |helper| {
                let distance = -from_stone(helper);
                (distance + 4, (2 * reach - distance).max(4))
            });
            (-left - further_down, right + further_down)
        };
        let top = helper.map_or(row + 1, |helper| row.max(helper.1));
        let places = (0..=top).flat_map(|r| {
            let (least, most) = span(r);
            (least..=most)
                .map(move |step| (step, r))
                .filter(move |place| (least..=most).contains(&from_stone(*place)))
        });
        let mut places: Vec<(isize, usize)> = places
            .filter(|place| EdgeTemplate::may_need(row, *place) && helper != Some(*place))
            .collect();
        // Those far away come first, and are the first to be taken out.
        places.sort_by_key(|place| {
            std::cmp::Reverse((place.1 > row, from_stone(*place).abs(), place.1))
        });
        let connections = ConnectionParams { edge_templates: false, ..ConnectionParams::default() };
        let style =
            ProgressStyle::with_template("{pos} proofs, {msg} {elapsed}").expect("a fixed text");
        Self {
            row,
            helper,
            places,
            expansions: args.expansions,
            params: AnalysisParams { connections, ..AnalysisParams::default() },
            search: Search::new(SearchParams { table_mib: 64, ..SearchParams::default() }),
            written: Vec::new(),
            enough: Vec::new(),
            too_little: Vec::new(),
            proofs: ProgressBar::new_spinner().with_style(style),
        }
    }

    fn template(&self, carrier: CellSet) -> EdgeTemplate {
        let mut carrier: Vec<_> = carrier.iter().map(|cell| self.places[cell.index()]).collect();
        carrier.sort_unstable();
        EdgeTemplate { row: self.row, helper: self.helper, carrier }
    }

    fn is_found_by_h_search(&self, template: &EdgeTemplate) -> bool {
        let position = Position { board: template.claim(), to_play: Color::White };
        Analyzer::new(self.params.clone()).analyze(&position).winner == Some(Color::Black)
    }

    /// Whether the helper's cell would be as good if it were empty.
    fn needs_no_helper(&mut self, template: &EdgeTemplate) -> bool {
        let Some(place) = template.helper else { return false };
        let carrier = template.carrier.iter().copied().chain([place]).collect();
        let alone = EdgeTemplate { helper: None, carrier, ..template.clone() };
        EdgeTemplate::may_need(self.row, place) && self.holds(&alone)
    }

    fn is_enough(&mut self, carrier: CellSet) -> bool {
        if self.enough.iter().any(|known| known.is_subset(&carrier)) {
            return true;
        }
        if self.too_little.iter().any(|known| carrier.is_subset(known)) {
            return false;
        }
        let is_enough = self.holds(&self.template(carrier));
        if is_enough {
            self.enough.push(carrier);
        } else {
            self.too_little.push(carrier);
        }
        is_enough
    }

    /// Whether a template is proved to hold within the limit.
    fn holds(&mut self, template: &EdgeTemplate) -> bool {
        self.proofs.inc(1);
        let board: Board = template.claim();
        let mut game = HexGame::new(Position { board, to_play: Color::White }, self.params.clone());
        self.search.clear();
        let limits = Limits::expansions(self.expansions);
        self.search.run(&mut game, &limits, &mut |_| ()).outcome == Some(Outcome::Lost)
    }

    /// A part of an ample carrier of which nothing can be spared, as far as proofs were found.
    fn shrink(&mut self, mut carrier: CellSet) -> CellSet {
        for place in carrier {
            let mut smaller = carrier;
            smaller.remove(place);
            if self.is_enough(smaller) {
                carrier = smaller;
            }
        }
        carrier
    }

    /// What the sides of the board cut off: nothing, or all beyond some column on either side.
    fn cuts(&self) -> Vec<CellSet> {
        let outside = |is_outside: &dyn Fn(isize) -> bool| -> CellSet {
            let places = self.places.iter().enumerate();
            places.filter(|(_, (step, _))| is_outside(*step)).map(|(i, _)| Cell::new(i)).collect()
        };
        let last = self.places.iter().map(|(step, _)| step.abs()).max().unwrap_or_default();
        let sides = |last| [outside(&|step| step > last), outside(&|step| step < -last)];
        (0..=last).rev().flat_map(sides).collect()
    }

    /// Writes the smallest carriers, all that avoid up to `depth` cells of others, but for those that
    /// H-search finds.
    fn write_smallest_carriers(&mut self, depth: u32, out: &mut impl Write) -> io::Result<()> {
        let all: CellSet = (0..self.places.len()).map(Cell::new).collect();
        let mut found: Vec<CellSet> = Vec::new();
        let mut waiting: VecDeque<(CellSet, u32)> =
            self.cuts().into_iter().map(|cut| (cut, 0)).collect();
        let mut seen: HashSet<CellSet> = waiting.iter().map(|(cut, _)| *cut).collect();
        while let Some((forbidden, taken)) = waiting.pop_front() {
            self.proofs.set_message(format!("{} carriers, {} to try,", found.len(), waiting.len()));
            let known = found.iter().find(|carrier| !carrier.intersects(&forbidden)).copied();
            let carrier = match known {
                Some(carrier) => carrier,
                None if self.is_enough(all - forbidden) => {
                    let carrier = self.shrink(all - forbidden);
                    found.push(carrier);
                    self.write(&self.template(carrier), out)?;
                    carrier
                }
                None => continue,
            };
            if taken < depth {
                let next = carrier.iter().map(|place| forbidden | [place].into_iter().collect());
                let next = next.filter(|forbidden| seen.insert(*forbidden));
                waiting.extend(next.map(|forbidden| (forbidden, taken + 1)));
            }
        }
        self.proofs.finish();
        Ok(())
    }

    fn write(&mut self, template: &EdgeTemplate, out: &mut impl Write) -> io::Result<()> {
        let is_written =
            [template, &template.mirrored()].iter().any(|image| self.written.contains(image));
        if is_written || self.is_found_by_h_search(template) || self.needs_no_helper(template) {
            return Ok(());
        }
        self.written.push(template.clone());
        let helped = if template.helper.is_some() { " and a helper" } else { "" };
        let (row, cells) = (template.row + 1, template.carrier.len());
        writeln!(out, "# row {row}, {cells} cells{helped}\n{template}")
    }
}
