//! `hexcoven templates`: finds and proves edge templates beyond those that are compiled in.
//!
//! More cells never make a carrier worse. So the smallest carriers are found as hitting sets are: take one that is
//! enough, forbid each of its cells in turn, and look for others.

use super::files::read_file;
use crate::board::{Cell, CellSet, Color, Position};
use crate::connections::EdgeTemplate;
use crate::params::{ConnectionParams, Params, Profile};
use crate::search::{Limits, Outcome};
use crate::solver::Solver;
use anyhow::Context;
use clap::{ArgGroup, Args};
use indicatif::{ProgressBar, ProgressStyle};
use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where").required(true).args(["row", "within"]))]
pub(super) struct TemplatesArgs {
    /// The row of the stone, 1 being next to the edge
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=5))]
    row: Option<u8>,
    /// With another stone of the player that helps, in any of this many rows next to the edge
    #[arg(long, conflicts_with = "within", value_parser = clap::value_parser!(u8).range(1..=5))]
    helper_rows: Option<u8>,
    /// Steps that the carrier may reach to either side in the stone's row; half a step more in each row below
    #[arg(long, conflicts_with = "within", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    reach: u8,
    /// Look for carriers inside these pictures instead, drawn as this command draws them: `*` for the stone, `+`
    /// for stones that may help, `o` for cells that may be needed
    #[arg(long, value_name = "FILE")]
    within: Option<PathBuf>,
    /// How many cells of the carriers found are forbidden together to find others
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Expansions to prove a carrier; one that takes more counts as not proved
    #[arg(long, default_value_t = 20_000)]
    expansions: u64,
}

pub(super) fn run(args: &TemplatesArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut new = 0;
    for ample in args.ample()? {
        let mut finder = Finder::new(ample, args.expansions);
        finder.write_smallest_carriers(args.depth, &mut out)?;
        new += finder.written.len();
    }
    if new == 0 {
        log::warn!("no new template was found: those that are compiled in are not written");
    }
    Ok(())
}

impl TemplatesArgs {
    /// The templates to shrink: they have more cells than are needed.
    fn ample(&self) -> anyhow::Result<Vec<EdgeTemplate>> {
        let Some(row) = self.row else {
            return self.within.as_deref().map_or(Ok(vec![]), read_pictures);
        };
        let strip = Strip { row: usize::from(row) - 1, reach: isize::from(self.reach) };
        let helped = self.helper_rows.map(|rows| strip.helpers(usize::from(rows)));
        let helpers = helped.map_or(vec![None], |helpers| helpers.into_iter().map(Some).collect());
        Ok(helpers.into_iter().map(|helper| strip.ample(helper)).collect())
    }
}

fn read_pictures(path: &Path) -> anyhow::Result<Vec<EdgeTemplate>> {
    EdgeTemplate::read(&read_file(path)?).with_context(|| path.display().to_string())
}

/// The surroundings of a stone near the edge.
struct Strip {
    /// The row of the stone, 0 being next to the edge.
    row: usize,
    /// How far they reach to either side, in steps.
    reach: isize,
}

impl Strip {
    fn right_of_stone(&self, place: (isize, usize)) -> isize {
        EdgeTemplate::half_steps_right(self.row, place)
    }

    /// The places for a helping stone, the most useful first. Only those to the left of the stone: mirror images have
    /// the others.
    fn helpers(&self, rows: usize) -> Vec<(isize, usize)> {
        let reach = 2 * self.reach;
        let places = (0..rows).flat_map(|row| (-reach..0).map(move |step| (step, row)));
        let is_near = |place: &(isize, usize)| {
            EdgeTemplate::may_need(self.row, *place)
                && (-reach..0).contains(&self.right_of_stone(*place))
        };
        let mut places: Vec<(isize, usize)> = places.filter(is_near).collect();
        places.sort_by_key(|place| Reverse((place.1, self.right_of_stone(*place))));
        places
    }

