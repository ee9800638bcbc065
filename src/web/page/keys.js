// Keys: arrows walk through the game, letters press buttons. Cells have arrow keys of their own (board.js).

import { back, forward, sideways, toEnd, toStart } from "./walk.js";
import { walkBack } from "./controls.js";

const WAYS = {
  ArrowLeft: () => walkBack(back),
  ArrowRight: forward,
  ArrowUp: () => sideways(-1),
  ArrowDown: () => sideways(1),
  Home: () => walkBack(toStart),
  End: toEnd,
};

const BUTTONS = { h: "hint", u: "undo", e: "engine", n: "open-new", o: "open-load", s: "open-share", p: "prove" };

addEventListener("keydown", (event) => {
  const isTyping = event.target.matches?.("input, textarea, select");
  const isElsewhere = document.querySelector("dialog[open]") || isTyping;
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  const button = document.getElementById(BUTTONS[event.key] ?? "");
  if (event.key in WAYS) WAYS[event.key]();
  else if (button && !button.disabled && button.offsetParent) button.click();
  else return;
  event.preventDefault();
});
