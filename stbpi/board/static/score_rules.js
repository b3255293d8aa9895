// House rules as fields: the six that are argued about first, the others behind "more".

import {button, fill, made, words} from "./score_made.js";

// Puts the fields into a place.
//
// rules: as the board tells them; `chosen` is called with a field and its new value. With `asks`,
// a value has to be confirmed with a button, since it changes a match that is played.
export function show(place, rules, {chosen, asks}) {
  const isOpen = place.querySelector("details.more")?.open ?? false;
  const row = (rule) => field(rule, chosen, asks);
  const others = rules.filter((rule) => !rule.first && rule.matters);
  const more = made("details", {class: "more", open: isOpen},
    made("summary", {}, words.more), ...others.map(row));
  fill(place, ...rules.filter((rule) => rule.first).map(row), more);
}

function field(rule, chosen, asks) {
  const id = `rule-${rule.field}`;
  const said = made("p", {class: "said", id: `${id}-said`}, rule.said);
  const input = rule.values ? selected(rule) : typed(rule);
  input.id = id;
  input.setAttribute("aria-describedby", said.id);
  const apply = asks ? button(asks, () => give(), {hidden: true, class: "apply"}) : null;
  const give = () => {
    if (input.reportValidity()) chosen(rule.field, input.value, rule);
  };
  input.addEventListener("change", () => {
    const meaning = rule.values?.find(([value]) => value === input.value)?.[2];
    if (meaning) said.textContent = meaning;
    if (apply) apply.hidden = input.value === rule.value;
    else give();
  });
  return made("div", {class: "rule"},
    made("label", {for: id}, rule.label), input, apply, said);
}

function selected(rule) {
  const options = rule.values.map(([value, text]) => made("option", {value}, text));
  const select = made("select", {}, ...options);
  select.value = rule.value;
  return select;
}

function typed(rule) {
  return made("input", {
    type: "number", inputmode: "numeric", required: true, step: "1",
    min: rule.least, max: rule.most, value: rule.value,
  });
}
