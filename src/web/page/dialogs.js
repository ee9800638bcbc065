// The dialogs: a new game, opening and sharing.

import { state } from "./state.js";
import { address } from "./address.js";
import { begin } from "./game.js";
import { inPageWords, load, saveSgf, sgf, textOf } from "./records.js";
import { element } from "./texts.js";

function wire(id, submit) {
  const dialog = element(id);
  const form = dialog.querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form.elements, dialog);
  });
  for (const button of dialog.querySelectorAll(".close")) button.addEventListener("click", () => dialog.close());
  // A click beside the dialog closes it, but not a text selected from inside to outside.
  let isBeside = false;
  dialog.addEventListener("pointerdown", (event) => { isBeside = event.target === dialog; });
  dialog.addEventListener("click", (event) => isBeside && event.target === dialog && dialog.close());
  return { dialog, fields: form.elements };
}

const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });

// The words for a level: the lowest, the highest, full strength.
export function levelText(level, most) {
  if (level === 0) return "full strength";
  const words = level === 1 ? ", for beginners" : level === most ? ", for strong players" : "";
  return `level ${level}${words}`;
}

const newGame = wire("new-dialog", (fields, dialog) => {
  const [columns, rows] = sides(fields);
  dialog.close();
  begin(columns, rows, {
    human: fields.human.value,
    level: Number(fields.level.value),
    seconds: Number(fields.seconds.value),
    minutes: Number(fields.minutes.value),
    swap: fields.swap.checked && !fields.swap.disabled,
    resigns: fields.resigns.checked,
    thinking: fields.thinking.checked,
  });
});

// Fills in what the server offers.
export function prepareDialogs({ levels, largest }) {
  const { fields } = newGame;
  for (let side = 3; side <= largest; side += 1) {
    if (side <= 15 || side === 17 || side === 19 || side === largest) fields.size.append(option(side, `${side} × ${side}`));
  }
  fields.size.append(option("rectangle", "a rectangle…"));
  for (let level = 1; level <= levels; level += 1) fields.level.append(option(level, levelText(level, levels)));
  fields.level.append(option(0, levelText(0, levels)));
  fields.columns.max = fields.rows.max = largest;
  for (const field of [fields.size, fields.columns, fields.rows, fields.minutes]) field.addEventListener("input", showFields);
}

// The columns and rows that are chosen.
function sides(fields) {
  const isRectangle = fields.size.value === "rectangle";
  return isRectangle ? [Number(fields.columns.value), Number(fields.rows.value)] : Array(2).fill(Number(fields.size.value));
}

// Which fields are there and may be filled in.
function showFields() {
  const { dialog, fields } = newGame;
  const [columns, rows] = sides(fields);
  const isRectangle = fields.size.value === "rectangle";
  dialog.querySelector(".rectangle").hidden = !isRectangle;
  // The browser would refuse the form for a wrong value in a field that nobody sees.
  for (const field of [fields.columns, fields.rows]) field.disabled = !isRectangle;
  fields.swap.disabled = columns !== rows;
  // With a clock the engine divides its time by itself.
  fields.seconds.disabled = fields.minutes.value !== "0";
}

export function askForNewGame() {
  const { dialog, fields } = newGame;
  const { columns, rows } = state.tree;
  const { human, level, seconds, minutes, swap, resigns, thinking } = state.game;
  const offered = [...fields.size.options].map((one) => one.value);
  fields.size.value = columns === rows && offered.includes(String(columns)) ? columns : "rectangle";
  [fields.columns.value, fields.rows.value] = [columns, rows];
  for (const [name, value] of Object.entries({ human, level, seconds, minutes })) fields[name].value = value;
  for (const [name, checked] of Object.entries({ swap, resigns, thinking })) fields[name].checked = checked;
  showFields();
  dialog.showModal();
}

const loading = wire("load-dialog", async (fields, dialog) => {
  const error = dialog.querySelector(".error");
  error.textContent = "";
  const choices = {};
  for (const name of ["swap", "letters", "first_row", "game"]) {
    if (fields[name].value) choices[name] = fields[name].value;
  }
  try {
    const [file] = fields.file.files;
    await load(fields.text.value.trim() || !file ? fields.text.value : await textOf(file), choices);
    dialog.close();
  } catch (problem) {
    error.textContent = inPageWords(problem.message);
    // It may name a field: they are below.
    if (error.textContent !== problem.message) dialog.querySelector("details").open = true;
  }
});

export function askForRecord() {
  loading.dialog.querySelector("form").reset();
  loading.dialog.querySelector(".error").textContent = "";
  loading.dialog.showModal();
}

const sharing = wire("share-dialog", (_, dialog) => dialog.close());

export async function share() {
  const { dialog, fields } = sharing;
  fields.link.value = state.position?.link ?? "";
  fields.diagram.value = state.position?.diagram ?? "";
  fields.address.value = new URL(address(), location.href).href;
  fields.sgf.value = "";
  showShareError({ message: "" });
  dialog.showModal();
  await sgf().then((text) => { fields.sgf.value = text; }, showShareError);
}

// In the dialog, which covers the line above the board.
function showShareError({ message }) {
  sharing.dialog.querySelector(".error").textContent = message;
}

element("save-sgf").addEventListener("click", () => saveSgf().catch(showShareError));
for (const field of [...sharing.fields].filter((one) => one.readOnly)) field.addEventListener("focus", () => field.select());
