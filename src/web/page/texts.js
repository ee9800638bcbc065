// Small helps for texts and visibility.

export const element = (id) => document.getElementById(id);

// Sets a text if it is another.
export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

// A number with its noun, such as "1 move" or "2,000 moves".
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// Shows or hides an element.
export const setVisible = (id, isVisible) => { element(id).hidden = !isVisible; };
