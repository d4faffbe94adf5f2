// The end of an Epoch: how it stands, and what the change brought, until the person has seen it.
import {gameId} from "./api.js";
import {disc} from "./board.js";
import {fill, get, h} from "./dom.js";
import {tellLine} from "./news.js";

const place = `epochs ${gameId}`;

export const standings = factions => h("ol", {class: "standings"},
  [...factions].sort((a, b) => b.won - a.won || b.points - a.points).map(one => h("li", {}, disc(one), one.name, h("b", {}, ` ${one.vp} VP`))));

export class EpochPanel {
  constructor({box, look}) {
    Object.assign(this, {box, look});
    this.root = get("epoch");
  }

  show(state) {
    const end = state.epoch_end || {};
    const seen = (localStorage.getItem(place) || "").split(" ");
    this.root.hidden = !end.epoch || state.over || seen.includes(end.epoch);
    if (this.root.hidden) return fill(this.root);
    const done = () => {
      localStorage.setItem(place, [...seen, end.epoch].join(" ").trim());
      this.root.hidden = true;
      (get("asks") || get("go-on"))?.focus();
    };
    return fill(this.root, h("h2", {}, `Epoch ${end.epoch} ${end.ending ? "ends" : "is over"}`), standings(state.factions), this.lines(end, state),
      end.ending ? null : h("div", {class: "answers"}, h("button", {type: "button", id: "epoch-seen", class: "main", onclick: done}, "On to the next")));
  }

  lines(end, state) {
    return h("ol", {class: "lines"}, end.lines.map(line => tellLine(line, state, this.box, () => this.look(line.frame))));
  }
}
