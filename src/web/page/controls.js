// Buttons, switches and texts around the board.

import { changed, engineColour, onChange, report, state, title, view } from "./state.js";
import { chanceText, drawBar, percent } from "./chances.js";
import { cancel, switchEngine } from "./analysis.js";
import { askForNewGame, askForRecord, levelText, share } from "./dialogs.js";
import { clockText, goOn, hint, maySwap, move, moveNow, rematch, resign, swap, undo } from "./game.js";
import { back, forward, goTo, hasArrived, play, toEnd, toStart } from "./walk.js";
import { isEdit, isMain, lineThrough, path, promote, remove } from "./tree.js";
import { judgementText, progress, review, turningPoints } from "./review.js";
import { mark } from "./marks.js";
import { nodeText } from "./variations.js";
import { onCell, stoneAt } from "./board.js";
import { proofText, prove } from "./proof.js";
import { save, saveView } from "./address.js";
import { stop } from "./server.js";

const element = (id) => document.getElementById(id);
const press = (id, act) => element(id).addEventListener("click", act);

let levels = 0;

// Wires everything. `about` is what the server offers.
export function prepareControls(about) {
  levels = about.levels;
  press("mode-play", () => setMode("play"));
  press("mode-analyse", () => setMode("analyse"));
  press("open-new", askForNewGame);
  press("open-load", askForRecord);
  press("open-share", share);
  press("to-start", () => walkBack(toStart));
  press("back", () => walkBack(back));
  press("forward", forward);
  press("to-end", toEnd);
  for (const [id, act] of Object.entries({ swap, undo, hint, resign, rematch, hurry: moveNow, "go-on": goOn })) press(id, act);
  press("to-analysis", () => { setMode("analyse"); review(); });
  for (const [id, act] of Object.entries({ prove, review, cancel, engine: switchEngine })) press(id, act);
  press("turn", giveTurn);
  press("promote", () => { promote(state.at); save(); changed(); });
  press("delete", () => goTo(remove(state.at)));
  press("theme", nextTheme);
  wireView();
  onCell(chooseCell);
  onChange(draw);
  showTheme();
}

function setMode(mode) {
  if (state.mode === mode) return;
  state.mode = mode;
  // Whoever comes from the analysis decides when the game goes on.
  state.paused = mode === "play" && engineColour() === state.position?.to_play;
  state.tool = "move";
  document.querySelector("[name=tool]").checked = true;
  stop("search");
  state.busy = null;
  goTo(state.at);
}

// While one looks back into a game, the engine does not move by itself.
export function walkBack(step) {
  state.paused = true;
  return step();
}

// A cell was chosen: a move, or a change by hand.
function chooseCell(cell) {
  if (!hasArrived()) return;
  if (state.mode === "play") move(cell);
  else if (state.tool !== "move") edit(cell, state.tool);
  else if (!state.position.winner && stoneAt(cell) === "") play(cell);
}

// Changes a cell by hand. Changes one after the other are one step.
function edit(cell, tool) {
  const { at } = state;
  const isOpen = isEdit(at) && at.children.length === 0;
  const word = isOpen ? at.steps.find((step) => /^[+-]/.test(step)) ?? "" : "";
  const base = isOpen && at.parent ? at.parent : at;
  const before = base === at && isOpen ? "" : { B: "B", W: "W" }[base.position?.stones[cellNumber(cell)]] ?? "";
  const changes = new Map([...word.matchAll(/([+-])([BW]?)([a-z]+\d+)/g)].map(([, sign, stone, name]) => [name, sign === "-" ? "-" : stone]));
  const now = { black: "B", white: "W", "": "" }[stoneAt(cell)];
  const wanted = tool === "-" || now === tool ? "" : tool;
  if (wanted === before) changes.delete(cell);
  else changes.set(cell, wanted || "-");
  const stones = [...changes].map(([name, stone]) => (stone === "-" ? `-${name}` : `${clears(base, name) ? `-${name}` : ""}+${stone}${name}`));
  const turns = isOpen ? at.steps.filter((step) => step.startsWith("turn-")) : [];
  const steps = [...(changes.size > 0 ? [stones.join("")] : []), ...turns];
  setEdit(isOpen, steps);
}

// Whether there is a stone before the change, which has to go first.
const clears = (base, name) => base !== state.at && "BW".includes(base.position?.stones[cellNumber(name)] ?? ".");

