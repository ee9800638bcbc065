// The board: an SVG drawing, a grid of cells that can be chosen. The server says where everything lies.
//
// Nothing is made anew while a search runs, only changed, so the picture does not flicker.

import { changed, other, report, state, view } from "./state.js";
import { chanceColour, chanceText, isDark, percent, shareColour } from "./chances.js";
import { say } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const holder = document.getElementById("board");
// The size of the board that is built, such as "11x11".
let built = "";
// The parts of each cell by its name.
const cells = new Map();
let pressed = () => {};

export const cellNames = () => [...cells.keys()];
export const svgBoard = () => holder.querySelector("svg");

// Says what to do when a cell is chosen.
export const onCell = (act) => { pressed = act; };

export function make(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

// Sets an attribute if it has another value.
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// Builds the board of the tree's size, if it is another than now.
function fit({ columns, rows, layout }) {
  const size = `${columns}x${rows}`;
  if (built === size) return;
  built = size;
  cells.clear();
  const svg = make("svg", {
    viewBox: layout.frame.join(" "),
    role: "group",
    "aria-label": `Board of ${columns} columns and ${rows} rows. Black joins top and bottom, White left and right.`,
  });
  const group = (name) => svg.appendChild(make("g", { class: name, "aria-hidden": "true" }));
  const bands = group("bands");
  for (const { color, points } of layout.bands) bands.append(make("polygon", { class: color, points }));
  const labels = group("labels");
  for (const { text, x, y } of layout.labels) {
    labels.append(make("text", { x, y, "font-size": layout.label_height }, text));
  }
  const grid = svg.appendChild(make("g", { class: "cells", role: "grid", "aria-label": "Cells" }));
  for (let row = 0; row < rows; row += 1) {
    const line = grid.appendChild(make("g", { role: "row" }));
    line.append(...layout.cells.slice(row * columns, (row + 1) * columns).map((cell) => gridCell(cell, layout)));
  }
  group("links");
  holder.replaceChildren(svg);
  cells.values().next().value.root.setAttribute("tabindex", "0");
}

function gridCell({ name, x, y }, layout) {
  const root = make("g", { role: "gridcell", tabindex: "-1", transform: `translate(${x} ${y})`, "data-cell": name });
  const hexagon = (kind) => make("polygon", { class: kind, points: layout.hexagon });
  const parts = {
    root,
    place: { x, y },
    ground: hexagon("ground"),
    heat: hexagon("heat"),
    stone: make("circle", { class: "stone", r: 0.7 * layout.radius }),
    mark: make("circle", { class: "mark", r: 0.22 * layout.radius }),
    cross: make("path", { class: "cross", d: "M-4 -4L4 4M-4 4L4 -4" }),
    dash: make("path", { class: "dash", d: "M-5 0H5" }),
    top: make("text", { class: "top", y: -4 }),
    bottom: make("text", { class: "bottom", y: 8 }),
    halo: hexagon("halo"),
    ring: hexagon("ring"),
  };
  root.append(...Object.values(parts).filter((part) => part instanceof SVGElement && part !== root));
  cells.set(name, parts);
  return root;
}

// The focus goes from cell to cell with the arrow keys, and to the ends of a row; one cell is in the order of Tab.
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
};

const nameOf = (event) => event.target.closest?.("[data-cell]")?.dataset.cell;

