// The clocks of a game. The page keeps them; the server is told what is left.

import { changed, other, state } from "./state.js";

let running = null;
let since = 0;
let flag = () => {};

// Says what to do when a player's time is over.
export const onFlag = (act) => { flag = act; };

export function setClocks(minutes) {
  const time = 60_000 * minutes;
  state.clock = minutes > 0 ? { black: time, white: time } : null;
  running = null;
}

// The milliseconds left to a player; null without a clock.
export function left(color) {
  if (!state.clock) return null;
  const spent = running === color ? performance.now() - since : 0;
  return Math.max(0, state.clock[color] - spent);
}

// Lets a player's clock run and stops the other's; null stops both.
export function letRun(color) {
  if (running === color || !state.clock) return;
  if (running) state.clock[running] = left(running);
  running = color;
  since = performance.now();
}

setInterval(() => {
  if (!running || !state.clock) return;
  if (left(running) === 0) {
    const loser = running;
    letRun(null);
    flag(loser, other(loser));
  }
  changed();
}, 200);

export function clockText(color) {
  const time = left(color);
  if (time === null) return "";
  const seconds = Math.ceil(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
