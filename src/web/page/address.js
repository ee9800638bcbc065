// The position in the page's address, and the whole tree in the browser's memory for this tab.
//
// The address is "#11x11;a2;b4": the size and the steps so far. It also takes what stands after the "#" of a link of
// HexWorld, such as "#11,a2b4".

import { state, view } from "./state.js";
import { find, fromRecord, newTree, stepsTo, toRecord } from "./tree.js";
import { clockNow } from "./clock.js";

const TREE = "hexcoven-tree";
const VIEW = "hexcoven-view";

export function address() {
  const { columns, rows } = state.tree;
  return `#${[`${columns}x${rows}`, ...stepsTo(state.at)].join(";")}`;
}

// Private windows may have no memory; then a reload knows only the address.
function remember(place, key, value) {
  try {
    place.setItem(key, JSON.stringify(value));
  } catch {
    // The game goes on without.
  }
}

function remembered(place, key) {
  try {
    return JSON.parse(place.getItem(key));
  } catch {
    return null;
  }
}

export function save() {
  history.replaceState(null, "", address());
  const { record, numbers } = toRecord(state.tree);
  const { mode, game, engine, paused } = state;
  const shown = numbers.get(state.at);
  remember(sessionStorage, TREE, { record: { ...record, shown }, mode, game, engine, paused, clock: clockNow() });
}

export const saveView = () => remember(localStorage, VIEW, view);

export const restoreView = () => Object.assign(view, remembered(localStorage, VIEW) ?? {});

function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

// What the address says: a size and steps, or null if it is of another kind.
function read(hash) {
  const [size, ...steps] = decoded(hash).replace(/^#/, "").split(";");
  const sides = /^(\d{1,2})x(\d{1,2})$/.exec(size);
  return sides && { columns: Number(sides[1]), rows: Number(sides[2]), steps: steps.filter(Boolean) };
}

// The tree and the node that the address and the memory tell of. `readLink` reads links of other sites.
export async function restore(hash, readLink) {
  if (!hash || hash === "#") return null;
  const wanted = read(hash);
  if (!wanted) return readLink(hash);
  const memory = remembered(sessionStorage, TREE);
  const known = memory && fromRecord(memory.record);
  const { columns, rows, steps } = wanted;
  if (known && known.tree.columns === columns && known.tree.rows === rows) {
    const isShown = stepsTo(known.shown).join(";") === steps.join(";");
    const shown = isShown ? known.shown : find(known.tree.root, steps);
    if (shown) return { tree: known.tree, shown, memory };
  }
  const tree = newTree(columns, rows);
  let node = tree.root;
  for (const step of steps) {
    const child = { parent: node, children: [], steps: [step], comment: "" };
    node.children.push(child);
    node = child;
  }
  return { tree, shown: node, memory: null };
}
