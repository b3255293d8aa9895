// A score sheet: what stands on it, and entries, which are kept until the board has taken them.
//
// Never: makes markup of a text. Keep: an entry is kept in the browser before it is sent, and sent
// in order; one that is refused waits until somebody enters it anew or drops it.

import {ahead, place, score} from "./score_ahead.js";
import {change, fresh, keeps, remember, waiting} from "./score_kept.js";
import {button, fill, made, say, words, write} from "./score_made.js";
import {show} from "./score_rules.js";

const ASKS_AGAIN_MS = 2000;
const PATIENCE_MS = 8000;

const main = document.getElementById("score");
const {token} = main.dataset;
const match = Number(main.dataset.match);
const lang = document.documentElement.lang;
const parts = Object.fromEntries(
  ["next", "told", "change", "pad", "waiting", "sheet", "notes", "doing", "rules", "matches"]
    .map((id) => [id, document.getElementById(id)]));
const lost = document.body.appendChild(made("p", {id: "lost", role: "status"}));

let sheet = null;
let tapped = new Set();
let padFor = "";
let stuck = ""; // why nothing can be sent, though the board can be reached
let rulesShown = "";
let shown = "";
let answers = 0;
let isBusy = false;
let isAsking = false;

const kept = () => waiting(token);
const coming = () => kept().filter((entry) => !entry.refused);
const likely = () => ahead(sheet, coming());
const tiles = (standing) => standing.join(" ") || words.shut;

// Asking the board

async function ask(how = {}) {
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), PATIENCE_MS);
  const of = match ? `&match=${match}` : "";
  const form = how.method ? "" : ".json";
  try {
    const answer = await fetch(`/score/${token}${form}?lang=${lang}${of}`,
      {...how, signal: impatient.signal, cache: "no-cache"});
    return {status: answer.status, told: await answer.json()};
  } catch {
    return null; // out of reach, or something else answers in its place
  } finally {
    clearTimeout(timer);
  }
}

async function look() {
  if (isAsking || isBusy) return;
  isAsking = true;
  const before = answers;
  const answer = await ask();
  isAsking = false;
  if (!answer) {
    write(lost, words.lost);
  } else if (answer.status !== 200) {
    write(lost, both(answer.told));
  } else {
    if (!stuck) write(lost, keeps() ? "" : words.forgets);
    if (before === answers) take(answer.told); // else it may be older than what was answered since
    send();
  }
}

async function send() {
  if (isBusy || match) return;
  isBusy = true;
  for (let entry = kept()[0]; entry && !entry.refused; entry = kept()[0]) {
    const {id, said, ...rest} = entry;
    const answer = await ask({
      method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({id, ...rest}),
    });
    stuck = answer?.status >= 500 ? both(answer.told) : "";
    if (!answer || stuck) {
      write(lost, stuck || words.lost);
      break;
    }
    took(entry, answer);
  }
  isBusy = false;
}

function took(entry, {status, told}) {
  const isTaken = status === 200;
  change(token, (entries) => (isTaken
    ? entries.filter((one) => one.id !== entry.id)
    : entries.map((one) => (one.id === entry.id ? {...one, refused: both(told)} : one))));
  answers += 1;
  sheet = isTaken ? told : told.now ?? sheet;
  showAll();
  if (isTaken && entry.do === "set") parts.change.scrollIntoView({block: "nearest"});
}

function take(told) {
  const text = JSON.stringify(told);
  if (text === shown) return;
  shown = text;
  sheet = told;
  showAll();
}

const both = ({what, do: then}) => [what, then].filter(Boolean).join(" ");

// Entering

function enter(entry) {
  change(token, (entries) => [...entries, {id: fresh(), match: sheet.match, ...entry}]);
  write(parts.told, "");
  showAll();
  if (!isBusy) send();
}

function enterTurn(next) {
  const standing = [...tapped].sort((a, b) => a - b);
  const player = sheet.players[next.seat - 1].name;
  tapped = new Set();
  enter({do: "turn", standing, round: next.round, seat: next.seat});
  write(parts.told, say("entered", {player, score: scored(next, standing)}));
}

// The last turn is taken back; one that has not left this page yet is only dropped.
function undo(next) {
  const {round, seat, standing} = next.last;
  const last = kept().at(-1);
  const isHere = last?.do === "turn" && last.round === round && last.seat === seat;
  if (isHere && !isBusy) {
    change(token, (entries) => entries.filter((one) => one.id !== last.id));
    showAll();
  } else {
    enter({do: "undo", round, seat, standing});
  }
  tapped = new Set(standing);
  padFor = place(round, seat);
  showAll();
}

function drop(entry) {
  change(token, (entries) => entries.filter((one) => one.id !== entry.id));
  showAll();
  send();
}

