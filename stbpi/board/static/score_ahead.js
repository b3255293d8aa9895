// How a sheet will likely stand when what waits has been sent; only the board really knows.
//
// Knocked-out players, the last round and a shut box are thought of; play-offs and stakes are not.

export function score(scoring, standing, start) {
  switch (scoring) {
    case "digits": return Number(standing.join("")) || 0;
    case "count": return standing.length;
    case "covered": return sum(start) - sum(standing);
    default: return sum(standing);
  }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Takes a sheet as the board tells it, and entries; returns it as it will stand.
export function ahead(sheet, entries) {
  const next = {
    round: sheet.round, seat: sheet.seat, over: sheet.over, last: sheet.last,
    begins: false, cells: new Map(), players: sheet.players, rules: new Map(),
    scoring: sheet.scoring,
  };
  if (!entries.length) return next;
  const turns = new Map();
  for (const {round, cells} of sheet.rounds) {
    cells.forEach((cell, at) => {
      if (cell) turns.set(place(round, at + 1), {round, seat: at + 1, standing: cell.standing});
    });
  }
  for (const entry of entries) take(next, sheet, turns, entry);
  next.players = sheet.players.map((player) => ({...player, ...standing(next, sheet, turns, player.seat)}));
  return next;
}

function take(next, sheet, turns, entry) {
  const at = place(entry.round, entry.seat);
  switch (entry.do) {
    case "turn":
      turns.set(at, entry);
      next.cells.set(at, entry);
      goOn(next, sheet, turns, entry);
      break;
    case "undo":
      turns.delete(at);
      next.cells.set(at, null);
      Object.assign(next, {round: entry.round, seat: entry.seat, over: false});
      break;
    case "set":
      next.rules.set(entry.field, entry.value);
      if (entry.field === "scoring") next.scoring = entry.value;
      break;
    case "end":
      next.over = true;
      break;
    case "again":
      next.over = next.begins = true;
  }
  next.last = [...turns.values()].sort((a, b) => a.round - b.round || a.seat - b.seat).pop() ?? null;
}

function goOn(next, sheet, turns, entry) {
  const rule = (field, otherwise) => next.rules.get(field) ?? otherwise;
  const isOut = (seat) => standing(next, sheet, turns, seat).out;
  const seats = sheet.players.map((player) => player.seat);
  const left = seats.filter((seat) => !isOut(seat));
  const isShut = !entry.standing.length && rule("shut", sheet.shut) === "wins";
  if (isShut || left.length < Math.min(seats.length, 2)) {
    next.over = true;
    return;
  }
  const later = left.find((seat) => seat > entry.seat);
  next.round = later ? entry.round : entry.round + 1;
  next.seat = later ?? left[0];
  const last = Number(rule("rounds", sheet.last_round));
  next.over = last > 0 && next.round > last;
}

function standing(next, sheet, turns, seat) {
  const theirs = [...turns.values()].filter((turn) => turn.seat === seat);
  const total = sum(theirs.map((turn) => score(next.scoring, turn.standing, sheet.start)));
  const limit = next.rules.has("knock_out") ? Number(next.rules.get("knock_out")) : sheet.knock_out;
  return {total, out: limit > 0 && next.scoring !== "covered" && total >= limit};
}

export const place = (round, seat) => `${round}.${seat}`;
