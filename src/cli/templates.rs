//! `hexcoven templates`: finds and proves the edge templates that are compiled in.
//!
//! Whether a carrier is enough is monotone: more cells never harm. The smallest carriers are found the
//! way hitting sets are: take one that is enough, forbid each of its cells in turn, look again.

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
    /// Where another stone of the player helps: rows from 1, next to the edge, up to so many
    #[arg(long, conflicts_with = "within", value_parser = clap::value_parser!(u8).range(1..=5))]
    helper_rows: Option<u8>,
    /// How many steps to either side the carrier may reach, and half a step more a row further down
    #[arg(long, conflicts_with = "within", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=7))]
    reach: u8,
    /// Look inside these pictures instead: drawn as this command draws, `*` for the stone, `+` for stones
    /// that may help, `o` for cells that may be needed
    #[arg(long, value_name = "FILE")]
    within: Option<PathBuf>,
    /// How many cells at a time are taken away from the carriers found, in search of others
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Expansions to prove a carrier with; what takes more is given up
    #[arg(long, default_value_t = 20_000)]
    expansions: u64,
}

pub(super) fn run(args: &TemplatesArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for ample in args.ample()? {
        Finder::new(ample, args.expansions).write_smallest_carriers(args.depth, &mut out)?;
    }
    Ok(())
}

impl TemplatesArgs {
    /// What is looked into: templates with more than enough of everything.
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

/// A stone's surroundings along the edge.
struct Strip {
    /// The row of the stone, 0 being next to the edge.
    row: usize,
    /// Steps to either side.
    reach: isize,
}

impl Strip {
    fn right_of_stone(&self, place: (isize, usize)) -> isize {
        EdgeTemplate::half_steps_right(self.row, place)
    }

    /// The places for a helper, the most useful first: to the left of the stone, since the mirror images
    /// have the others.
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

    /// All cells that may be needed with this helper. The farther the helper, the less is needed on the
    /// other side of the stone.
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
    /// The cells that may be needed; sets of cells are sets of their numbers here.
    places: Vec<(isize, usize)>,
    expansions: u64,
    /// With the templates that are compiled in.
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
        // Those far away come first, and are the first to be taken out.
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

    /// Whether the cell of some helper would be as good if it were empty.
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
    /// are known.
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