const cellNumber = (name) => {
  const [, letters, row] = /^([a-z]+)(\d+)$/.exec(name);
  const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
  return (Number(row) - 1) * state.tree.columns + column;
};

function setEdit(isOpen, steps) {
  const { at } = state;
  if (!isOpen) return play(...steps);
  at.steps = steps;
  for (const key of ["position", "chance", "winner", "judgement"]) delete at[key];
  if (state.report?.node === at) state.report = null;
  state.marks = null;
  state.proof = null;
  state.busy = null;
  return goTo(at);
}

// The other side is to move.
function giveTurn() {
  if (!hasArrived()) return;
  const { at } = state;
  const isOpen = isEdit(at) && at.children.length === 0;
  const turn = `turn-${state.position.to_play === "black" ? "white" : "black"}`;
  setEdit(isOpen, isOpen ? [...at.steps.filter((step) => !step.startsWith("turn-")), turn] : [turn]);
}

function wireView() {
  const bind = (id, key, property) => {
    const field = element(id);
    field[property] = view[key];
    field.addEventListener("change", () => {
      view[key] = field[property];
      saveView();
      mark();
      changed();
    });
  };
  bind("colour-by", "colourBy", "value");
  bind("numbers", "numbers", "checked");
  bind("show-links", "links", "checked");
  bind("show-mustplay", "mustplay", "checked");
  bind("show-filled", "filled", "checked");
  for (const radio of document.querySelectorAll("[name=tool]")) {
    radio.addEventListener("change", () => { state.tool = radio.value; changed(); });
  }
}

const THEMES = { auto: "dark", dark: "light", light: "auto" };

function nextTheme() {
  view.theme = THEMES[view.theme] ?? "auto";
  saveView();
  showTheme();
}

function showTheme() {
  document.documentElement.dataset.theme = view.theme;
  element("theme").title = `Light or dark: ${view.theme}`;
}

// Sets a text if it is another.
function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

const show = (id, isShown) => { element(id).hidden = !isShown; };

function draw() {
  const { position, mode, busy } = state;
  document.body.dataset.mode = mode;
  for (const name of ["play", "analyse"]) element(`mode-${name}`).setAttribute("aria-pressed", mode === name);
  say(element("status"), state.message || statusText());
  element("status").classList.toggle("error", state.message !== "");
  drawBar();
  if (!position) return;
  drawPlayers();
  drawPlay();
  drawWalk();
  if (mode === "analyse") drawAnalysis();
  show("cancel", ["proof", "review"].includes(busy));
  show("promote", mode === "analyse" && !isMain(state.at));
  show("delete", mode === "analyse" && state.at.parent !== null);
}

function drawPlayers() {
  const { human, level } = state.game;
  for (const color of ["black", "white"]) {
    const row = element(`player-${color}`);
    const opponent = `HexCoven, ${levelText(level, levels)}`;
    const name = human === "both" ? title(color) : human === color ? "You" : opponent;
    const ofRecord = state.tree.information[color];
    say(row.querySelector(".name"), state.mode === "play" ? name : ofRecord || title(color));
    say(row.querySelector(".time"), state.mode === "play" ? clockText(color) : "");
    row.classList.toggle("turn", !state.position.winner && state.position.to_play === color);
  }
}

function drawPlay() {
  const { position, busy, paused } = state;
  const isOver = position.winner !== null;
  const isEngines = position.to_play === engineColour();
  show("swap", state.mode === "play" && maySwap());
  show("go-on", !isOver && paused && isEngines);
  show("hurry", busy === "move");
  show("rematch", isOver);
  show("to-analysis", isOver);
  element("hint").disabled = isOver || isEngines || busy === "hint";
  element("undo").disabled = !state.at.parent;
  element("resign").disabled = isOver;
}

function drawWalk() {
  const nodes = lineThrough(state.at);
  const number = nodes.indexOf(state.at);
  say(element("place"), `${number} / ${nodes.length - 1}`);
  element("back").disabled = element("to-start").disabled = number === 0;
  element("forward").disabled = element("to-end").disabled = number === nodes.length - 1;
}

