// What the page shows, in one place. Whoever changes it calls `changed`, and all parts draw themselves anew.

import { newTree } from "./tree.js";

const tree = newTree(11, 11);

export const state = {
  tree,
  // The node that is shown, and what the rules say of it; null until the page has begun.
  at: tree.root,
  position: null,
  mode: "play",
  // The game that is played: who the person is, the opponent's strength, the clock. Level 3 is the first that answers
  // at a bridge, and who plays bridges well still beats it.
  game: { human: "black", level: 3, seconds: 3, minutes: 0, swap: false, resigns: false, thinking: true },
  // The players' clocks, if there are any (clock.js).
  clock: null,
  // Whether the engine waits until it is told to go on: somebody looks through the game, or something went wrong.
  paused: false,
  // What runs: "move", "hint", "analysis", "proof" or "review".
  busy: null,
  // The last report of a search, and the node that it is of.
  report: null,
  // Whether the engine analyses in the mode "analyse".
  engine: true,
  hint: null,
  proof: null,
  marks: null,
  // The cell under the pointer or with the focus.
  hover: null,
  tool: "move",
  // What went wrong.
  message: "",
  // How a record was read that can be read in two ways.
  note: "",
};

// How the board is shown. Kept from visit to visit.
export const view = {
  colourBy: "chance",
  numbers: true,
  links: false,
  mustplay: false,
  filled: false,
  theme: "auto",
};

const drawers = [];

// A function to call whenever something has changed.
export const onChange = (draw) => drawers.push(draw);

let isPending = false;

// Draws everything once, soon.
export function changed() {
  if (isPending) return;
  isPending = true;
  requestAnimationFrame(() => {
    isPending = false;
    for (const draw of drawers) draw();
  });
}

// Says what went wrong.
export function showError(error) {
  state.message = error.message;
  changed();
}

export const other = (color) => (color === "black" ? "white" : "black");
export const title = (color) => (color === "black" ? "Black" : "White");

// The colour of the engine in a game; none where two people play.
export const engineColour = () => (state.game.human === "both" ? null : other(state.game.human));

// Who wins the position that is shown, as far as "Prove it" has found.
export const proved = () => (state.proof?.node === state.at ? state.proof.winner : null);

// The report of the node that is shown.
export const report = () => (state.report?.node === state.at ? state.report : null);