// A turn that was refused is put where the match is now, to be entered as it is or otherwise.
function retry(entry) {
  change(token, (entries) => entries.filter((one) => one.id !== entry.id));
  tapped = new Set(entry.standing);
  const next = likely();
  padFor = place(next.round, next.seat);
  showAll();
  parts.pad.querySelector("button")?.focus();
}

// Showing

function showAll() {
  if (!sheet) return;
  if (!match) remember(token, sheet.players.map((player) => player.name), sheet.title);
  const next = likely();
  showNext(next);
  showChange();
  showPad(next);
  showWaiting();
  showSheet(next);
  showDoing(next);
  showRules();
  showMatches();
}

function showNext(next) {
  const isKnown = !coming().length;
  const text = isKnown || next.over
    ? (isKnown ? sheet.words.next : words.over)
    : `${sheet.players[next.seat - 1].name}, ${words.round} ${next.round}`;
  write(parts.next, text);
  parts.next.classList.toggle("over", isKnown && sheet.over);
}

function showChange() {
  parts.change.hidden = !sheet.change;
  if (!sheet.change) return;
  fill(parts.change, made("h2", {}, sheet.change.head), made("p", {}, sheet.change.rule),
    made("ul", {}, ...sheet.change.lines.map((line) => made("li", {}, line))));
}

const scored = (next, standing) => score(next.scoring, standing, sheet.start);

function showPad(next) {
  const isOn = sheet.is_last && !next.over && !match;
  parts.pad.hidden = !isOn;
  if (!isOn) return;
  if (padFor !== place(next.round, next.seat)) {
    padFor = place(next.round, next.seat);
    tapped = new Set();
  }
  tapped = new Set([...tapped].filter((tile) => sheet.start.includes(tile)));
  const pads = sheet.start.map((tile) => button(String(tile), () => tap(tile), {
    id: `tile-${tile}`, class: "pad", "aria-pressed": String(tapped.has(tile)),
  }));
  fill(parts.pad, made("p", {id: "tap"}, words.tap),
    made("div", {class: "pads", role: "group", "aria-labelledby": "tap"}, ...pads),
    button("", () => enterTurn(likely()), {id: "enter", class: "main"}));
  showEnter(next);
}

function tap(tile) {
  if (!tapped.delete(tile)) tapped.add(tile);
  document.getElementById(`tile-${tile}`).setAttribute("aria-pressed", String(tapped.has(tile)));
  showEnter(likely());
}

function showEnter(next) {
  const standing = [...tapped].sort((a, b) => a - b);
  const enters = document.getElementById("enter");
  const written = standing.join(" ");
  const number = String(scored(next, standing));
  write(enters, !standing.length ? words.enterShut
    : number === written ? say("enter", {tiles: written})
      : say("enterScore", {tiles: written, score: number}));
  enters.classList.toggle("shut", !standing.length);
}

function showWaiting() {
  const entries = kept();
  parts.waiting.hidden = !entries.length;
  fill(parts.waiting, made("h2", {}, words.waiting),
    made("ol", {}, ...entries.map((entry) => made("li", {class: entry.refused ? "refused" : ""},
      made("p", {}, described(entry)),
      entry.refused ? made("p", {class: "bad", role: "alert"}, `${words.refused}: ${entry.refused}`) : null,
      entry.refused && entry.do === "turn" ? button(words.retry, () => retry(entry)) : null,
      entry.refused ? button(words.drop, () => drop(entry)) : null))));
}

function described(entry) {
  const player = sheet.players[entry.seat - 1]?.name ?? "";
  switch (entry.do) {
    case "turn": return `${player}, ${words.round} ${entry.round}: ${tiles(entry.standing)}`;
    case "undo": return say("undone", {player, round: entry.round});
    case "set": return say("changing", {rule: entry.said});
    case "end": return words.end;
    default: return words.again;
  }
}

