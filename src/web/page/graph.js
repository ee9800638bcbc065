// The graph of Black's chance along the line that is shown.

import { make } from "./board.js";
import { blackChance } from "./chances.js";
import { state } from "./state.js";
import { lineThrough } from "./tree.js";
import { lookAt } from "./walk.js";

const WIDTH = 320;
const HEIGHT = 84;
const holder = document.getElementById("graph");
let drawn = "";

// A click looks at the position below it. The drawing may be another when the button is released than when it was
// pressed, so the click is its holder's.
holder.addEventListener("click", (event) => {
  const line = lineThrough(state.at);
  const box = holder.querySelector("svg").getBoundingClientRect();
  const part = ((event.clientX - box.left) / box.width) * (WIDTH + 8) - 4;
  lookAt(line[Math.max(0, Math.min(line.length - 1, Math.round(part / stepOf(line))))]);
});

// How far two positions of a line are from each other.
const stepOf = (nodes) => WIDTH / Math.max(1, nodes.length - 1);

export function drawGraph() {
  const nodes = lineThrough(state.at);
  const chances = nodes.map(blackChance);
  const key = JSON.stringify([state.mode, chances.map((chance) => chance && chance.toFixed(3)), nodes.indexOf(state.at), nodes.map((node) => node.judgement?.loss)]);
  if (key === drawn) return;
  drawn = key;
  // In an analysis its place is always there: what moves away below it would be missed by a click.
  holder.hidden = state.mode === "play" && chances.filter((chance) => chance !== null).length < 2;
  const step = stepOf(nodes);
  const point = (number) => [(number * step).toFixed(1), ((1 - chances[number]) * HEIGHT).toFixed(1)];
  const known = [...chances.keys()].filter((number) => chances[number] !== null);
  const svg = make("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": "Black's chance in the course of the game" });
  svg.append(make("rect", { class: "frame", x: 0, y: 0, width: WIDTH, height: HEIGHT }));
  if (known.length > 1) {
    const points = known.map((number) => point(number).join(",")).join(" ");
    const [first, last] = [point(known[0])[0], point(known.at(-1))[0]];
    svg.append(make("polygon", { class: "area", points: `${first},${HEIGHT} ${points} ${last},${HEIGHT}` }));
    svg.append(make("polyline", { class: "curve", points }));
  }
  svg.append(make("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  for (const number of known.filter((number) => nodes[number].judgement?.better)) {
    const [cx, cy] = point(number);
    svg.append(make("circle", { class: "mistake", cx, cy, r: 3.5 }));
  }
  const now = (nodes.indexOf(state.at) * step).toFixed(1);
  svg.append(make("line", { class: "now", x1: now, x2: now, y1: 0, y2: HEIGHT }));
  holder.replaceChildren(svg);
}