// A click gives a cell no focus and takes it from a field, so that the arrow keys walk through the game.
holder.addEventListener("mousedown", (event) => {
  event.preventDefault();
  document.activeElement.blur();
});
holder.addEventListener("click", (event) => nameOf(event) && pressed(nameOf(event)));
holder.addEventListener("pointerover", (event) => hoverOver(nameOf(event) ?? null));
holder.addEventListener("pointerleave", () => hoverOver(null));
holder.addEventListener("focusin", (event) => hoverOver(nameOf(event) ?? null));
holder.addEventListener("focusout", () => hoverOver(null));
holder.addEventListener("keydown", (event) => {
  const name = nameOf(event);
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") pressed(name);
  else if (event.key in STEPS) moveFocus(name, STEPS[event.key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
});

function moveFocus(name, [right, down]) {
  const names = cellNames();
  const number = names.indexOf(name);
  const { columns, rows } = state.tree;
  const within = (place, count) => Math.max(0, Math.min(place, count - 1));
  const column = within((number % columns) + right, columns);
  const row = within(Math.floor(number / columns) + down, rows);
  const next = cells.get(names[row * columns + column]).root;
  cells.get(name).root.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

function hoverOver(name) {
  if (state.hover === name) return;
  state.hover = name;
  changed();
}

// The stone at a cell: "black", "white" or "".
export function stoneAt(name) {
  const stone = state.position?.stones[cellNames().indexOf(name)];
  return stone === "B" ? "black" : stone === "W" ? "white" : "";
}

// Draws the position and what a search thinks of it.
export function drawBoard() {
  const { position } = state;
  if (!position) return;
  fit(state.tree);
  const found = foundMoves();
  const ghosts = mainLine(found);
  const chain = new Set(position.chain);
  let number = 0;
  for (const [name, parts] of cells) {
    const stone = { B: "black", W: "white" }[position.stones[number]] ?? "";
    number += 1;
    drawCell(name, parts, { stone, move: found.get(name), ghost: ghosts.get(name), isInChain: chain.has(name) });
  }
  set(svgBoard(), "class", `${position.winner ? "over" : position.to_play} ${chain.size > 0 ? "chained" : ""}`);
}

function drawCell(name, parts, { stone, move, ghost, isInChain }) {
  const isLast = state.position.last === name && stone !== "";
  const marks = markClass(name, stone);
  const isHinted = state.hint?.node === state.at && state.hint.cell === name;
  const proof = proofClass(name);
  set(parts.root, "class", `cell ${stone || "empty"}${isInChain ? " chain" : ""}${isLast ? " last" : ""}${marks}`);
  const meaning = markWords(`${proof}${marks}${isHinted ? " hint" : ""}`);
  nameCell(parts, `${name}, ${stone ? `${stone} stone` : "empty"}${isLast ? ", last move" : ""}${meaning}`, stone || proof ? null : move);
  const shown = stone === "" ? ghost?.color ?? "" : "";
  set(parts.stone, "class", `stone ${stone || shown} ${shown ? "ghost" : ""}`);
  const colour = stone === "" && !ghost ? heat(move) : null;
  set(parts.heat, "class", colour ? "heat" : "heat none");
  // A colour stands for a number, so it is no part of the style sheet.
  if (colour) set(parts.heat, "fill", colour);
  const dark = colour !== null && isDark(colour);
  const [top, bottom] = ghost && stone === "" ? [String(ghost.number), ""] : stone === "" && view.numbers ? numbers(move) : ["", ""];
  say(parts.top, top);
  say(parts.bottom, bottom);
  set(parts.top, "class", `top${dark || ghost?.color === "black" ? " light" : ""}${bottom ? "" : " alone"}`);
  set(parts.bottom, "class", `bottom${dark ? " light" : ""}`);
  const told = `${isHinted ? " hint" : ""}${move?.isBest && stone === "" ? " best" : ""}${proof}`;
  set(parts.halo, "class", `halo${told}`);
  set(parts.ring, "class", `ring${told}`);
}

// The moves of the report that is shown, by their cells.
function foundMoves() {
  const found = new Map();
  const isShown = state.mode === "analyse" ? state.engine || state.proof : state.game.thinking && state.busy === "move";
  const told = isShown ? report() : null;
  told?.moves.forEach((move, order) => found.set(move.cell, { ...move, isBest: order === 0, to_play: told.to_play }));
  return found;
}

// The stones of the main line after the move under the pointer.
function mainLine(found) {
  const ghosts = new Map();
  const move = found.get(state.hover);
  if (state.tool !== "move" || state.mode !== "analyse") return ghosts;
  const line = move?.line ?? (state.proof?.node === state.at && state.proof.line.includes(state.hover) ? state.proof.line : []);
  let color = state.position.to_play;
  line.forEach((cell, i) => {
    if (!ghosts.has(cell)) ghosts.set(cell, { color, number: i + 1 });
    color = other(color);
  });
  return ghosts;
}

// A move that was looked at enough to tell something of it.
const isTold = (move) => move && (move.share >= 0.003 || move.winner);

function heat(move) {
  if (!move || view.colourBy === "none") return null;
  if (view.colourBy === "prior") return move.prior >= 0.005 ? shareColour(move.prior) : null;
  if (!isTold(move)) return null;
  if (view.colourBy === "share") return shareColour(move.share);
  const chance = move.winner ? Number(move.winner === move.to_play) : move.chance;
  return chance === null ? null : chanceColour(chance);
}

function numbers(move) {
  if (view.colourBy === "prior") return move && move.prior >= 0.005 ? [plain(move.prior), ""] : ["", ""];
  if (!isTold(move)) return ["", ""];
  if (move.winner) return [move.winner === move.to_play ? "✓" : "✗", ""];
  return [plain(move.chance), move.share >= 0.01 ? plain(move.share) : ""];
}

const plain = (part) => (part === null ? "" : String(Math.round(100 * part)));

function proofClass(name) {
  if (state.proof?.node !== state.at) return "";
  if (state.proof.winning.includes(name)) return " winning";
  return state.proof.losing.includes(name) ? " losing" : "";
}

function markClass(name, stone) {
  const marks = state.marks?.node === state.at ? state.marks : null;
  if (!marks || stone !== "") return "";
  let text = "";
  if (view.filled) {
    if (marks.dead.includes(name)) text += " dead";
    if (marks.captured.black.includes(name)) text += " captured-black";
    if (marks.captured.white.includes(name)) text += " captured-white";
    if (marks.inferior.some((one) => one.cell === name)) text += " inferior";
  }
  if (view.mustplay && marks.mustplay && !marks.mustplay.includes(name)) text += " outside";
  if (view.mustplay && marks.carrier.includes(name)) text += " carrier";
  return text;
}

// The name of a cell for who does not see it. While it has the focus its numbers stay: each new name is read aloud.
function nameCell(parts, lasting, move) {
  const isRead = document.activeElement === parts.root && parts.lasting === lasting;
  if (isRead) return;
  parts.lasting = lasting;
  const chance = isTold(move) ? `, ${chanceText(move.chance, move.winner, move.to_play)}, share ${percent(move.share)}` : "";
  set(parts.root, "aria-label", `${lasting}${chance}`);
}

const MARK_WORDS = {
  winning: "wins",
  losing: "loses",
  outside: "ruled out",
  carrier: "needed or winning",
  dead: "dead",
  "captured-black": "captured by Black",
  "captured-white": "captured by White",
  inferior: "inferior",
  hint: "hint",
};

// What the marks of a cell mean, each after a comma.
const markWords = (marks) => marks.split(" ").filter(Boolean).map((mark) => `, ${MARK_WORDS[mark]}`).join("");
