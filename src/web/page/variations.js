// The list of moves with its variations. Every move is a button.

import { state } from "./state.js";
import { lookAt } from "./walk.js";
import { isEdit, toRecord } from "./tree.js";
import { say } from "./texts.js";

const holder = document.getElementById("moves");

// How deep variations of variations are indented. Browsers are slow with thousands of boxes in one another.
const DEEPEST = 8;

let drawn = null;

// The word for a node.
export function nodeText(node) {
  if (!node.parent) return "start";
  if (isEdit(node)) return "set up";
  return stepText(node.steps.at(-1) ?? "…");
}

// The word for a step.
export function stepText(step) {
  const [how, who] = step.split("-");
  if (how === "resign") return `${who} resigns`;
  if (how === "forfeit") return `${who} loses on time`;
  return how === "swap" ? "swap" : step;
}

// What the list depends on.
function shape(tree) {
  const { record, numbers } = toRecord(tree);
  const mistakes = [...numbers].filter(([node]) => node.judgement?.better).map(([, number]) => number);
  return JSON.stringify([record.nodes, mistakes]);
}

export function drawMoves() {
  const key = shape(state.tree);
  if (drawn?.key !== key || drawn.tree !== state.tree) {
    drawn = { key, tree: state.tree, buttons: new Map() };
    holder.replaceChildren(...list());
  }
  for (const [node, button] of drawn.buttons) {
    const isHere = node === state.at;
    if ((button.getAttribute("aria-current") === "true") === isHere) continue;
    button.setAttribute("aria-current", isHere);
    if (isHere) keepInSight(button);
  }
  say(holder.querySelector(".comment"), state.at.comment ?? "");
}

function keepInSight(button) {
  const [box, view] = [button.getBoundingClientRect(), holder.getBoundingClientRect()];
  if (box.top < view.top || box.bottom > view.bottom) holder.scrollTop += box.top - view.top - view.height / 2;
}

function list() {
  const line = document.createElement("div");
  line.className = "line";
  line.append(button(state.tree.root, 0));
  fill(line, state.tree.root);
  const comment = document.createElement("p");
  comment.className = "comment";
  return [line, comment];
}

// Appends the main line after a node; other moves follow it in boxes of their own.
function fill(line, start) {
  // What is to be written, the next last: a variation, or what follows a node that is in its box.
  const pending = [{ box: line, depth: 0, node: start, number: 0 }];
  while (pending.length > 0) {
    const { isVariation, node, number, ...place } = pending.pop();
    const { box, depth } = isVariation ? boxFor(node, number, place) : place;
    const [main, ...others] = node.children;
    if (!main) continue;
    const next = { box, depth, number: number + 1 };
    box.append(button(main, next.number));
    pending.push({ ...next, node: main });
    for (const other of others.reverse()) pending.push({ ...next, node: other, isVariation: true });
  }
}

// A box with the first move of a variation, put at the end of its line's box, or after that if it is deep enough.
function boxFor(variation, number, { box, depth }) {
  const made = document.createElement("div");
  made.className = "variation";
  made.append(button(variation, number));
  const isDeep = depth === DEEPEST;
  (isDeep ? box.parentElement : box).append(made);
  return { box: made, depth: isDeep ? depth : depth + 1 };
}

function button(node, number) {
  const made = document.createElement("button");
  const prefix = number > 0 ? `${number}. ` : "";
  made.textContent = prefix + nodeText(node);
  if (node.judgement?.better) {
    made.classList.add("mistake");
    made.title = `${node.judgement.better.move} was better`;
  }
  if (node.comment) made.classList.add("commented");
  made.addEventListener("click", () => lookAt(node));
  drawn.buttons.set(node, made);
  return made;
}
