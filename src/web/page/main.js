// Begins: asks what the server offers, restores what was shown, and lets all parts draw.

import { ask } from "./server.js";
import { onChange, showError, state } from "./state.js";
import { goTo, onArrival, show } from "./walk.js";
import { clockNow, goesOn } from "./clock.js";
import { lastGame, restore, restoreView, save } from "./address.js";
import { drawBoard } from "./board.js";
import { drawGraph } from "./graph.js";
import { drawLinks, mark } from "./marks.js";
import { drawMoves } from "./variations.js";
import { analyse } from "./analysis.js";
import { playOn } from "./game.js";
import { prepareDialogs } from "./dialogs.js";
import { prepareControls } from "./controls.js";
import { fromRecord, newTree } from "./tree.js";
import "./keys.js";

const failed = (error) => {
  showError(error);
  // Before all parts are ready nobody else shows it.
  document.getElementById("status").textContent = error.message;
};

// What follows the "#" of a link of HexWorld.
const readLink = async (hash) => fromRecord(await ask("read", { text: hash }));

// A new game.
function newGame() {
  const tree = newTree(11, 11);
  return { tree, shown: tree.root, settings: {} };
}

// Shows what the address tells of; without one, a new game. If it is wrong, the game that is shown stays, or the last one of
// this tab is shown.
async function showAddress() {
  const go = ({ tree, shown, settings }) => show(tree, shown, settings);
  try {
    const found = await restore(location.hash, readLink);
    if (found) await go(found);
    else if (state.position) save();
    else await go(newGame());
  } catch (error) {
    if (state.position) save();
    else await go(lastGame() ?? newGame()).catch(() => go(newGame()));
    failed(error);
  }
}

onArrival(playOn);
onArrival(analyse);
onArrival(mark);
onChange(drawBoard);
onChange(drawLinks);
onChange(drawGraph);
onChange(drawMoves);

addEventListener("pagehide", () => {
  if (!state.position) return;
  state.clock = clockNow();
  save();
});
// A page that was put aside, and its session with it, goes on when it is shown again.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  state.clock = goesOn(state.clock);
  state.busy = null;
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