function showSheet(next) {
  const rows = sheet.rounds.map(({round, cells}) => [round, cells]);
  for (const [at, turn] of next.cells) {
    const round = Number(at.split(".")[0]);
    if (turn && !rows.some(([number]) => number === round)) rows.push([round, []]);
  }
  const players = next.players;
  const head = made("tr", {}, made("th", {scope: "col"}, made("span", {class: "unseen"}, words.round)),
    ...players.map((player) => made("th", {
      scope: "col", class: [player.winner && "winner", player.out && "out",
        !next.over && player.seat === next.seat && "turn"].filter(Boolean).join(" "),
      "aria-current": !next.over && player.seat === next.seat ? "true" : null, title: player.name,
    }, player.name)));
  const body = rows.map(([round, cells]) => made("tr", {}, made("th", {scope: "row"}, String(round)),
    ...players.map((player) => cell(next, round, player.seat, cells[player.seat - 1]))));
  const isKnown = !coming().length;
  const foot = [total(words.total, players.map((player) => String(player.total)), isKnown)];
  if (players.some((player) => player.won !== null)) {
    foot.push(total(words.won, players.map((player) => String(player.won)), isKnown));
  }
  if (players.some((player) => player.units !== null)) {
    foot.push(total(words.units, players.map((player) => signed(player.units)), isKnown));
  }
  if (players.some((player) => player.out)) {
    foot.push(total("", players.map((player) => (player.out ? words.out : "")), isKnown));
  }
  const size = players.length > 4 ? "marks many" : "marks";
  fill(parts.sheet, made("table", {class: size}, made("thead", {}, head),
    made("tbody", {}, ...body), made("tfoot", {}, ...foot)));
  const turn = parts.sheet.querySelector(".turn");
  if (turn) parts.sheet.scrollLeft = turn.offsetLeft + turn.offsetWidth - parts.sheet.clientWidth;
  fill(parts.notes, ...sheet.notes.map((note) => made("p", {}, note)));
}

const signed = (units) => (units > 0 ? `+${units}` : String(units));

function total(name, values, isKnown) {
  const first = name ? made("th", {scope: "row"}, name) : made("td");
  return made("tr", {class: isKnown ? "" : "waits"}, first,
    ...values.map((value) => made("td", {}, value)));
}

function cell(next, round, seat, known) {
  const at = place(round, seat);
  if (next.cells.has(at)) {
    const turn = next.cells.get(at);
    if (!turn) return made("td", {class: "waits"});
    return made("td", {class: "waits"}, String(scored(next, turn.standing)),
      made("small", {}, `${tiles(turn.standing)} · ${words.waits}`));
  }
  if (!known) return made("td");
  const number = next.scoring === sheet.scoring ? known.score : scored(next, known.standing);
  if (!known.counts) {
    return made("td", {class: "uncounted", title: words.uncounted}, `(${number})`,
      made("small", {}, words.uncounted));
  }
  return made("td", {}, String(number),
    made("small", {}, round > 1 && number !== known.total && next.scoring === sheet.scoring
      ? `${tiles(known.standing)} · Σ ${known.total}` : tiles(known.standing)));
}

function showDoing(next) {
  const isOn = sheet.is_last && !match;
  const over = sheet.over && !coming().length;
  const {last} = next;
  const back = isOn && last && !next.begins
    ? button(say("undo", {player: sheet.players[last.seat - 1].name, round: last.round}),
      () => undo(likely()), {id: "undo"}) : null;
  const again = isOn && over
    ? button(words.again, () => enter({do: "again"}), {id: "again", class: "main"}) : null;
  const end = isOn && !next.over
    ? button(words.end, () => confirm(words.endSure) && enter({do: "end"}), {id: "end"}) : null;
  fill(parts.doing, again, back, end);
}

function showRules() {
  if (!sheet.is_last || match) {
    fill(parts.rules, made("ul", {}, ...sheet.played_by.map((rule) => made("li", {}, rule))));
    return;
  }
  const key = JSON.stringify(sheet.rules);
  if (rulesShown === key) return; // what is just being chosen stays
  rulesShown = key;
  show(parts.rules, sheet.rules, {
    asks: words.apply,
    chosen: (field, value, rule) => enter({
      do: "set", field, value, was: rule.value,
      said: rule.values?.find(([one]) => one === value)?.[2] ?? `${rule.label}: ${value}`,
    }),
  });
}

function showMatches() {
  parts.matches.hidden = sheet.matches < 2;
  const query = new URLSearchParams(location.search);
  fill(parts.matches, ...Array.from({length: sheet.matches}, (_, at) => {
    const number = at + 1;
    if (number === sheet.matches) query.delete("match");
    else query.set("match", number);
    const address = `/score/${token}${String(query) ? `?${query}` : ""}`;
    return made("a", {href: address, "aria-current": number === sheet.match ? "page" : null},
      say("match", {number}));
  }));
}

// Going on by itself

const link = document.getElementById("link");
link.value = `${location.origin}/score/${token}`;
link.addEventListener("focus", () => link.select());
document.getElementById("copy").addEventListener("click", async () => {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    document.execCommand("copy"); // where the address is not a secure one
  }
  write(document.getElementById("copy"), words.copied);
});

setInterval(() => {
  if (!document.hidden || kept().length) look();
}, ASKS_AGAIN_MS);
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => look());
document.addEventListener("visibilitychange", () => look());
addEventListener("storage", (event) => {
  if (event.key?.endsWith(token)) showAll();
});
look();
