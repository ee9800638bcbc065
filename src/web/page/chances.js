// Chances in words and colours, and the bar.

import { state, title } from "./state.js";

export const percent = (part) => (part === null || part === undefined ? "–" : `${Math.round(100 * part)} %`);

// A chance of a player in words; what is proved is said as such.
export function chanceText(chance, winner, player) {
  if (winner) return winner === player ? "won" : "lost";
  return percent(chance);
}

// Blue for winning, orange for losing, pale between: a pair that all kinds of colour vision tell apart.
const LOSING = [214, 118, 22];
const EVEN = [239, 230, 210];
const WINNING = [33, 102, 172];

const mixed = (from, to, part) => {
  const parts = from.map((value, i) => Math.round(value + (to[i] - value) * part));
  return `rgb(${parts.join(",")})`;
};

// The colour of a chance. Differences near even, where most moves are, are shown larger.
export function chanceColour(chance) {
  const from = 2 * chance - 1;
  const part = Math.min(1, Math.abs(from) ** 0.7);
  return mixed(EVEN, from < 0 ? LOSING : WINNING, part);
}

// The colour of a share, from pale to blue.
export const shareColour = (share) => mixed(EVEN, WINNING, Math.min(1, Math.sqrt(share)));

// Whether text on such a colour is to be white.
export const isDark = (colour) => {
  const [r, g, b] = colour.match(/\d+/g).map(Number);
  return 0.3 * r + 0.59 * g + 0.11 * b < 140;
};

// Black's chance at a node, as far as it is known: from the game's end, a review or an analysis.
export function blackChance(node) {
  if (node.winner) return node.winner === "black" ? 1 : 0;
  return node.chance ?? null;
}

const bar = document.querySelector("#chances .bar");

// Draws Black's chance at the node that is shown.
export function drawBar() {
  const chance = blackChance(state.at);
  bar.classList.toggle("unknown", chance === null);
  bar.querySelector(".black").style.width = `${100 * (chance ?? 0.5)}%`;
  const texts = chance === null
    ? ["not looked at yet", ""]
    : state.at.winner
      ? [`${title(state.at.winner)} wins`, ""]
      : [`Black ${percent(chance)}`, `White ${percent(1 - chance)}`];
  ["left", "right"].forEach((side, number) => {
    const part = bar.querySelector(`.${side}`);
    if (part.textContent !== texts[number]) part.textContent = texts[number];
  });
  // A text stands on its own colour where there is room for it.
  bar.classList.toggle("mostly-black", chance > 0.8);
  bar.classList.toggle("mostly-white", chance !== null && chance < 0.2);
  bar.setAttribute("aria-label", `Chances: ${texts.join(" ")}`);
}
