// A game against the engine, or of two people.

import { hurry, run } from "./server.js";
import { changed, engineColour, other, state } from "./state.js";
import { clockText, left, letRun, onFlag, setClocks } from "./clock.js";
import { goTo, hasArrived, play, show } from "./walk.js";
import { lineOf, newTree } from "./tree.js";
import { stoneAt } from "./board.js";

export { clockText };

const isOver = () => state.position?.winner != null;

const isEnginesTurn = () => state.position?.to_play === engineColour();

// Whether the person may swap now.
export const maySwap = () =>
  hasArrived() && state.position.may_swap && !isOver() &&
  (state.mode === "analyse" || (state.game.swap && !isEnginesTurn()));

// Begins a new game with these settings.
export async function begin(columns, rows, settings) {
  const lot = () => (Math.random() < 0.5 ? "black" : "white");
  state.game = { ...settings, human: settings.human === "random" ? lot() : settings.human };
  state.mode = "play";
  state.paused = false;
  setClocks(settings.minutes);
  const tree = newTree(columns, rows);
  await show(tree, tree.root);
}

// The same again with the colours exchanged.
export function rematch() {
  const { columns, rows } = state.tree;
  const { human } = state.game;
  return begin(columns, rows, { ...state.game, human: human === "both" ? human : other(human) });
}

// On arrival at a node: the clock runs, and the engine thinks if it is its turn.
export function arrive() {
  if (state.mode !== "play") {
    letRun(null);
    return;
  }
  const isOpen = !isOver() && !state.paused;
  // The first move is not on the clock.
  letRun(isOpen && state.position.moves > 0 ? state.position.to_play : null);
  if (isOpen && isEnginesTurn()) think();
}

const choice = (more) => {
  const { level, seconds, swap, resigns } = state.game;
  const time = left(state.position.to_play);
  return {
    line: lineOf(state.tree, state.at), level, seconds, may_swap: swap, resigns,
    left: time === null ? null : time / 1000, ...more,
  };
};

async function think() {
  const node = state.at;
  state.busy = "move";
  changed();
  const told = ({ report }) => {
    state.report = { node, ...report };
    changed();
  };
  try {
    const found = await run("search", { move: choice() }, (news) => news.report && told(news));
    if (!found || state.at !== node) return;
    if (!found.answer) throw new Error("The search was interrupted.");
    state.busy = null;
    const color = state.position.to_play;
    await play(found.answer === "resign" ? `resign-${color}` : found.answer);
  } catch (error) {
    failed(node, error);
  }
}

function failed(node, error) {
  if (state.at !== node) return;
  state.busy = null;
  state.paused = state.mode === "play" && isEnginesTurn();
  state.message = error.message;
  changed();
}

// The person puts a stone.
export function move(cell) {
  if (!hasArrived() || isOver() || isEnginesTurn() || stoneAt(cell) !== "") return;
  state.paused = false;
  play(cell);
}

export function swap() {
  if (!maySwap()) return;
  state.paused = false;
  play("swap-pieces");
}

// Shows a good move. It is always the engine at full strength.
export async function hint() {
  const node = state.at;
  if (!hasArrived() || isOver() || state.busy === "move") return;
  state.busy = "hint";
  changed();
  try {
    const found = await run("search", { hint: choice({ level: 0, seconds: 2, left: null, resigns: false }) });
    if (!found || state.at !== node) return;
    state.busy = null;
    const best = found.report?.moves.find((one) => one.cell === found.answer);
    state.hint = { node, cell: found.answer, chance: best?.chance ?? null, winner: best?.winner ?? null };
    changed();
  } catch (error) {
    failed(node, error);
  }
}

// Takes back moves until it is the person's turn again.
export function undo() {
  let node = state.at.parent;
  if (!node) return;
  const isOwn = (at) => !at.position || at.position.to_play !== engineColour();
  if (state.game.human !== "both") {
    while (node.parent && !isOwn(node)) node = node.parent;
  }
  state.paused = !isOwn(node);
  goTo(node);
}

// Goes on after looking back.
export function goOn() {
  state.paused = false;
  goTo(state.at);
}

export function resign() {
  if (!hasArrived() || isOver()) return;
  const { human } = state.game;
  play(`resign-${human === "both" ? state.position.to_play : human}`);
}

export const moveNow = () => hurry();

onFlag((loser) => {
  if (state.mode === "play" && !isOver()) play(`forfeit-${loser}`);
});
