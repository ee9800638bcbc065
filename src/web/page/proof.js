// "Prove it": who wins, by which line, and all moves that win.

import { run } from "./server.js";
import { changed, showError, state, title } from "./state.js";
import { lineOf } from "./tree.js";
import { analyse } from "./analysis.js";
import { cellNames } from "./board.js";
import { counted } from "./texts.js";

const SECONDS = 300;

export async function prove() {
  const node = state.at;
  if (state.position?.winner) return;
  state.busy = "proof";
  state.message = "";
  state.proof = null;
  changed();
  const told = (content) => {
    state.proof = { node, ...content };
    if (content.winner) node.chance = content.winner === "black" ? 1 : 0;
    changed();
  };
  try {
    const result = await run("search", { prove: { line: lineOf(state.tree, node), seconds: SECONDS } }, told);
    if (!result || state.at !== node) return;
    if (result.winning) told({ ...result, isOver: !result.isCalledOff });
  } catch (error) {
    if (state.at !== node) return;
    showError(error);
  }
  state.busy = null;
  changed();
  analyse();
}

// What is known of the proof, in words.
export function proofText() {
  const { proof } = state;
  if (proof?.node !== state.at) return state.busy === "proof" ? ["Looking for a proof…"] : [];
  const { winner, line, winning, open, expansions, isOver } = proof;
  const work = counted(expansions, "position");
  if (!winner && state.busy === "proof") return [`No proof yet, ${work}…`];
  if (!winner) return [isOver ? `Not proved within ${SECONDS} seconds, ${work}.` : `Stopped without a proof, ${work}.`];
  const text = [`Proved: ${title(winner)} wins (${work}).`];
  if (line.length > 0) text.push(`Line: ${line.join(" ")}`);
  if (winner === state.position.to_play) {
    const rest = open > 0 ? `; ${counted(open, "move")} ${open === 1 ? "is" : "are"} not solved${state.busy === "proof" ? " yet" : ""}` : "";
    const sorted = cellNames().filter((cell) => winning.includes(cell));
    text.push(`Winning moves: ${sorted.join(" ") || "none yet"}${rest}.`);
  } else {
    text.push("Every move loses.");
  }
  return text;
}
