// A game against the engine, or of two people.

import { onSilence, run } from "./server.js";
import { changed, engineColour, other, showError, state } from "./state.js";
import { clockToGoOn, left, letRun, newClock, onFlag } from "./clock.js";
import { goTo, hasArrived, play, positionOf, show } from "./walk.js";
import { isIn, lineOf, lineThrough, newTree } from "./tree.js";
import { stoneAt } from "./board.js";

const isOver = () => state.position?.winner != null;

const isEnginesTurn = () => state.position?.to_play === engineColour();

// Where the game stands, also while somebody looks back. After a reload that is not known.
let standing = null;

// Whether the person may swap now.
export const maySwap = () =>
  hasArrived() && state.position.may_swap && !isOver() &&
  (state.mode === "analyse" || (state.game.swap && !isEnginesTurn()));

// Begins a new game with these settings.
export async function begin(columns, rows, settings) {
  const lot = () => (Math.random() < 0.5 ? "black" : "white");
  const game = { ...settings, human: settings.human === "random" ? lot() : settings.human };
  const tree = newTree(columns, rows);
  const { human, level } = game;
  if (human !== "both") tree.information[other(human)] = `HexCoven${level > 0 ? `, level ${level}` : ""}`;
  try {
    await show(tree, tree.root, { game, mode: "play", paused: false, clock: newClock(settings.minutes) });
  } catch (error) {
    showError(error);
  }
}

// The same again with the colours exchanged.
export function rematch() {
  const { columns, rows } = state.tree;
  const { human } = state.game;
  return begin(columns, rows, { ...state.game, human: human === "both" ? human : other(human) });
}

// On arrival at a node: the clock runs, and the engine thinks if it is its turn.
export function playOn() {
  if (state.mode !== "play") {
    letRun(null);
  } else if (state.paused) {
    // The engine does not think now, so its clock stands. The person's runs on.
    if (state.clock?.running === engineColour()) letRun(null);
  } else {
    standing = state.at;
    // The first move is not on the clock.
    letRun(!isOver() && state.position.moves > 0 ? state.position.to_play : null);
    if (!isOver() && isEnginesTurn()) think();
  }
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
    if (found.isCalledOff) return think();
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
  if (state.mode === "play" && isEnginesTurn()) {
    state.paused = true;
    letRun(null);
  }
  showError(error);
}

// The person puts a stone.
export function move(cell) {
  if (hasArrived() && !isOver() && !isEnginesTurn() && stoneAt(cell) === "") play(cell);
}

export function swap() {
  if (maySwap()) play("swap-pieces");
}

// Shows a good move. It is always the engine at full strength.
export async function hint() {
  const node = state.at;
  if (!hasArrived() || isOver() || state.busy === "move") return;
  state.busy = "hint";
  state.message = "";
  changed();
  try {
    const found = await run("search", { hint: choice({ level: 0, seconds: 2, left: null, resigns: false }) });
    if (!found || state.at !== node) return;
    if (found.isCalledOff) return hint();
    if (!found.answer) throw new Error("The search was interrupted.");
    state.busy = null;
    const best = found.report?.moves.find((one) => one.cell === found.answer);
    state.hint = { node, cell: found.answer, chance: best?.chance ?? null, winner: best?.winner ?? null };
    changed();
  } catch (error) {
    failed(node, error);
  }
}

// Takes back moves until it is the person's turn again. If a player's time was over, both clocks begin anew.
export async function undo() {
  const { at } = state;
  if (!hasArrived()) return;
  const isOwn = async (node) => (await positionOf(node)).to_play !== engineColour();
  try {
    let node = at.parent;
    while (node?.parent && !(await isOwn(node))) node = node.parent;
    if (!node || state.at !== at) return;
    const paused = !(await isOwn(node));
    await goTo(node, { paused, clock: clockToGoOn() });
    if (state.at !== node) return;
    standing = node;
    if (paused) letRun(null);
  } catch (error) {
    failed(at, error);
  }
}

// Goes on after looking back.
export const goOn = () => goTo(state.at, { paused: false });

export function resign() {
  const { human } = state.game;
  giveUp(({ to_play }) => `resign-${human === "both" ? to_play : human}`);
}

// Ends the game where it stands, whatever is looked at. `step` says how, from the position there.
async function giveUp(step) {
  if (!hasArrived() || isOver()) return;
  const isKnown = standing && isIn(state.tree, standing);
  const end = isKnown ? standing : lineThrough(state.at).at(-1);
  if (state.at !== end) await goTo(end, { paused: true });
  if (state.at === end && !isOver()) await play(step(state.position));
}

onFlag((loser) => state.mode === "play" && giveUp(() => `forfeit-${loser}`));

// Nobody can move while the server does not answer. The clock runs again from the next move on.
onSilence(() => letRun(null));
