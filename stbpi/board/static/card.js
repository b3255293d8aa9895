// A box that is played, as a card of the page.
//
// Never: makes markup of a text.

const MOST = 12; // tiles, dice, players: no game has more
const LINES = 
  ".box, .title, .round, .player, .left, .state, .luck, .chance, .faults, .own, .sheet";
const LONG = 5; // digits of a total beside which the last score has no room
const STEP = 0.06, LEAST = 0.3; // how letters are made smaller

// Make an empty card.
export function made() {
  return document.getElementById("card").content.cloneNode(true).firstElementChild;
}

// Show a box on its card, as it stands now.
export function fill(card, box) {
  write(card, ".box", box.box);
  write(card, ".title", box.words.title);
  write(card, ".round", [box.words.round, box.words.pot].filter(Boolean).join(" · "));
  write(card, ".player", box.phase === "match_over" ? "" : box.player || "");
  write(card, ".state", box.words.state);
  write(card, ".left", box.words.left);
  write(card, ".luck", box.words.luck);
  write(card, ".chance", box.words.luck ? "" : box.words.chance);
  write(card, ".faults", box.words.faults.join(" · "));
  showDice(card, box.roll.slice(0, MOST));
  showTiles(card, box);
  showOwn(card, box.words.own);
  showScores(card, box);
  card.dataset.phase = box.phase;
  fitAll(card);
  card.dataset.n = box.n;
}

// Make every text of a card fit its place.
export function fitAll(card) {
  card.querySelectorAll(LINES).forEach(fit);
  turnSheet(card, 0);
}

// Make the letters of a text as much smaller as it takes for it to fit.
export function fit(text) {
  const key = `${text.textContent}|${text.clientWidth}|${innerHeight}`;
  if (text.dataset.fit === key) return;
  let scale = 1;
  text.style.setProperty("--fit", "1");
  while (scale > LEAST && text.scrollWidth > text.clientWidth + 1) {
    scale -= STEP;
    text.style.setProperty("--fit", scale.toFixed(2));
  }
  text.dataset.fit = key;
}

// Show the next rows of the scores where not all of them have room.
export function turnSheet(card, by) {
  const sheet = card.querySelector(".sheet");
  const rows = [...sheet.querySelectorAll("tbody tr")];
  rows.forEach((row) => { row.hidden = false; });
  const over = sheet.firstElementChild.offsetHeight - sheet.clientHeight;
  if (over <= 1 || rows.length === 0) return;
  const room = rows.length - Math.ceil(over / rows[0].offsetHeight);
  const pages = Math.ceil(rows.length / Math.max(room, 1));
  const size = Math.ceil(rows.length / pages);
  const now = rows.findIndex((row) => row.classList.contains("turn"));
  const first = Math.floor(Math.max(now, 0) / size);
  sheet.dataset.page = String(by ? (Number(sheet.dataset.page) + by) % pages : first);
  rows.forEach((row, at) => {
    row.hidden = Math.floor(at / size) !== Number(sheet.dataset.page);
  });
}

export function write(card, place, text) {
  const found = card.querySelector(place);
  if (found.textContent !== text) found.textContent = text;
}

function showDice(card, roll) {
  const dice = card.querySelector(".dice");
  const thrown = roll.join("+");
  if (dice.dataset.roll === thrown) return;
  dice.dataset.roll = thrown;
  dice.setAttribute("role", "img");
  dice.setAttribute("aria-label", thrown || "–");
  dice.replaceChildren(...roll.map(die));
  dice.classList.remove("thrown");
  void dice.offsetWidth; // lets the animation begin anew
  dice.classList.add("thrown");
}

function die(value) {
  const made = document.createElement("span");
  made.className = "die";
  if (value >= 1 && value <= 6) made.dataset.pips = String(value);
  else made.textContent = String(value);
  return made;
}

function showTiles(card, box) {
  const list = card.querySelector(".tiles");
  const count = Math.min(box.tiles, MOST);
  list.hidden = count === 0;
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) list.append(tile(list.children.length + 1));
  [...list.children].forEach((made, at) => {
    const isUp = box.standing.includes(at + 1);
    made.classList.toggle("down", !isUp);
    made.classList.toggle("moved", !isUp && !box.committed.includes(at + 1));
    made.classList.toggle("named", box.named.includes(at + 1));
    made.setAttribute("aria-label", `${at + 1}: ${isUp ? list.dataset.up : list.dataset.down}`);
  });
}

function tile(number) {
  const made = document.createElement("li");
  const text = document.createElement("span");
  made.className = "tile";
  text.textContent = String(number);
  made.append(text);
  return made;
}

function showOwn(card, pairs) {
  card.querySelector(".own").replaceChildren(...pairs.map(([name, value]) => {
    const pair = document.createElement("div");
    pair.append(element("dt", name), element("dd", value));
    return pair;
  }));
}

function showScores(card, box) {
  const players = box.players.slice(0, MOST);
  card.style.setProperty("--rows", String(players.length + 1));
  card.toggleAttribute("data-long", players.some(({total}) => String(total).length > LONG));
  card.querySelector(".scores").hidden = players.length === 0;
  card.querySelector(".scores tbody").replaceChildren(...players.map((player) => {
    const row = document.createElement("tr");
    const name = element("th", player.name);
    name.scope = "row";
    const more = player.rounds_won ?? player.balance;
    row.append(name, element("td", player.score ?? ""), element("td", more ?? player.total));
    row.classList.toggle("turn", player.seat === box.seat && box.phase !== "match_over");
    row.classList.toggle("winner", player.winner);
    row.classList.toggle("out", player.out);
    return row;
  }));
}

export function element(name, text) {
  const made = document.createElement(name);
  made.textContent = String(text);
  return made;
}
