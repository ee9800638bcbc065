// Keys: arrows walk through the game, letters press buttons. Cells have arrow keys of their own (board.js).

import { back, forward, sideways, toEnd, toStart } from "./walk.js";

const WAYS = {
  ArrowLeft: back,
  ArrowRight: forward,
  ArrowUp: () => sideways(-1),
  ArrowDown: () => sideways(1),
  Home: toStart,
  End: toEnd,
};

const BUTTONS = { h: "hint", u: "undo", e: "engine", n: "open-new", o: "open-load", s: "open-share", p: "prove" };

for (const [key, id] of Object.entries(BUTTONS)) {
  const button = document.getElementById(id);
  button.title = `Key: ${key}`;
  button.setAttribute("aria-keyshortcuts", key);
}

addEventListener("keydown", (event) => {
  const has = (selector) => event.target.matches?.(selector);
  const isTyping = has("input:not([type=checkbox], [type=radio]), textarea, select");
  // The arrows choose one of several.
  const isChoosing = has("[type=radio]") && event.key.startsWith("Arrow");
  const isElsewhere = document.querySelector("dialog[open]") || isTyping || isChoosing;
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  const button = document.getElementById(BUTTONS[event.key] ?? "");
  if (event.key in WAYS) {
    // Where there is no way, the arrows scroll.
    if (!WAYS[event.key]()) return;
  } else if (button && !button.disabled && button.offsetParent) button.click();
  else return;
  event.preventDefault();
});
