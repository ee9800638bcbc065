// Where the page stands in the tree, and how it moves there.

import { ask, stop } from "./server.js";
import { changed, state } from "./state.js";
import { childWith, lineOf, remove } from "./tree.js";
import { save } from "./address.js";

const arrivals = [];

// A function to call after each arrival at a node, when the rules have told of it.
export const onArrival = (act) => arrivals.push(act);

let isOnTheWay = false;

// Whether the position on the screen is that of the node; else a click would be meant for another one.
export const hasArrived = () => !isOnTheWay && state.position !== null;

// What the rules say of a node.
export async function positionOf(node) {
  node.position ??= await ask("position", lineOf(state.tree, node));
  return node.position;
}

// Shows a node. What is searched for another one ends.
export async function goTo(node) {
  if (state.at !== node) {
    stop("search");
    state.busy = null;
    state.hint = null;
    if (state.proof?.node !== node) state.proof = null;
  }
  const before = state.at;
  state.at = node;
  isOnTheWay = true;
  try {
    await positionOf(node);
  } catch (error) {
    if (state.at !== node) return;
    state.message = error.message;
    isOnTheWay = false;
    if (before !== node && before.position) state.at = before;
    changed();
    return;
  }
  if (state.at !== node) return;
  isOnTheWay = false;
  state.position = node.position;
  state.message = "";
  node.winner = node.position.winner;
  save();
  changed();
  for (const act of arrivals) act();
}

// Adds a step after the node that is shown, or follows it if it is there, and goes there. A step that the rules
// refuse leaves nothing behind.
export async function play(...steps) {
  const parent = state.at;
  const before = parent.children.length;
  const node = childWith(parent, steps);
  await goTo(node);
  if (!node.position && parent.children.length > before) remove(node);
}

export const back = () => state.at.parent && goTo(state.at.parent);

export const forward = () => state.at.children.length > 0 && goTo(state.at.children[0]);

export const toStart = () => goTo(state.tree.root);

export function toEnd() {
  let node = state.at;
  while (node.children.length > 0) node = node.children[0];
  return goTo(node);
}

// To the next or the last of the moves that stand beside this one.
export function sideways(by) {
  const siblings = state.at.parent?.children ?? [];
  const next = siblings[siblings.indexOf(state.at) + by];
  return next && goTo(next);
}

// Begins with another tree.
export function show(tree, node) {
  state.tree = tree;
  state.position = null;
  state.report = null;
  state.marks = null;
  return goTo(node);
}