    /// The template of all cells that may be needed with this helping stone. The farther away it is, the fewer cells
    /// are needed on the other side of the stone.
    fn ample(&self, helper: Option<(isize, usize)>) -> EdgeTemplate {
        let (row, reach) = (self.row, 2 * self.reach);
        let (left, right) = helper.map_or((reach, reach), |helper| {
            let distance = -self.right_of_stone(helper);
            (distance + 4, (reach - distance).max(4))
        });
        let top = helper.map_or(row + 1, |helper| row.max(helper.1));
        let places = (0..=top).flat_map(|r| {
            let further_down = row.cast_signed() - r.cast_signed();
            let span = -left - further_down..=right + further_down;
            span.clone().map(move |step| (step, r)).filter(move |place| {
                span.contains(&self.right_of_stone(*place))
                    && EdgeTemplate::may_need(row, *place)
                    && helper != Some(*place)
            })
        });
        let mut carrier: Vec<(isize, usize)> = places.collect();
        carrier.sort_unstable();
        EdgeTemplate { row, helpers: helper.into_iter().collect(), carrier }
    }
}

struct Finder {
    row: usize,
    helpers: Vec<(isize, usize)>,
    /// The cells that may be needed. A `CellSet` here holds indices into this list.
    places: Vec<(isize, usize)>,
    expansions: u64,
    /// The parameters with the templates that are compiled in.
    connections: ConnectionParams,
    solver: Solver,
    written: Vec<EdgeTemplate>,
    enough: Vec<CellSet>,
    too_little: Vec<CellSet>,
    proofs: ProgressBar,
}

impl Finder {
    fn new(ample: EdgeTemplate, expansions: u64) -> Self {
        let EdgeTemplate { row, helpers, carrier: mut places } = ample;
        // The cells farthest away come first, and `shrink` tries to remove these first.
        places.sort_by_key(|place| {
            let from_stone = EdgeTemplate::half_steps_right(row, *place);
            Reverse((place.1 > row, from_stone.abs(), place.1))
        });
        let mut params = Params::of(Profile::Solve);
        params.search.table_mib = 64;
        let style =
            ProgressStyle::with_template("{pos} proofs, {msg} {elapsed}").expect("a fixed text");
        let connections = Params::default().position.knowledge.connections;
        params.position.knowledge.connections.edge_templates = false;
        Self {
            row,
            helpers,
            places,
            expansions,
            connections,
            solver: Solver::new(&params),
            written: Vec::new(),
            enough: Vec::new(),
            too_little: Vec::new(),
            proofs: ProgressBar::new_spinner().with_style(style),
        }
    }

    fn template(&self, carrier: CellSet) -> EdgeTemplate {
        let mut carrier: Vec<_> = carrier.iter().map(|cell| self.places[cell.index()]).collect();
        carrier.sort_unstable();
        EdgeTemplate { row: self.row, helpers: self.helpers.clone(), carrier }
    }

    /// Whether the template would still hold with a cell of the carrier in place of a helping stone.
    fn has_idle_helper(&mut self, template: &EdgeTemplate) -> bool {
        template.helpers.iter().any(|idle| {
            let mut without = template.clone();
            without.helpers.retain(|helper| helper != idle);
            without.carrier.push(*idle);
            self.holds(&without)
        })
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
        let position = Position { board: template.claim(), to_play: Color::White };
        self.solver.clear();
        let limits = Limits::expansions(self.expansions);
        self.solver.solve(&position, &limits, &mut |_| ()).outcome == Some(Outcome::Lost)
    }

    /// A part of this carrier from which no cell can be removed, as far as proofs were found.
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

    /// The cells that a side of the board can cut off: none, or all beyond some column on one side.
    fn cuts(&self) -> Vec<CellSet> {
        let outside = |is_outside: &dyn Fn(isize) -> bool| -> CellSet {
            let places = self.places.iter().enumerate();
            places.filter(|(_, (step, _))| is_outside(*step)).map(|(i, _)| Cell::new(i)).collect()
        };
        let last = self.places.iter().map(|(step, _)| step.abs()).max().unwrap_or_default();
        let sides = |last| [outside(&|step| step > last), outside(&|step| step < -last)];
        (0..=last).rev().flat_map(sides).collect()
    }

    /// Writes the smallest carriers: all that avoid up to `depth` cells of those found before. Templates that are
    /// compiled in are left out.
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
        if is_written || template.is_found(&self.connections) || self.has_idle_helper(template) {
            return Ok(());
        }
        self.written.push(template.clone());
        let helped = match template.helpers.len() {
            0 => String::new(),
            1 => " and a helper".to_owned(),
            helpers => format!(" and {helpers} helpers"),
        };
        let (row, cells) = (template.row + 1, template.carrier.len());
        writeln!(out, "# row {row}, {cells} cells{helped}\n{template}")
    }
}