function statusText() {
  const { position, busy, mode } = state;
  if (!position) return "";
  if (position.winner) return endText(position);
  const mover = title(position.to_play);
  const hinted = state.hint?.node === state.at ? ` Hint: ${state.hint.cell}${state.hint.chance === null ? "" : `, ${chanceText(state.hint.chance, state.hint.winner, position.to_play)}`}.` : "";
  if (busy === "hint") return "Looking for a good move…";
  if (mode === "analyse") return `${mover} to move.${hinted}`;
  if (busy === "move") return `HexCoven thinks… ${expected()}`;
  if (position.to_play === engineColour()) return state.paused ? "Looking back. HexCoven is to move." : "HexCoven is to move.";
  const goal = position.to_play === "black" ? "the top and the bottom" : "the left and the right edge";
  const hasSwapped = state.at.steps.includes("swap-pieces");
  if (hasSwapped && state.game.human === "black") return `HexCoven swapped: it took over your stone. Your move: join the top and the bottom.${hinted}`;
  const who = state.game.human === "both" ? `${mover} to move` : "Your move";
  const first = position.moves < 2 ? `: ${state.game.human === "both" ? "" : `you are ${mover}, `}join ${goal} by a chain of stones` : "";
  return `${who}${first}.${maySwap() ? " Or swap: take over the first stone." : ""}${hinted}`;
}

function endText({ winner, gave_up: gaveUp }) {
  const { human } = state.game;
  const isTime = state.at.steps.some((step) => step.startsWith("forfeit"));
  const how = !gaveUp ? "the chain is complete" : isTime ? "the other's time is over" : "the other resigned";
  if (state.mode === "play" && human !== "both") return winner === human ? `You win: ${how}.` : `HexCoven wins${gaveUp ? "" : ": its chain is complete"}.`;
  return `${title(winner)} wins: ${how}.`;
}

const expected = () => {
  const found = state.game.thinking ? report() : null;
  return found?.moves[0]?.line.length > 0 ? `It expects ${found.moves[0].line.slice(0, 4).join(" ")}.` : "";
};

function drawAnalysis() {
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
  if (view.mustplay) parts.push("Crossed out: moves that lose.");
  if (view.filled) parts.push("Small stones: captured; grey dots: dead; dashes: inferior.");
  return parts.join(" ");
}

function engineText(found) {
  const { busy, position } = state;
  if (busy === "review") return `Reviewing… ${progress}`;
  if (position.winner) return "The game is over.";
  if (!found) return state.engine ? "Waiting for its turn…" : "The engine is off.";
  const work = found.expansions === 1 ? "1 position" : `${found.expansions.toLocaleString("en")} positions`;
  const speed = busy === "analysis" ? `, ${found.per_second.toLocaleString("en")} a second` : "";
  const chance = found.winner ? `${title(found.winner)} wins, proved` : `${title(found.to_play)} ${percent(found.chance)}`;
  return `${chance}; ${work}${speed}.`;
}

const ROWS = 6;
const body = document.querySelector("#best tbody");
for (let row = 0; row < ROWS; row += 1) {
  const made = body.insertRow();
  for (let column = 0; column < 5; column += 1) made.insertCell();
  made.addEventListener("click", () => made.dataset.word && play(made.dataset.word));
  made.addEventListener("pointerenter", () => { state.hover = made.dataset.word ?? null; changed(); });
  made.addEventListener("pointerleave", () => { state.hover = null; changed(); });
}

// The best moves, the swap among them.
function drawBest(found) {
  show("best", found !== null);
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
    [...row.cells].forEach((cell, column) => say(cell, texts[column]));
  });
}

let reported = "";

// The proof and the turning points.
function drawReport() {
  const { worst, summary } = turningPoints();
  const lines = proofText();
  const key = JSON.stringify([lines, summary, worst.map((node) => [path(node).length, node.steps]), progress]);
  show("report", lines.length > 0 || summary !== "");
  if (key === reported) return;
  reported = key;
  const holder = element("report");
  const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });
  holder.replaceChildren(...lines.map(paragraph));
  if (!summary) return;
  holder.append(paragraph(`${summary}. ${worst.length > 0 ? "Turning points:" : "No move gave much away."}`));
  for (const node of worst) {
    const text = `${path(node).length - 1}. ${nodeText(node)}: ${judgementText(node)}`;
    const button = Object.assign(document.createElement("button"), { textContent: text, className: "point" });
    button.addEventListener("click", () => goTo(node.parent));
    holder.append(button);
  }
}

