// Where the page stands in the tree, and how it moves there.

import { ask, stop } from "./server.js";
import { changed, showError, state } from "./state.js";
import { childWith, isMain, lineOf, lineThrough, path, promote, remove } from "./tree.js";
import { save } from "./address.js";

const arrivals = [];

// A function to call after each arrival at a node.
export const onArrival = (act) => arrivals.push(act);

// Where the page is on its way to: a node, its tree, and what else of the state changes there. Until the server has
// told of it, the page stays where it is. Null if the page stands still.
let goal = null;

// Whether the page has stopped at a node; else a click would be meant for another one.
export const hasArrived = () => goal === null && state.position !== null;

// Where the next step of a walk begins, also if the one before is still on its way.
const here = () => goal?.node ?? state.at;

// What the rules say of a node.
export async function positionOf(node, tree = state.tree) {
  node.position ??= await ask("position", lineOf(tree, node));
  return node.position;
}

// Goes to a node of a tree and sets `settings` in the state there. If the server refuses the node or does not answer,
// throws that, and the page stays where it is.
export async function show(tree, node, settings = {}) {
  // A way that is overtaken in the same tree leaves its settings to the next.
  const before = goal?.tree === tree ? goal.settings : {};
  const own = { tree, node, settings: { ...before, ...settings } };
  goal = own;
  try {
    tree.layout ??= await ask("layout", { columns: tree.columns, rows: tree.rows });
    await positionOf(node, tree);
  } catch (error) {
    if (goal !== own) return;
    goal = null;
    // If the engine has found its move meanwhile, it is lost: it thinks again when it is told to.
    if (state.busy === null) state.paused = true;
    throw error;
  }
  if (goal !== own) return;
  goal = null;
  arrive(own);
}

// What is searched for another node or in another mode ends. A review goes on while somebody looks through its game.
function arrive({ tree, node, settings }) {
  const { position } = node;
  const { mode = state.mode } = settings;
  const isSameGame = state.tree === tree && state.mode === mode;
  if (!isSameGame || (state.at !== node && state.busy !== "review")) {
    stop("search");
    state.busy = null;
  }
  Object.assign(state, { tree, at: node, position, message: "", note: "" }, settings);
  for (const found of ["hint", "proof", "report", "marks"]) {
    if (state[found]?.node !== node) state[found] = null;
  }
  node.winner = position.winner;
  save();
  changed();
  for (const act of arrivals) act();
}

// The tree of a node: the one that is shown, or the one that the page is on its way to.
const treeOf = (node) => (goal && path(node)[0] === goal.tree.root ? goal.tree : state.tree);

// As `show`, within the node's tree; the page says what is wrong.
export async function goTo(node, settings = {}) {
  try {
    await show(treeOf(node), node, settings);
  } catch (error) {
    showError(error);
  }
}

// Adds a step after the node that is shown, or follows it if it is there, and goes there. A step that the rules
// refuse leaves nothing behind. What is played is the main line; what is tried in an analysis is a variation.
export async function play(...steps) {
  if (!hasArrived()) return;
  const parent = state.at;
  const before = parent.children.length;
  const node = childWith(parent, steps);
  const isNew = parent.children.length > before;
  await goTo(node, { paused: false });
  if (isNew && !node.position) remove(node);
  else if (state.mode === "play" && state.at === node && !isMain(node)) makeMain(node);
}

// Makes the way to a node the main line.
export function makeMain(node) {
  promote(node);
  save();
  changed();
}

// Removes the node that is shown and all after it, and shows its parent.
export async function removeShown() {
  if (!hasArrived()) return;
  const { at } = state;
  await goTo(at.parent);
  if (state.at !== at.parent) return;
  remove(at);
  save();
  changed();
}

// Looks at another node. While somebody looks through a game, the engine does not move.
export const lookAt = (node) => node && node !== here() && goTo(node, { paused: true });

export const back = () => lookAt(here().parent);

export const forward = () => lookAt(here().children[0]);

export const toStart = () => lookAt(path(here())[0]);

export const toEnd = () => lookAt(lineThrough(here()).at(-1));

// To the next or the last of the moves that stand beside this one.
export function sideways(by) {
  const siblings = here().parent?.children ?? [];
  return lookAt(siblings[siblings.indexOf(here()) + by]);
}
