// Chances in words and colours, and the bar.

import { state, title } from "./state.js";
import { say } from "./texts.js";

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
  return 0.3 * r + 0.59 * g + 0.11 * b < 125;
};

// Black's chance at a node, as far as it is known: from the game's end, a review or an analysis.
export function blackChance(node) {
  if (node.winner) return node.winner === "black" ? 1 : 0;
  return node.chance ?? null;
}

// What stands above the bar, at the left and at the right. What is proved has a chance of exactly 0 or 1.
function barTexts(chance) {
  if (chance === null) return ["not looked at yet", ""];
  if (state.at.winner) return [`${title(state.at.winner)} wins`, ""];
  if (chance === 0 || chance === 1) return [`${title(chance === 1 ? "black" : "white")} wins, proved`, ""];
  return [`Black ${percent(chance)}`, `White ${percent(1 - chance)}`];
}

const section = document.getElementById("chances");

// Draws Black's chance at the node that is shown.
export function drawBar() {
  const chance = blackChance(state.at);
  section.classList.toggle("unknown", chance === null);
  section.querySelector(".black").style.width = `${100 * (chance ?? 0.5)}%`;
  const texts = barTexts(chance);
  ["left", "right"].forEach((side, number) => say(section.querySelector(`.${side}`), texts[number]));
}
