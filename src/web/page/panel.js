// The analysis beside the board: what the engine says, the best moves, the proof and the mistakes.

import { changed, proved, report, state, title, view } from "./state.js";
import { chanceText, percent } from "./chances.js";
import { lookAt, play } from "./walk.js";
import { judgementText, mistakes, progress } from "./review.js";
import { nodeText } from "./variations.js";
import { path } from "./tree.js";
import { proofText } from "./proof.js";
import { counted, element, say, setVisible } from "./texts.js";

// Draws all of it.
export function drawPanel() {
  const found = report();
  const { busy, engine } = state;
  element("engine").setAttribute("aria-pressed", engine);
  element("prove").disabled = state.position.winner !== null;
  say(element("engine-line"), engineText(found));
  drawBest(engine && busy !== "proof" ? found : null);
  drawReport();
  const words = {
    chance: "Blue moves win more often than not, orange ones less. Above: the chance in percent, below: the share of the search.",
    share: "The bluer, the more of the search went to this move.",
    prior: "The bluer, the better the move looks before any search.",
    none: "",
  };
  say(element("legend"), [words[view.colourBy], marksText()].join(" ").trim());
}

function marksText() {
  const parts = [];
  if (view.links) parts.push("Lines: sure connections; dashed: if their owner moves first. Point at a stone for all of its own.");
  if (view.mustplay) parts.push("Crossed out: moves that lose. Tinted, if it is decided at once: the moves that win, or what the winner needs.");
  if (view.filled) parts.push("Small stones: captured; grey dots: dead; dashes: inferior.");
  return parts.join(" ");
}

function engineText(found) {
  const { busy, position } = state;
  if (busy === "review") return `Reviewing… ${progress}`;
  if (position.winner) return "The game is over.";
  if (proved()) return `${title(proved())} wins, proved.`;
  if (!state.engine && !found) return "The engine is off.";
  if (!found) return busy === null ? "The engine has stopped." : "Waiting for its turn…";
  const work = counted(found.expansions, "position");
  const speed = busy === "analysis" ? `, ${found.per_second.toLocaleString("en")} a second` : "";
  const chance = found.winner ? `${title(found.winner)} wins, proved` : `${title(found.to_play)} ${percent(found.chance)}`;
  return `${chance}; ${work}${speed}.`;
}

const ROWS = 6;
const body = document.querySelector("#best tbody");
for (let row = 0; row < ROWS; row += 1) {
  const made = body.insertRow();
  for (let column = 0; column < 5; column += 1) made.insertCell();
  // The move is a button for the keyboard; a click anywhere in the row does the same.
  made.cells[0].append(document.createElement("button"));
  made.addEventListener("click", () => made.dataset.word && play(made.dataset.word));
  for (const event of ["pointerenter", "focusin"]) made.addEventListener(event, () => { state.hover = made.dataset.word ?? null; changed(); });
  for (const event of ["pointerleave", "focusout"]) made.addEventListener(event, () => { state.hover = null; changed(); });
}

// The best moves, the swap among them.
function drawBest(found) {
  setVisible("best", found !== null);
  if (!found) return;
  const moves = found.moves.filter((one) => one.work > 0 || one.winner).slice(0, ROWS).map((one) => ({
    word: one.cell,
    texts: [one.cell, chanceText(one.chance, one.winner, found.to_play), percent(one.share), percent(one.prior), one.line.slice(1, 7).join(" ")],
    chance: one.chance,
  }));
  if (found.swap) {
    const after = moves.findIndex((one) => one.chance < found.swap.chance);
    const row = { word: found.swap.word, texts: ["swap", percent(found.swap.chance), "", "", ""] };
    moves.splice(after < 0 ? Math.min(moves.length, ROWS - 1) : after, 0, row);
  }
  [...body.rows].forEach((row, number) => {
    const { word, texts } = moves[number] ?? { word: "", texts: ["", "", "", "", ""] };
    row.dataset.word = word;
    const [move, ...others] = row.cells;
    move.firstChild.hidden = word === "";
    say(move.firstChild, texts[0]);
    others.forEach((cell, column) => say(cell, texts[column + 1]));
    // The move of this row may be another than when the pointer or the focus came.
    if (row.matches(":hover, :focus-within")) state.hover = word || null;
  });
}

let reported = "";
// The mistakes that are listed.
let listed = [];

// The proof and the mistakes.
function drawReport() {
  const { worst, summary } = mistakes();
  const lines = proofText();
  listed = worst;
  const texts = worst.map((node) => `${path(node).length - 1}. ${nodeText(node)}: ${judgementText(node)}`);
  const key = JSON.stringify([lines, summary, texts]);
  setVisible("report", lines.length > 0 || summary !== "");
  if (key === reported) return;
  reported = key;
  const holder = element("report");
  const focused = [...holder.querySelectorAll("button")].indexOf(document.activeElement);
  const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });
  holder.replaceChildren(...lines.map(paragraph));
  if (!summary) return;
  holder.append(paragraph(`${summary}. ${worst.length > 0 ? "Mistakes:" : "No move gave much away."}`));
  texts.forEach((text, number) => {
    const button = Object.assign(document.createElement("button"), { textContent: text, className: "point" });
    button.addEventListener("click", () => lookAt(listed[number].parent));
    holder.append(button);
  });
  holder.querySelectorAll("button")[focused]?.focus();
}
