// The position in the page's address, and the whole tree in the browser's memory for this tab.
//
// The address is "#11x11;a2;b4": the size and the steps so far. It also takes what stands after the "#" of a link of
// HexWorld, such as "#11,a2b4".

import { state, view } from "./state.js";
import { childWith, find, fromRecord, newTree, stepsTo, toRecord } from "./tree.js";
import { clockNow, goesOn } from "./clock.js";

const TREE = "hexcoven-tree";
const VIEW = "hexcoven-view";

export function address() {
  const { columns, rows } = state.tree;
  return `#${[`${columns}x${rows}`, ...stepsTo(state.at)].join(";")}`;
}

// Private windows may have no memory, and it may be full; then a reload knows only the address.
function remember(place, key, value) {
  try {
    place.removeItem(key);
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
  try {
    history.replaceState(null, "", address());
  } catch {
    // Some browsers refuse it when it comes too often. The next one will do.
  }
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

// The game that this tab showed last, the node, and what else of the state belongs to it; null if there is none.
export function lastGame() {
  const memory = remembered(sessionStorage, TREE);
  try {
    const { mode, game, engine, paused, clock } = memory;
    return { ...fromRecord(memory.record), settings: { mode, game, engine, paused, clock: goesOn(clock) } };
  } catch {
    return null;
  }
}

// What an address tells of, as `lastGame` has it; null if it is empty. `readLink` reads links of other sites.
export async function restore(hash, readLink) {
  if (!hash || hash === "#") return null;
  // A link from elsewhere is shown for analysis.
  const settings = { mode: "analyse", clock: null };
  const wanted = read(hash);
  if (!wanted) return { ...(await readLink(hash)), settings };
  const { columns, rows, steps } = wanted;
  const isOfSize = (tree) => tree.columns === columns && tree.rows === rows;
  if (state.position && isOfSize(state.tree)) {
    const shown = find(state.tree.root, steps);
    if (shown) return { tree: state.tree, shown, settings: { paused: true } };
  }
  // After a reload the game goes on.
  const last = lastGame();
  if (last && isOfSize(last.tree)) {
    const isShown = stepsTo(last.shown).join(";") === steps.join(";");
    const shown = isShown ? last.shown : find(last.tree.root, steps);
    if (shown) return { ...last, shown };
  }
  const tree = newTree(columns, rows);
  let node = tree.root;
  for (const step of steps) node = childWith(node, [step]);
  return { tree, shown: node, settings };
}
