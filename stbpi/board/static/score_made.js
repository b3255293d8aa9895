// Elements of texts, and words with what is put into them.
//
// Never: makes markup of a text.

export const words = JSON.parse(document.getElementById("score").dataset.words);

// Puts values in for names in braces: say("player", {number: 2})
export function say(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// Makes an element; what begins with "on" listens, `class` and the like are attributes.
export function made(name, about = {}, ...contents) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(about)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...contents.filter((content) => content !== null && content !== undefined));
  return element;
}

export function button(text, press, about = {}) {
  return made("button", {type: "button", onclick: press, ...about}, text);
}

// Puts contents in place of all that is there; who was at one of them is at it again.
export function fill(place, ...contents) {
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(...contents.filter((content) => content !== null));
  if (focused) document.getElementById(focused)?.focus({preventScroll: true});
}

export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
