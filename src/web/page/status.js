// The line above the board, the players, and the buttons of a game.

import { engineColour, proved, report, state, title } from "./state.js";
import { chanceText } from "./chances.js";
import { clockText } from "./clock.js";
import { maySwap } from "./game.js";
import { levelText } from "./dialogs.js";
import { lineThrough } from "./tree.js";
import { stepText } from "./variations.js";
import { element, say, setVisible } from "./texts.js";

let levels = 0;

// Says how many levels there are.
export const prepareStatus = (about) => { levels = about.levels; };

// Draws all of it.
export function drawStatus() {
  const told = state.message || state.note;
  say(element("status"), told || statusText());
  element("status").classList.toggle("error", state.message !== "");
  say(element("expected"), told ? "" : expectedText());
  if (!state.position) return;
  drawPlayers();
  drawPlay();
  drawWalk();
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
  setVisible("swap", state.mode === "play" && maySwap());
  setVisible("go-on", !isOver && paused && isEngines);
  setVisible("hurry", busy === "move");
  setVisible("rematch", isOver);
  setVisible("to-analysis", isOver);
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
  const hinted = state.hint?.node === state.at ? ` Hint: ${stepText(state.hint.cell)}${state.hint.chance === null ? "" : `, ${chanceText(state.hint.chance, state.hint.winner, position.to_play)}`}.` : "";
  if (busy === "hint") return "Looking for a good move…";
  if (mode === "analyse") {
    if (busy === "proof") return "Looking for a proof…";
    if (busy === "review") return "Reviewing the game…";
    const seen = position.last ? `Move ${position.moves}: ${position.last}. ` : "";
    return `${seen}${proved() ? `${title(proved())} wins, proved. ` : ""}${mover} to move.${hinted}`;
  }
  if (busy === "move") return "HexCoven thinks…";
  if (position.to_play === engineColour()) return "HexCoven is to move.";
  const goal = position.to_play === "black" ? "the top and the bottom" : "the left and the right edge";
  const hasSwapped = state.at.steps.includes("swap-pieces");
  if (hasSwapped && state.game.human === "black") return `HexCoven swapped: it took over your stone. Your move: join the top and the bottom.${hinted}`;
  const who = state.game.human === "both" ? `${mover} to move` : "Your move";
  const first = position.moves < 2 ? `: ${state.game.human === "both" ? "" : `you are ${mover}, `}join ${goal} by a chain of stones` : "";
  // Who does not see the board hears of the engine's move here.
  const played = state.game.human !== "both" && position.last ? `HexCoven: ${position.last}. ` : "";
  return `${played}${who}${first}.${maySwap() ? " Or swap: take over the first stone." : ""}${hinted}`;
}

function endText({ winner, gave_up: gaveUp }) {
  const { human } = state.game;
  const isTime = state.at.steps.some((step) => step.startsWith("forfeit"));
  const how = !gaveUp ? "the chain is complete" : isTime ? "the other player's time is over" : "the other player resigned";
  const yours = !gaveUp ? "its chain is complete" : isTime ? "your time is over" : "you resigned";
  if (state.mode === "play" && human !== "both") return winner === human ? `You win: ${how}.` : `HexCoven wins: ${yours}.`;
  return `${title(winner)} wins: ${how}.`;
}

// What the engine expects while it thinks. It changes too often to be read aloud with the status.
const expectedText = () => {
  const found = state.busy === "move" && state.game.thinking ? report() : null;
  return found?.moves[0]?.line.length > 0 ? `It expects ${found.moves[0].line.slice(0, 4).join(" ")}.` : "";
};
