// The list of moves with its variations. Every move is a button.

import { state } from "./state.js";
import { lookAt } from "./walk.js";
import { isEdit, toRecord } from "./tree.js";

const holder = document.getElementById("moves");
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
  const comment = state.at.comment ?? "";
  const shown = holder.querySelector(".comment");
  if (shown.textContent !== comment) shown.textContent = comment;
}

function keepInSight(button) {
  const [box, view] = [button.getBoundingClientRect(), holder.getBoundingClientRect()];
  if (box.top < view.top || box.bottom > view.bottom) holder.scrollTop += box.top - view.top - view.height / 2;
}

function list() {
  const line = document.createElement("div");
  line.className = "line";
  line.append(button(state.tree.root, 0));
  append(line, state.tree.root, 1);
  const comment = document.createElement("p");
  comment.className = "comment";
  return [line, comment];
}

// Appends the main line after a node; other moves follow it in boxes of their own.
function append(line, start, firstNumber) {
  let [node, number] = [start, firstNumber];
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    line.append(button(main, number));
    for (const variation of others) {
      const box = document.createElement("div");
      box.className = "variation";
      box.append(button(variation, number));
      append(box, variation, number + 1);
      line.append(box);
    }
    node = main;
    number += 1;
  }
}

function button(node, number) {
  const made = document.createElement("button");
  const prefix = number > 0 ? `${number}. ` : "";
  made.textContent = prefix + nodeText(node);
  if (node.judgement?.better) {
    made.classList.add("mistake");
    made.title = `${node.judgement.better.cell} was better`;
  }
  if (node.comment) made.classList.add("commented");
  made.addEventListener("click", () => lookAt(node));
  drawn.buttons.set(node, made);
  return made;
}
