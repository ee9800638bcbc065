// The review of a game: the chance at every position, and the moves that gave much away.

import { run } from "./server.js";
import { changed, showError, state } from "./state.js";
import { isEdit, lineOf, lineThrough } from "./tree.js";
import { percent } from "./chances.js";
import { analyse } from "./analysis.js";

const EXPANSIONS = 200;

// The progress, such as "12 of 60".
export let progress = "";

// Steps that are a move or stones put by hand: each has its judgement.
const isJudged = (step) => !/^(turn|resign|forfeit)-/.test(step);

export async function review() {
  const nodes = lineThrough(state.at);
  const line = lineOf(state.tree, nodes.at(-1));
  state.busy = "review";
  state.message = "";
  progress = "";
  changed();
  const told = (found) => {
    progress = `${found.done} of ${found.all} positions`;
    keep(nodes, found);
    changed();
  };
  try {
    const result = await run("search", { review: { line, expansions: EXPANSIONS } }, told);
    if (!result) return;
    if (result.error) throw new Error(result.error);
    if (result.positions) told(result);
  } catch (error) {
    showError(error);
  }
  if (state.busy === "review") {
    state.busy = null;
    changed();
    analyse();
  }
}

// Gives every node that the review has come to its chance and its judgement.
function keep(nodes, { positions, steps }) {
  let count = 0;
  for (const node of nodes) {
    const before = count;
    count += node.steps.filter(isJudged).length;
    if (positions[count]) node.chance = positions[count].black;
    if (count === before) node.judgement = null;
    else if (steps[count - 1]) node.judgement = steps[count - 1];
  }
}

// The nodes of the line with a move that gave much away, and all losses by player; also how much is judged, if not all.
export function mistakes() {
  const moves = lineThrough(state.at).filter((node) => node.steps.some(isJudged) && !isEdit(node));
  const judged = moves.filter((node) => node.judgement?.player);
  const worst = judged.filter((node) => node.judgement.better);
  const losses = ["black", "white"].map((color) => lossOf(color, judged)).filter(Boolean);
  const part = losses.length > 0 && judged.length < moves.length ? ` (${judged.length} of ${moves.length} moves)` : "";
  return { worst, summary: losses.join(", ") + part };
}

// What a player gave away, in words; none if no move is judged. A player is known by the first colour: `black`, or
// `black (then white)` in a review of a line with a swap of sides.
function lossOf(color, judged) {
  const own = judged.map((node) => node.judgement).filter(({ player }) => player.startsWith(color));
  if (own.length === 0) return null;
  const mean = own.reduce((sum, { loss }) => sum + loss, 0) / own.length;
  const { player } = own.at(-1);
  return `${player[0].toUpperCase()}${player.slice(1)} gave away ${(100 * mean).toFixed(1)} % a move`;
}

// What is proved has a chance of exactly 0 or 1.
const words = (chance) => (chance === 1 ? "won" : chance === 0 ? "lost" : percent(chance));

// What a node's judgement says.
export function judgementText(node) {
  const { chance, better, is_turning_point: isTurningPoint } = node.judgement;
  if (!better) return words(chance);
  return `${words(chance)}; better ${better.move}: ${words(better.chance)}${isTurningPoint ? " (turning point)" : ""}`;
}
