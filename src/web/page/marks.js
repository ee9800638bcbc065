// What is proved of the position without a search: virtual connections, the mustplay region, inferior cells.

import { run } from "./server.js";
import { changed, showError, state, view } from "./state.js";
import { lineOf } from "./tree.js";
import { make, stoneAt, svgBoard } from "./board.js";

const isWanted = () => state.mode === "analyse" && (view.links || view.mustplay || view.filled);

// Asks for the marks of the position that is shown.
export async function mark() {
  const node = state.at;
  if (!isWanted() || state.marks?.node === node) return;
  try {
    const marks = await run("marks", { marks: lineOf(state.tree, node) });
    if (marks?.links && state.at === node) {
      state.marks = { node, ...marks };
      changed();
    }
  } catch (error) {
    showError(error);
  }
}

// What is drawn now, so that it is drawn anew only if it changes.
let drawn = "";

// Draws the connections: those of the stone under the pointer, else the smallest that join most.
export function drawLinks() {
  const svg = svgBoard();
  if (!svg) return;
  const group = svg.querySelector(".links");
  const marks = isWanted() && view.links && state.marks?.node === state.at ? state.marks : null;
  const hovered = marks && stoneAt(state.hover ?? "") ? state.hover : null;
  const links = marks ? chosen(marks.links, hovered) : [];
  const key = JSON.stringify(links);
  if (key === drawn && group.childElementCount >= links.length) return;
  drawn = key;
  group.replaceChildren(...links.flatMap(draw));
}

// A forest of the smallest full connections, and after them semi connections that join more.
function chosen(links, hovered) {
  const rank = (link) => (link.kind === "full" ? 0 : 1000) + link.carrier.length;
  const sorted = links.filter((link) => link.carrier.length > 0).sort((one, two) => rank(one) - rank(two));
  if (hovered) return sorted.filter((link) => link.stones.includes(hovered));
  const joined = new Map();
  const top = (end) => (joined.has(end) ? top(joined.get(end)) : end);
  return sorted.filter((link) => {
    const ends = [link.from, link.to].map((end) => top(`${link.color} ${end}`));
    if (ends[0] === ends[1]) return false;
    joined.set(ends[0], ends[1]);
    return true;
  });
}

// A line between the ends, and the cells that the connection needs.
function draw({ color, kind, from, to, carrier }) {
  const { layout } = state.tree;
  const at = (name) => layout.cells.find((cell) => cell.name === name);
  const needed = carrier.map(at);
  const [one, two] = [end(from, at(to), needed), end(to, at(from), needed)];
  const length = Math.hypot(two.x - one.x, two.y - one.y);
  const rim = at(from) ? 0.7 * layout.radius : 0;
  const otherRim = at(to) ? 0.7 * layout.radius : 0;
  const point = (far) => [one.x + ((two.x - one.x) * far) / length, one.y + ((two.y - one.y) * far) / length];
  const [x1, y1] = point(rim);
  const [x2, y2] = point(length - otherRim);
  const line = (part) => make("line", { class: `link ${part} ${color} ${kind}`, x1, y1, x2, y2 });
  const cells = needed.map(({ x, y }) => make("polygon", { class: `need ${color}`, points: layout.hexagon, transform: `translate(${x} ${y}) scale(0.8)` }));
  return [...cells, line("outer"), line("inner")];
}

// The place of an end: a stone, or the part of an edge that is nearest.
function end(name, other, needed) {
  const { columns, rows, layout } = state.tree;
  const cell = layout.cells.find((one) => one.name === name);
  if (cell) return cell;
  const isOn = (number) => ({
    north: number < columns, south: number >= columns * (rows - 1),
    west: number % columns === 0, east: number % columns === columns - 1,
  })[name];
  const border = layout.cells.filter((_, number) => isOn(number));
  const near = border.filter((one) => needed.includes(one));
  const far = (one) => (other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);
  const { x, y } = (near.length > 0 ? near : border).reduce((one, two) => (far(two) < far(one) ? two : one));
  const away = 1.15 * layout.radius;
  return { north: { x, y: y - away }, south: { x, y: y + away }, west: { x: x - away, y }, east: { x: x + away, y } }[name];
}
