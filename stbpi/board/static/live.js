// What happens on the boxes, put into the page as it is told by /events.
//
// Never: makes markup of a text. Keep: goes on by itself, whatever is started anew.

import {fill, made} from "./card.js";
import {stir} from "./evening.js";

const TRIES_AGAIN_MS = 2000;
const SILENT_MS = 25000; // the board says something every ten seconds

const boxes = document.getElementById("boxes");
const only = boxes.dataset.box;
const lost = document.body.appendChild(document.createElement("p"));
lost.id = "lost";
lost.setAttribute("role", "status");

const slots = new Map();
let version = null;
let events = null;
let heard = Date.now();
let trouble = "";

function listen() {
  if (events) events.close();
  heard = Date.now();
  events = new EventSource("/events" + location.search);
  events.addEventListener("beat", (told) => said(told, begins));
  events.addEventListener("state", (told) => said(told, show));
  events.addEventListener("trouble", (told) => said(told, (what) => { trouble = what; }));
  events.addEventListener("happened", () => {
    heard = Date.now();
    stir();
  });
  events.addEventListener("error", () => mark(boxes.dataset.lost));
}

function said(told, tell) {
  heard = Date.now();
  tell(JSON.parse(told.data));
  mark(trouble);
}

function begins(theirs) {
  if (version !== null && version !== theirs) location.reload(); // another page may fit it
  version = theirs;
}

function mark(text) {
  if (lost.textContent !== text) lost.textContent = text;
}

setInterval(() => {
  const isOver = events.readyState === EventSource.CLOSED;
  if (isOver || Date.now() - heard > SILENT_MS) {
    mark(boxes.dataset.lost);
    listen();
  }
}, TRIES_AGAIN_MS);

function show(box) {
  if (only && box.box !== only) return;
  fill(slots.get(box.box) || addCard(box.box), box);
}

function addCard(name) {
  const card = made();
  const slot = document.createElement("div");
  slot.className = "slot";
  slot.append(card);
  slots.set(name, card);
  const after = [...slots.keys()].sort().find((other) => other > name);
  boxes.insertBefore(slot, after ? slots.get(after).parentElement : null);
  boxes.dataset.count = slots.size > 4 ? "many" : String(slots.size);
  return card;
}

listen();
