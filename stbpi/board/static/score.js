// The form of a new sheet, and the sheets that this browser knows.
//
// Keep: what is filled in survives a closed page, and a board that can't be reached.

import {draft, fresh, forget, keepDraft, players as known, remember, sheets} from "./score_kept.js";
import {button, fill, made, say, words} from "./score_made.js";
import {show} from "./score_rules.js";

const main = document.getElementById("score");
const form = document.getElementById("new");
const list = document.getElementById("players");
const preset = document.getElementById("preset");
const problem = document.getElementById("problem");
const lang = document.documentElement.lang;
const most = Number(main.dataset.most);
const query = new URLSearchParams(location.search);

const kept = draft() ?? {id: fresh(), players: ["", ""], preset: preset.value, rules: {}};
let names = kept.players;
let rules = kept.rules;
preset.value = kept.preset;

// Keeps what is filled in; what was begun before it was changed is another sheet.
function keep() {
  kept.id = fresh();
  keepDraft({id: kept.id, players: names, preset: preset.value, rules});
}

function showPlayers() {
  fill(list, ...names.map(row));
  document.getElementById("add").disabled = names.length >= most;
  showKnown();
}

function showKnown() {
  const others = known().filter((name) => !names.includes(name));
  const place = document.getElementById("known");
  place.hidden = !others.length;
  fill(place, made("p", {id: "known-head"}, words.known), made("ul", {"aria-labelledby": "known-head"},
    ...others.map((name) => made("li", {}, button(name, () => add(name))))));
}

function row(name, at) {
  const label = say("player", {number: at + 1});
  const input = made("input", {
    id: `player-${at}`, "aria-label": label, placeholder: label, value: name, autocomplete: "off",
    maxlength: main.dataset.longest, autocapitalize: "words", spellcheck: "false",
    oninput: () => {
      names[at] = input.value.trim();
      keep();
    },
    onchange: showKnown, // not more: another field is just being filled in
  });
  const remove = button("×", () => {
    names.splice(at, 1);
    keep();
    showPlayers();
  }, {"aria-label": say("remove", {player: name || label}), class: "small"});
  return made("li", {}, input, names.length > 1 ? remove : null);
}

function add(name) {
  const empty = names.indexOf("");
  if (name && empty >= 0) names[empty] = name;
  else if (names.length < most) names.push(name);
  keep();
  showPlayers();
  if (!name) document.getElementById(`player-${names.length - 1}`).focus();
}

function address() {
  return `/score/rules.json?${new URLSearchParams({...rules, preset: preset.value, lang})}`;
}

async function showRules() {
  const answer = await asked(address());
  if (!answer) return;
  problem.textContent = answer.isGood ? "" : both(answer.told);
  if (!answer.isGood) {
    if (!document.getElementById("rule-tiles")) forgetRules(); // of a draft that fits no more
    return;
  }
  document.getElementById("about").textContent = answer.told.about;
  show(document.getElementById("rules"), answer.told.rules, {
    chosen: (field, value) => {
      rules = {...rules, [field]: value};
      keep();
      showRules();
    },
  });
}

function forgetRules() {
  const isLost = preset.selectedIndex < 0; // another version has other presets
  if (isLost) preset.selectedIndex = 0;
  if (!isLost && !Object.keys(rules).length) return;
  rules = {};
  keep();
  showRules();
}

async function begin(event) {
  event.preventDefault();
  const players = names.filter((name) => name);
  if (!players.length) {
    problem.textContent = words.nobody;
    return;
  }
  const begins = document.getElementById("begin");
  begins.disabled = true;
  const answer = await asked(`/score?lang=${lang}`, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({id: kept.id, players, preset: preset.value, rules}),
  });
  begins.disabled = false;
  if (!answer) return;
  if (!answer.isGood) {
    problem.textContent = both(answer.told);
    return;
  }
  kept.id = fresh();
  keepDraft(null);
  remember(answer.told.sheet, players, preset.selectedOptions[0].textContent);
  location.assign(link(answer.told.sheet));
}

function link(token) {
  return query.has("lang") ? `/score/${token}?lang=${lang}` : `/score/${token}`;
}

// Asks the board; says it, and returns nothing, if it can't be reached.
async function asked(place, how = {}) {
  try {
    const answer = await fetch(place, how);
    return {isGood: answer.ok, told: await answer.json()};
  } catch {
    problem.textContent = words.unreachable;
    return null;
  }
}

const both = ({what, do: then}) => [what, then].filter(Boolean).join(" ");

function showMine() {
  const mine = sheets();
  document.getElementById("mine").hidden = !mine.length;
  fill(document.querySelector("#mine ul"), ...mine.map((one) => {
    const day = new Date(one.at).toLocaleDateString(lang);
    return made("li", {},
      made("a", {href: link(one.token)}, one.names.join(", ")),
      made("span", {}, `${one.title} · ${day}`),
      button("×", () => {
        forget(one.token);
        showMine();
        showPlayers();
      }, {"aria-label": `${words.forget}: ${one.names.join(", ")}`, class: "small"}));
  }));
}

preset.addEventListener("change", () => {
  rules = {};
  keep();
  showRules();
});
document.getElementById("add").addEventListener("click", () => add(""));
form.addEventListener("submit", begin);
showMine();
showPlayers();
form.hidden = false;
showRules();
addEventListener("online", showRules);
addEventListener("pageshow", (event) => {
  if (event.persisted) showMine();
});
