// The best of this evening, on a television while nobody plays.
//
// Never: makes markup of a text.

const QUIET_MS = 20000; // so long nothing has happened before it is shown
const SHOWN_MS = 15000; // and so long it is, in turn with the boxes
const MOST = 8;

const evening = document.getElementById("evening");
let since = Date.now();
let isShown = false;

// Note that something has happened on a box.
export function stir() {
  since = Date.now();
  if (isShown) turn(false);
}

function turn(toEvening) {
  isShown = toEvening;
  evening.hidden = !toEvening;
  document.getElementById("boxes").hidden = toEvening;
}

async function take() {
  if (Date.now() - since < QUIET_MS) return;
  if (isShown) {
    turn(false);
    return;
  }
  try {
    const answer = await fetch("/tonight.json");
    const rows = answer.ok ? ranked((await answer.json()).matches) : [];
    if (rows.length === 0 || Date.now() - since < QUIET_MS) return;
    evening.querySelector("tbody").replaceChildren(...rows.slice(0, MOST).map(row));
    turn(true);
  } catch {
    turn(false); // the board has gone; whoever listens to it tells so
  }
}

function ranked(matches) {
  const players = new Map();
  for (const match of matches.filter((one) => one.stands === "ended")) {
    for (const {player, won} of match.players.filter((one) => !one.bot)) {
      const counts = players.get(player) || {player, won: 0, matches: 0};
      counts.won += won;
      counts.matches += 1;
      players.set(player, counts);
    }
  }
  return [...players.values()].sort((a, b) => b.won - a.won || a.matches - b.matches);
}

function row(counts) {
  const made = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = counts.player;
  made.append(name, ...[counts.won, counts.matches].map((count) => {
    const cell = document.createElement("td");
    cell.textContent = String(count);
    return cell;
  }));
  return made;
}

if (evening) setInterval(take, SHOWN_MS);
