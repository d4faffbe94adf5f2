// The rules at hand: a search over rules, cards, areas and terms; numbers of rules open them.
import {ask} from "./api.js";
import {fill, get, h} from "./dom.js";

const NUMBER = /\b[A-Z]+\d?-\w[\w.]*\b/g;  // GRO-11, ROME2-9.5a
const results = h("div", {id: "found", "aria-live": "polite"});
const field = h("input", {type: "search", placeholder: "City, Contested, Poet, Nile Delta, GRO-19 ...",
  "aria-label": "Search rules, cards, areas and terms", autocomplete: "off"});
const dialog = h("dialog", {id: "rules", "aria-label": "Rules"},
  h("form", {method: "dialog"}, h("h2", {}, "Rules, cards, areas, terms"), h("button", {"aria-label": "Close"}, "×")),
  field, results);
document.body.append(dialog);
let timer = 0;

const entry = one => h("article", {class: "entry"}, h("h3", {}, one.title, h("span", {class: "kinds"}, ` ${one.kind}`)),
  h("p", {}, ...withRules(one.text)), one.ruling ? h("p", {class: "ruling"}, "Ruling: ", ...withRules(one.ruling)) : null);

// A text with every number of a rule as a button that shows it
export function withRules(text) {
  const out = [];
  let from = 0;
  for (const match of text.matchAll(NUMBER)) {
    out.push(text.slice(from, match.index), ruleButton(match[0]));
    from = match.index + match[0].length;
  }
  return [...out, text.slice(from)];
}

export const ruleButton = number =>
  h("button", {type: "button", class: "rule", onclick: event => { event.stopPropagation(); openRule(number); }}, number);

export async function openRule(number) {
  openRules();
  field.value = number;
  try {
    fill(results, entry((await ask(`/api/rule/${encodeURIComponent(number)}`)).content));
  } catch (error) { fill(results, h("p", {}, error.message)); }
}

export function openRules(words = "") {
  if (!dialog.open) dialog.showModal();
  if (words) { field.value = words; search(); }
  field.focus();
}

async function search() {
  const words = field.value.trim();
  if (words.length < 2) return fill(results, h("p", {class: "soft"}, "Type at least two letters."));
  try {
    const found = (await ask(`/api/lookup?q=${encodeURIComponent(words)}`)).content;
    if (words === field.value.trim())
      fill(results, found.length ? found.map(entry) : h("p", {}, "Nothing found."));
  } catch (error) { fill(results, h("p", {}, error.message)); }
}

field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 200); });
// Escape closes at once; by itself a search field would only be emptied.
field.addEventListener("keydown", event => { if (event.key === "Escape") { event.preventDefault(); dialog.close(); } });
dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
get("rules-button").onclick = () => openRules();
