// A box that is played, as a card of the page.
//
// Never: makes markup of a text.

const MOST = 12; // tiles, dice, players: no game has more

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
  write(card, ".faults", box.words.faults.join(" · "));
  showDice(card, box.roll.slice(0, MOST));
  showTiles(card, box);
  showOwn(card, box.words.own);
  showScores(card, box);
  card.dataset.n = box.n;
  card.dataset.phase = box.phase;
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
  card.dataset.players = players.length > 8 ? "many" : players.length > 5 ? "some" : "few";
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
