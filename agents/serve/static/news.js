// Since your last turn: what happened, line by line; a line shows its moment on the map.
import {disc} from "./board.js";
import {fill, get, h} from "./dom.js";
import {withRules} from "./rules.js";
import {cardText, tip} from "./tips.js";

export class News {
  constructor({showFrame, backToNow, box}) {
    Object.assign(this, {showFrame, backToNow, box});
    this.at = -1;
    this.lines = [];
  }

  show(state) {
    this.lines = state.news || [];
    this.at = -1;
    const steps = this.lines.filter(line => line.level === 2).length;
    fill(get("news"), h("h2", {}, state.seat === undefined ? "What happened last" : "Since your last turn"),
      steps > 1 ? h("div", {class: "steps"},
        h("button", {type: "button", id: "news-back", "aria-label": "One step back", onclick: () => this.step(-1)}, "◀"),
        h("button", {type: "button", id: "news-next", onclick: () => this.step(1)}, "Step through ▶"),
        h("button", {type: "button", id: "news-now", hidden: true, onclick: () => this.back()}, "Back to now")) : null,
      state.news_left_out ? h("p", {class: "soft"}, `${state.news_left_out} earlier steps are in the replay.`) : null,
      h("ol", {class: "lines"}, this.lines.map((line, i) => tellLine(line, state, this.box, () => this.go(i)))));
  }

  async go(i) {
    this.at = i;
    get("news").querySelectorAll(".lines li").forEach((node, k) => node.classList.toggle("now", k === i));
    get("news").querySelectorAll(".lines li")[i]?.scrollIntoView({block: "nearest"});
    const now = get("news-now");
    if (now) now.hidden = false;
    await this.showFrame(this.lines[i].frame);
  }

  step(by) {
    let i = this.at < 0 && by < 0 ? this.lines.length : this.at;
    do i += by; while (i >= 0 && i < this.lines.length && this.lines[i].level < 2);
    if (i < 0) return undefined;
    return i >= this.lines.length ? this.back() : this.go(i);
  }

  back() {
    this.at = -1;
    get("news").querySelectorAll(".now").forEach(node => node.classList.remove("now"));
    const now = get("news-now");
    if (now) now.hidden = true;
    this.backToNow();
  }
}

export function chancesInWords(chances, state) {
  const who = seat => state.factions.filter(f => f.seat === seat).map(f => f.name).join(" and ") || `seat ${seat}`;
  return chances.map((c, seat) => `${who(seat)} ${Math.round(100 * c)}%`).join(", ");
}

export function tellLine(line, state, box, onclick) {
  const faction = line.faction >= 0 ? state.factions[line.faction] : null;
  const moves = line.moves?.map(m => `${m.words} ${Math.round(100 * m.share)}%`).join(", ");
  const chances = line.chances ? chancesInWords(line.chances, state) : "";
  const button = h("button", {type: "button", class: "line", onclick}, faction ? disc(faction) : null, line.text);
  const things = [...(line.cards || []).map(id => box.cards[id]), ...(line.wonder === undefined ? [] : [box.wonders[line.wonder]])];
  return h("li", {class: `l${line.level}`},
    things.length ? tip(button, () => things.flatMap(cardText)) : button,
    line.means ? h("p", {class: "why"}, ...withRules(line.means)) : null,
    (line.reasons || []).map(reason => h("p", {class: "why"}, ...withRules(reason.text))),
    moves ? h("p", {class: "why"}, `It thought of: ${moves}`) : null,
    chances ? h("p", {class: "why"}, `Its estimate of the chances: ${chances}`) : null);
}
