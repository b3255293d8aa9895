// The boards and the records of this evening, on a television in place of a box that nobody
// plays on: one after the other, and the box itself in turn with them.
//
// Never: makes markup of a text.

import {element, fit, fitAll} from "./card.js";

const QUIET_MS = 20000; // so long nothing has happened on a box before they are shown
const LONG_QUIET_MS = 180000; // the same in the middle of a match
const SHOWN_MS = 15000; // so long each is seen
const FRESH_MS = 60000; // so long they are not asked for anew
const BETWEEN = ["setup", "match_over", "set_aside"];

const template = document.getElementById("slide");
const places = new Map(); // what is known of each place that has a box
let slides = [];
let asked = -Infinity;

// Note that something has happened on the box of a place.
export function stir(slot, phase) {
  if (!template) return;
  const place = places.get(slot) || added(slot);
  place.since = Date.now();
  place.quiet = BETWEEN.includes(phase) ? QUIET_MS : LONG_QUIET_MS;
  show(place, 0);
}

function added(slot) {
  const slide = template.content.cloneNode(true).firstElementChild;
  slot.append(slide);
  const place = {card: slot.firstElementChild, slide};
  places.set(slot, place);
  return place;
}

function isIdle(place) {
  return Date.now() - place.since >= place.quiet;
}

async function turn() {
  if (![...places.values()].some(isIdle)) return;
  await ask();
  for (const place of places.values()) {
    if (isIdle(place)) show(place, (place.at + 1) % (slides.length + 1));
  }
}

async function ask() {
  if (Date.now() - asked < FRESH_MS) return;
  try {
    const answer = await fetch("/tonight/slides.json" + location.search);
    slides = answer.ok ? await answer.json() : [];
    asked = Date.now();
  } catch {
    slides = []; // the board has gone; whoever listens to it tells so
  }
}

// Show the box at 0, and a slide at any other number.
function show(place, at) {
  place.at = at;
  const told = slides[at - 1];
  if (told) fill(place.slide, told);
  place.slide.hidden = !told;
  place.card.hidden = Boolean(told);
  if (told) place.slide.querySelectorAll("h2, .about, th").forEach(fit);
  else fitAll(place.card);
}

function fill(slide, told) {
  slide.querySelector("h2").textContent = told.title;
  slide.querySelector(".about").textContent = told.about;
  slide.style.setProperty("--rows", String(told.rows.length + (told.head.length > 0)));
  slide.querySelector("thead tr").replaceChildren(...told.head.map((text) => head(text, "col")));
  slide.querySelector("tbody").replaceChildren(...told.rows.map(([first, ...cells]) => {
    const row = document.createElement("tr");
    row.append(head(first, "row"), ...cells.map((text) => element("td", text)));
    return row;
  }));
}

function head(text, scope) {
  const made = element("th", text);
  made.scope = scope;
  return made;
}

if (template) setInterval(turn, SHOWN_MS);
