// A stored match, event after event, by a slider.
//
// Never: makes markup of a text. Keep: goes on by itself where the board is started anew.

import {fill, made, write} from "./card.js";

const TRIES_AGAIN_MS = 2000;
const BROKEN = 500; // and above: the board may be well again later

const replay = document.getElementById("replay");
const slider = replay.querySelector("input");

async function asked() {
  for (;;) {
    try {
      const answer = await fetch(replay.dataset.steps);
      if (answer.status < BROKEN) return answer.ok ? (await answer.json()).steps : [];
    } catch {
      // the board has gone
    }
    await new Promise((done) => { setTimeout(done, TRIES_AGAIN_MS); });
  }
}

const steps = await asked();
const card = replay.querySelector(".slot").appendChild(made());

function show() {
  const step = steps[Number(slider.value)];
  fill(card, step);
  write(replay, "output", step.said);
  slider.setAttribute("aria-valuetext", step.said);
}

slider.max = String(Math.max(steps.length - 1, 0));
slider.value = slider.max;
slider.addEventListener("input", show);
replay.hidden = steps.length === 0;
if (steps.length) show();
