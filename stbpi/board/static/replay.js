// A stored match, event after event, by a slider.
//
// Never: makes markup of a text.

import {fill, made, write} from "./card.js";

const replay = document.getElementById("replay");
const slider = replay.querySelector("input");
const answer = await fetch(replay.dataset.steps);

if (answer.ok) {
  const {steps} = await answer.json();
  const card = replay.querySelector(".slot").appendChild(made());
  const show = () => {
    const step = steps[Number(slider.value)];
    fill(card, step);
    write(replay, "output", step.said);
    slider.setAttribute("aria-valuetext", step.said);
  };
  slider.max = String(Math.max(steps.length - 1, 0));
  slider.value = slider.max;
  slider.addEventListener("input", show);
  replay.hidden = steps.length === 0;
  if (steps.length) show();
}
