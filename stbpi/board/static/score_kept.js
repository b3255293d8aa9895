// What this browser keeps: entries that are not sent yet, the sheets that were seen here, a draft.
//
// Where nothing can be kept (`keeps()` says so), it is for as long as the page is open.
//
// Keep: another page of the same sheet may keep something at any time, so everything is read anew.

const MOST_SHEETS = 30;

const memory = new Map();
let works = true;

function read(key, otherwise) {
  try {
    const text = works ? localStorage.getItem(key) : memory.get(key);
    return text ? JSON.parse(text) : otherwise;
  } catch {
    return memory.has(key) ? JSON.parse(memory.get(key)) : otherwise;
  }
}

function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    works = false;
  }
}

function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    works = false;
  }
}

export function keeps() {
  write("stbpi.works", 1);
  return works;
}

// A name for what is sent, which nothing else has; `crypto.randomUUID` wants a secure address.
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Entries of a sheet in the order in which they are sent.
export const waiting = (token) => read(`stbpi.waiting.${token}`, []);

export function keepWaiting(token, entries) {
  const key = `stbpi.waiting.${token}`;
  if (entries.length) write(key, entries);
  else remove(key);
}

// Changes the entries of a sheet, as they are kept at this moment.
export function change(token, how) {
  keepWaiting(token, how(waiting(token)));
}

export const sheets = () => read("stbpi.sheets", []);

export function remember(token, names, title) {
  const others = sheets().filter((one) => one.token !== token);
  write("stbpi.sheets", [{token, names, title, at: Date.now()}, ...others].slice(0, MOST_SHEETS));
}

export function forget(token) {
  write("stbpi.sheets", sheets().filter((one) => one.token !== token));
}

// Players of these sheets, those of the newest first.
export const players = () => [...new Set(sheets().flatMap((one) => one.names))];

export const draft = () => read("stbpi.draft", null);

export function keepDraft(value) {
  if (value === null) remove("stbpi.draft");
  else write("stbpi.draft", value);
}
