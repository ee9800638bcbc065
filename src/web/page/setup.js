// Stones put up and taken off by hand.

import { stop } from "./server.js";
import { analyse } from "./analysis.js";
import { other, state } from "./state.js";
import { cellNames } from "./board.js";
import { goTo, hasArrived, play, positionOf, removeShown } from "./walk.js";
import { isEdit } from "./tree.js";

// Whether the node that is shown is a change by hand that may still grow: changes one after the other are one step.
const isOpen = () => isEdit(state.at) && state.at.children.length === 0;

// The stones before the change that the node is, or will be.
async function stonesBefore() {
  if (!isOpen()) return state.position.stones;
  const { parent } = state.at;
  return parent ? (await positionOf(parent)).stones : ".".repeat(cellNames().length);
}

// Puts a stone, "B" or "W", on a cell, or takes off what is there. The step is the difference from the position before.
export async function edit(cell, tool) {
  if (!hasArrived()) return;
  const names = cellNames();
  const wanted = [...state.position.stones];
  const number = names.indexOf(cell);
  wanted[number] = tool === "-" || wanted[number] === tool ? "." : tool;
  const { at } = state;
  const before = await stonesBefore();
  // Another change or step has come between.
  if (!hasArrived() || state.at !== at) return;
  const change = (name, i) => {
    if (wanted[i] === before[i]) return "";
    const cleared = before[i] === "." ? "" : `-${name}`;
    return wanted[i] === "." ? cleared : `${cleared}+${wanted[i]}${name}`;
  };
  const word = names.map(change).join("");
  const turns = isOpen() ? state.at.steps.filter((step) => step.startsWith("turn-")) : [];
  put([word, ...turns].filter(Boolean));
}

// The other side is to move.
export async function giveTurn() {
  if (!hasArrived()) return;
  const { at } = state;
  const color = other(state.position.to_play);
  const stones = isOpen() ? at.steps.filter((step) => !step.startsWith("turn-")) : [];
  const isAsBefore = isOpen() && at.parent && (await positionOf(at.parent)).to_play === color;
  if (hasArrived() && state.at === at) put(isAsBefore ? stones : [...stones, `turn-${color}`]);
}

// Makes these the steps of the open change, or of a new one. What was thought of the position is forgotten.
async function put(steps) {
  const { at } = state;
  if (!isOpen()) return steps.length > 0 && play(...steps);
  if (steps.length === 0 && at.parent && !at.comment) return removeShown();
  const before = { ...at };
  Object.assign(at, { steps, position: null, chance: null, winner: null, judgement: null });
  for (const lane of ["search", "marks"]) stop(lane);
  Object.assign(state, { report: null, marks: null, proof: null, hint: null, busy: null });
  await goTo(at);
  if (at.position) return;
  Object.assign(at, before);
  analyse();
}
