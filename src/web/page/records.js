// Games in and out: files, pasted text, links, drag and drop.

import { ask } from "./server.js";
import { changed, showError, state } from "./state.js";
import { fromRecord, lineThrough, toRecord } from "./tree.js";
import { restore } from "./address.js";
import { show } from "./walk.js";

// A text that is a link into this page itself, or what follows its "#".
const own = (text) => /#(\d{1,2}x\d{1,2}(;[^\s]*)?)$/.exec(text.trim())?.[1];

// The game that a text tells of, and what is to be said of it.
async function read(text, choices) {
  const link = own(text);
  if (link) return { ...(await restore(link)), notes: [] };
  const { columns, rows } = state.tree;
  const record = await ask("read", { text, columns, rows, ...choices });
  return { ...fromRecord(record), settings: { clock: null }, notes: record.notes };
}

// What the program's options for a record that can be read in two ways are called on the page.
const NAMES = {
  swap: "“Swap is”",
  letters: "“B and W are”",
  rows: "“First row”",
  game: "“Game”",
  "to-play": "“Other side to move”",
};

// What the program says of a record, in the words of the page.
export const inPageWords = (text) => text.replace(/--(swap|letters|rows|game|to-play)\b(?: \(\S+ in GTP\))?/g, (_, option) => NAMES[option]);

// Reads a game and shows it in the mode for analysis. Throws what is wrong with it; the game that was shown stays then.
export async function load(text, choices = {}) {
  const { tree, shown, settings, notes } = await read(text, choices);
  await show(tree, shown, { ...settings, mode: "analyse" });
  state.note = inPageWords(notes.join(" "));
  changed();
}

// The text of a file.
export async function textOf(file) {
  if (file.size > 2_000_000) throw new Error(`${file.name} is too large for a record`);
  const bytes = await file.arrayBuffer();
  try {
    return decoderOf(bytes).decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

const latin1 = new TextDecoder("windows-1252");

const MARKS = [["utf-8", "\u00ef\u00bb\u00bf"], ["utf-16le", "\u00ff\u00fe"], ["utf-16be", "\u00fe\u00ff"]];

// The decoder for the bytes of a file, chosen as `record/decode.rs` does: by a mark at the start, else by the property
// CA, else UTF-8.
function decoderOf(bytes) {
  const text = latin1.decode(bytes);
  const marked = MARKS.find(([, mark]) => text.startsWith(mark))?.[0];
  if (marked) return new TextDecoder(marked, { fatal: true });
  try {
    const named = new TextDecoder(/CA\[([^\]]*)\]/i.exec(text)?.[1], { fatal: true });
    // The name was found byte by byte, so the file is not UTF-16 whatever it says.
    if (!named.encoding.startsWith("utf-16")) return named;
  } catch {
    // No decoder has this name.
  }
  return new TextDecoder("utf-8", { fatal: true });
}

// The whole tree as SGF.
export async function sgf() {
  const { record } = toRecord(state.tree);
  const end = lineThrough(state.tree.root).at(-1);
  if (end.winner) record.result ??= `${end.winner === "black" ? "B" : "W"}+`;
  return (await ask("write", record)).sgf;
}

export async function saveSgf() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await sgf()], { type: "application/x-go-sgf" }));
  link.download = "game.sgf";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const drop = document.getElementById("drop");

const hasGame = (event) => ["Files", "text/plain"].some((type) => event.dataTransfer?.types.includes(type));

addEventListener("dragover", (event) => {
  if (!hasGame(event)) return;
  event.preventDefault();
  drop.hidden = false;
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
addEventListener("drop", async (event) => {
  drop.hidden = true;
  if (!hasGame(event)) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = file ? textOf(file) : Promise.resolve(event.dataTransfer.getData("text/plain"));
  // It would cover what is said of the game.
  document.querySelector("dialog[open]")?.close();
  try {
    await load(await text);
  } catch (error) {
    showError({ message: inPageWords(error.message) });
  }
});
