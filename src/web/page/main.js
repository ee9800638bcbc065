// Begins: asks what the server offers, restores what was shown, and lets all parts draw.

import { ask } from "./server.js";
import { onChange, state, changed } from "./state.js";
import { onArrival, show } from "./walk.js";
import { restore, restoreView } from "./address.js";
import { drawBoard, fit } from "./board.js";
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

// Shows what the address tells of; without one, a new game.
async function showAddress() {
  let found = null;
  try {
    found = await restore(location.hash, readLink);
  } catch (error) {
    failed(error);
  }
  if (found) {
    const { memory } = found;
    // A link from elsewhere is looked at; a game that goes on after a reload is played.
    state.mode = memory?.mode ?? "analyse";
    if (memory) Object.assign(state, { game: memory.game, engine: memory.engine, clock: memory.clock });
    await show(found.tree, found.shown);
  }
  if (!found || !state.position) {
    const { message } = state;
    const tree = newTree(11, 11);
    await show(tree, tree.root);
    state.message = message;
    changed();
  }
}

onArrival(arrive);
onArrival(analyse);
onArrival(mark);
onChange(() => fit().catch(failed));
onChange(drawBoard);
onChange(drawLinks);
onChange(drawGraph);
onChange(drawMoves);

// A page that was put aside, and its session with it, goes on when it is shown again.
addEventListener("pageshow", (event) => event.persisted && show(state.tree, state.at));
addEventListener("hashchange", showAddress);

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
