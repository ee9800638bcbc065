// The live analysis of the position that is shown.

import { run, stop } from "./server.js";
import { changed, proved, showError, state } from "./state.js";
import { lineOf } from "./tree.js";

// The node whose analysis ended with an error; null if none did.
let failed = null;

// Begins to analyse the position, if the engine is switched on, nothing else runs and it is not proved.
export async function analyse() {
  if (state.mode !== "analyse" || !state.engine || state.position?.winner) return;
  if ((state.busy && state.busy !== "analysis") || proved()) return;
  const node = state.at;
  state.busy = "analysis";
  changed();
  const told = (report) => {
    state.report = { node, ...report };
    note(node, report);
    changed();
  };
  try {
    const report = await run("search", { analyse: { line: lineOf(state.tree, node), may_swap: true } }, told);
    if (!report || state.at !== node) return;
    if (report.moves) told(report);
    state.busy = null;
    changed();
    if (report.isCalledOff && !document.hidden) analyse();
  } catch (error) {
    if (state.at !== node) return;
    failed = node;
    state.busy = null;
    showError(error);
  }
}

// Keeps Black's chance for the graph.
function note(node, { chance, winner, to_play }) {
  if (winner) node.chance = winner === "black" ? 1 : 0;
  else if (chance !== null) node.chance = to_play === "black" ? chance : 1 - chance;
}

// Switches the engine on or off. After an error of the analysis it begins anew.
export function switchEngine() {
  state.engine = !state.engine || (failed === state.at && state.busy === null);
  failed = null;
  state.message = "";
  if (state.engine) {
    analyse();
  } else if (state.busy === "analysis") {
    stop("search");
    state.busy = null;
  }
  changed();
}

// Ends a proof or a review. What it has found so far stays.
export function cancel() {
  stop("search");
  state.busy = null;
  changed();
  analyse();
}
