// The clocks of a game. The page keeps them; the server is told what is left.

import { changed, state } from "./state.js";

let flag = () => {};

// Says what to do when a player's time is over. It is said again until the clock stops.
export const onFlag = (act) => { flag = act; };

// The clocks at the start of a game; null without any. Times are milliseconds. The time of the player whose clock is
// running is what was left when it began to, at `since`.
export function newClock(minutes) {
  const time = 60_000 * minutes;
  return minutes > 0 ? { black: time, white: time, running: null, since: 0 } : null;
}

// The clocks with which an open game goes on: new ones if a player's time is over.
export function clockToGoOn() {
  const isOver = ["black", "white"].some((color) => left(color) === 0);
  return isOver ? newClock(state.game.minutes) : state.clock;
}

// The milliseconds left to a player; null without a clock.
export function left(color) {
  const { clock } = state;
  if (!clock) return null;
  const spent = clock.running === color ? performance.now() - clock.since : 0;
  return Math.max(0, clock[color] - spent);
}

// Lets a player's clock run and stops the other's; null stops both.
export function letRun(color) {
  const { clock } = state;
  if (!clock || clock.running === color) return;
  if (clock.running) clock[clock.running] = left(clock.running);
  Object.assign(clock, { running: color, since: performance.now() });
}

// The clocks as they stand now, to be kept while the page is away.
export const clockNow = () => state.clock && goesOn({ ...state.clock, black: left("black"), white: left("white") });

// The same clocks, which go on from now.
export const goesOn = (clock) => clock && { ...clock, since: performance.now() };

setInterval(() => {
  const loser = state.clock?.running;
  if (!loser) return;
  if (left(loser) === 0) flag(loser);
  changed();
}, 200);

export function clockText(color) {
  const time = left(color);
  if (time === null) return "";
  const seconds = Math.ceil(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
