// What happens on the boxes, put into the page as it is told by /events.
//
// Never: makes markup of a text. Keep: goes on by itself, whatever is started anew.

import {fill, fitAll, made, turnSheet} from "./card.js";
import {stir} from "./evening.js";

const TRIES_AGAIN_MS = 2000;
const SILENT_MS = 25000; // the board says something every ten seconds
const MOST = 9; // boxes at once on a television
const PAGE_MS = 15000, ROWS_MS = 6000;
const WANDER_MS = 60000, STEP_VH = 0.2;

const boxes = document.getElementById("boxes");
const only = boxes.dataset.box;
const isFar = document.body.classList.contains("tv");
const lost = document.body.appendChild(document.createElement("p"));
lost.id = "lost";
lost.setAttribute("role", "status");

const slots = new Map();
let version = null;
let events = null;
let heard = Date.now();
let trouble = "";
let page = 0;
let minute = 0;

function listen() {
  if (events) events.close();
  heard = Date.now();
  events = new EventSource("/events" + location.search);
  events.addEventListener("beat", (told) => said(told, begins));
  events.addEventListener("state", (told) => said(told, show));
  events.addEventListener("trouble", (told) => said(told, (what) => { trouble = what; }));
  events.addEventListener("happened", () => { heard = Date.now(); });
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
  const card = slots.get(box.box) || addCard(box.box);
  if (card.dataset.n !== String(box.n)) stir(card.parentElement, box.phase);
  fill(card, box);
}

function addCard(name) {
  const card = made();
  const slot = document.createElement("div");
  slot.className = "slot";
  slot.append(card);
  slots.set(name, card);
  const after = [...slots.keys()].sort().find((other) => other > name);
  boxes.insertBefore(slot, after ? slots.get(after).parentElement : null);
  lay();
  return card;
}

// Lay out the boxes; on a television those that have no room come in turn with the others.
function lay() {
  const all = [...boxes.querySelectorAll(".slot")];
  const pages = isFar ? Math.ceil(all.length / MOST) : 1;
  const size = Math.ceil(all.length / pages);
  page %= pages;
  all.forEach((slot, at) => { slot.hidden = Math.floor(at / size) !== page; });
  boxes.dataset.count = String(size);
  boxes.dataset.page = pages > 1 ? `${page + 1}/${pages}` : "";
  slots.forEach(fitAll);
}

// Move everything by a little bit, so that nothing burns in; it comes back after an hour.
function wander() {
  minute += 1;
  const along = (period) => STEP_VH * (Math.abs(minute % period - period / 2) - period / 4);
  document.body.style.translate = `${along(16)}vh ${along(10)}vh`;
}

if (isFar) {
  setInterval(wander, WANDER_MS);
  setInterval(() => { page += 1; lay(); }, PAGE_MS);
  setInterval(() => slots.forEach((card) => turnSheet(card, 1)), ROWS_MS);
  addEventListener("resize", lay);
}

listen();
