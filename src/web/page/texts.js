// Small helps for texts and visibility.

export const element = (id) => document.getElementById(id);

// Sets a text if it is another.
export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

// Shows or hides an element.
export const show = (id, isShown) => { element(id).hidden = !isShown; };
