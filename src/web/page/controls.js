// Buttons and switches: what they do, and which of them are shown.

import { changed, engineColour, onChange, state, view } from "./state.js";
import { cancel, switchEngine } from "./analysis.js";
import { askForNewGame, askForRecord, share } from "./dialogs.js";
import { back, forward, goTo, hasArrived, makeMain, play, removeShown, toEnd, toStart } from "./walk.js";
import { drawBar } from "./chances.js";
import { clockToGoOn } from "./clock.js";
import { drawPanel } from "./panel.js";
import { drawStatus, prepareStatus } from "./status.js";
import { edit, giveTurn } from "./setup.js";
import { element, setVisible } from "./texts.js";
import { goOn, hint, move, rematch, resign, swap, undo } from "./game.js";
import { isMain } from "./tree.js";
import { mark } from "./marks.js";
import { onCell, stoneAt } from "./board.js";
import { prove } from "./proof.js";
import { review } from "./review.js";
import { hurry } from "./server.js";
import { saveView } from "./address.js";

const press = (id, act) => element(id).addEventListener("click", act);

// Wires everything. `about` is what the server offers.
export function prepareControls(about) {
  prepareStatus(about);
  press("mode-play", () => setMode("play"));
  press("mode-analyse", () => setMode("analyse"));
  press("open-new", askForNewGame);
  press("open-load", askForRecord);
  press("open-share", share);
  press("to-start", toStart);
  press("back", back);
  press("forward", forward);
  press("to-end", toEnd);
  for (const [id, act] of Object.entries({ swap, undo, hint, resign, rematch, hurry, "go-on": goOn })) press(id, act);
  press("to-analysis", async () => {
    await setMode("analyse");
    review();
  });
  for (const [id, act] of Object.entries({ prove, review, cancel, engine: switchEngine })) press(id, act);
  press("turn", giveTurn);
  press("promote", () => makeMain(state.at));
  press("delete", removeShown);
  press("theme", nextTheme);
  wireView();
  onCell(chooseCell);
  onChange(draw);
  showTheme();
}

async function setMode(mode) {
  if (state.mode === mode || !state.position) return;
  document.querySelector("[name=tool]").checked = true;
  // Whoever comes from the analysis decides when the game goes on.
  const paused = mode === "play" && engineColour() === state.position?.to_play;
  await goTo(state.at, { mode, paused, clock: clockToGoOn(), tool: "move" });
}

// A cell was chosen: a move, or a change by hand.
function chooseCell(cell) {
  if (!hasArrived()) return;
  if (state.mode === "play") move(cell);
  else if (state.tool !== "move") edit(cell, state.tool);
  else if (!state.position.winner && stoneAt(cell) === "") play(cell);
}

function wireView() {
  const bind = (id, key, property) => {
    const field = element(id);
    field[property] = view[key];
    field.addEventListener("change", () => {
      view[key] = field[property];
      saveView();
      mark();
      changed();
    });
  };
  bind("colour-by", "colourBy", "value");
  bind("numbers", "numbers", "checked");
  bind("show-links", "links", "checked");
  bind("show-mustplay", "mustplay", "checked");
  bind("show-filled", "filled", "checked");
  for (const radio of document.querySelectorAll("[name=tool]")) {
    radio.addEventListener("change", () => { state.tool = radio.value; changed(); });
  }
}

// From "auto" the first press goes to the theme that the system does not show, so that something changes.
function nextTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  view.theme = order[(order.indexOf(view.theme) + 1) % order.length];
  saveView();
  showTheme();
}

function showTheme() {
  document.documentElement.dataset.theme = view.theme;
  for (const name of ["title", "aria-label"]) element("theme").setAttribute(name, `Light or dark: ${view.theme}`);
}

function draw() {
  const { position, mode, busy } = state;
  const focused = document.querySelector("button:focus-visible");
  document.body.dataset.mode = mode;
  for (const name of ["play", "analyse"]) element(`mode-${name}`).setAttribute("aria-pressed", mode === name);
  drawStatus();
  drawBar();
  if (!position) return;
  if (mode === "analyse") drawPanel();
  setVisible("cancel", ["proof", "review"].includes(busy));
  setVisible("promote", mode === "analyse" && !isMain(state.at));
  setVisible("delete", mode === "analyse" && state.at.parent !== null);
  // A button that is gone leaves the focus to the board.
  if (focused && (focused.hidden || focused.disabled)) document.querySelector("#board [tabindex='0']").focus();
}
