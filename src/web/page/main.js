// Begins: asks what the server offers, restores what was shown, and lets all parts draw.

import { ask } from "./server.js";
import { onChange, state, changed } from "./state.js";
import { goTo, onArrival, show } from "./walk.js";
import { clockNow, goesOn } from "./clock.js";
import { restore, restoreView, save } from "./address.js";
import { drawBoard } from "./board.js";
import { drawGraph } from "./graph.js";
import { drawLinks, mark } from "./marks.js";
import { drawMoves } from "./variations.js";
import { analyse } from "./analysis.js";
import { arrive } from "./game.js";
import { prepareDialogs } from "./dialogs.js";
import { prepareControls } from "./controls.js";
import { fromRecord, newTree } from "./tree.js";
import "./keys.js";

const failed = (error) => {
  state.message = error.message;
  // Before all parts are ready nobody else shows it.
  document.getElementById("status").textContent = error.message;
  changed();
};

// What follows the "#" of a link of HexWorld.
const readLink = async (hash) => fromRecord(await ask("read", { text: hash }));

// What the address tells of; without one, a new game.
async function addressed() {
  const found = await restore(location.hash, readLink);
  if (!found) {
    const tree = newTree(11, 11);
    return { tree, shown: tree.root, settings: {} };
  }
  // A link from elsewhere is looked at; a game that goes on after a reload is played.
  const { tree, shown, memory } = found;
  if (!memory) return { tree, shown, settings: { mode: "analyse" } };
  const { mode, game, engine, paused, clock } = memory;
  return { tree, shown, settings: { mode, game, engine, paused, clock: goesOn(clock) } };
}

// Shows it. If the address is wrong, the game that is shown stays.
async function showAddress() {
  try {
    const { tree, shown, settings } = await addressed();
    await show(tree, shown, settings);
  } catch (error) {
    if (state.position) save();
    else {
      const tree = newTree(11, 11);
      await show(tree, tree.root);
    }
    failed(error);
  }
}

onArrival(arrive);
onArrival(analyse);
onArrival(mark);
onChange(drawBoard);
onChange(drawLinks);
onChange(drawGraph);
onChange(drawMoves);

// A page that was put aside, and its session with it, goes on when it is shown again.
addEventListener("pagehide", () => {
  if (!state.position) return;
  state.clock = clockNow();
  save();
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  state.clock = goesOn(state.clock);
  goTo(state.at);
});
addEventListener("hashchange", () => showAddress().catch(failed));

// The search for a page that was not looked at has ended: it goes on.
document.addEventListener("visibilitychange", () => !document.hidden && state.busy === null && analyse());

restoreView();
ask("about")
  .then((about) => {
    prepareDialogs(about);
    prepareControls(about);
    return showAddress();
  })
  .catch(failed);
