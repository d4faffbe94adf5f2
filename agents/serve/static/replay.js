// The whole game as a film: slider, score chart, jumps to the turns of a civilization.
import {askGame} from "./api.js";
import {disc} from "./board.js";
import {fill, get, h} from "./dom.js";
import {tellLine} from "./news.js";

const DASHES = ["", "9 4", "3 3", "12 3 3 3", "2 6", "6 2"];  // so that colours are not all that tells lines apart
const SVG = "http://www.w3.org/2000/svg";
const node = (tag, attributes) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

export class Replay {
  constructor({showFrame, box, close, factions}) {
    Object.assign(this, {showFrame, box, close, factions});
    this.frame = 0;
    this.timer = 0;
  }

  async open(frame) {
    this.data = (await askGame("curve")).content;
    this.last = this.data.vp.length - 1;
    get("replay").hidden = false;
    document.body.classList.add("replaying");
    this.slider = h("input", {type: "range", min: 0, max: this.last, value: 0, "aria-label": "Frame", id: "slider",
      oninput: () => this.go(Number(this.slider.value))});
    this.where = h("span", {id: "where"});
    this.line = h("ol", {class: "lines"});
    const who = h("select", {"aria-label": "Civilization", id: "jump-who"}, this.factions().map((f, i) => h("option", {value: i}, f.name)));
    const jump = by => this.jump(Number(who.value), by);
    this.playing = h("button", {type: "button", onclick: () => this.play()}, "Play");
    fill(get("replay"),
      h("div", {class: "controls"},
        h("button", {type: "button", "aria-label": "First", onclick: () => this.go(0)}, "|◀"),
        h("button", {type: "button", "aria-label": "Back", onclick: () => this.go(this.frame - 1)}, "◀"), this.playing,
        h("button", {type: "button", "aria-label": "Next", id: "replay-next", onclick: () => this.go(this.frame + 1)}, "▶"),
        h("button", {type: "button", "aria-label": "Last", onclick: () => this.go(this.last)}, "▶|"), this.slider, this.where),
      h("div", {class: "controls"}, h("button", {type: "button", onclick: () => jump(-1)}, "◀ turn"), who,
        h("button", {type: "button", id: "jump-next", onclick: () => jump(1)}, "turn ▶"),
        h("button", {type: "button", id: "replay-close", class: "main", onclick: () => this.end()}, "Back to now")),
      this.line, this.chart(), this.legend());
    this.keys = event => {
      if (event.target.matches("input[type=search], select")) return;
      const moves = {ArrowLeft: -1, ArrowRight: 1};
      if (moves[event.key]) { event.preventDefault(); this.go(this.frame + moves[event.key]); }
    };
    document.addEventListener("keydown", this.keys);
    await this.go(frame);
  }

  chart() {
    const root = node("svg", {viewBox: "0 0 1000 110", id: "chart", preserveAspectRatio: "none", role: "img", "aria-label": "Victory points over the game"});
    const top = Math.max(10, ...this.data.vp.flat());
    const x = k => 1000 * k / Math.max(1, this.last), y = vp => 105 - 100 * vp / top;
    let before = "";
    this.data.clock.forEach((c, k) => {
      const epoch = this.data.clocks[c].split(".")[0];
      if (epoch !== before) root.append(node("line", {x1: x(k), x2: x(k), y1: 0, y2: 110, class: "epoch"}));
      before = epoch;
    });
    this.factions().forEach((faction, i) => {
      const points = [];
      this.data.vp.forEach((vp, k) => {
        const before = this.data.vp[Math.max(0, k - 1)][i];
        if (vp[i] !== before) points.push([k, before]);
        if (k === 0 || k === this.last || vp[i] !== before) points.push([k, vp[i]]);
      });
      const path = points.map(([k, vp]) => `${x(k).toFixed(1)},${y(vp).toFixed(1)}`).join(" ");
      root.append(node("polyline", {points: path, ...this.pen(faction, i)}));
    });
    this.cursor = node("line", {y1: 0, y2: 110, class: "cursor"});
    root.append(this.cursor);
    root.addEventListener("click", event => {
      const box = root.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.last));
    });
    return root;
  }

  pen(faction, i) {
    return {stroke: faction.colour, "stroke-dasharray": DASHES[i % DASHES.length]};
  }

  legend() {
    const top = Math.max(...this.data.vp.flat());
    return h("p", {class: "legend soft"}, `Victory points, up to ${top}: `, this.factions().map((faction, i) => {
      const sample = node("svg", {viewBox: "0 0 34 6", width: 34, height: 6, "aria-hidden": "true"});
      sample.append(node("polyline", {points: "0,3 34,3", ...this.pen(faction, i)}));
      return h("span", {}, sample, " ", disc(faction), faction.name);
    }));
  }

  async go(frame) {
    this.frame = Math.max(0, Math.min(this.last, frame));
    this.slider.value = this.frame;
    const wanted = this.frame;
    history.replaceState(null, "", `${location.pathname}?frame=${wanted}`);
    const shown = await this.showFrame(wanted);
    if (!shown || wanted !== this.frame) return;
    this.where.textContent = `${shown.when} · ${wanted} / ${this.last}`;
    const at = 1000 * wanted / Math.max(1, this.last);
    this.cursor.setAttribute("x1", at);
    this.cursor.setAttribute("x2", at);
    fill(this.line, shown.lines.map(line => tellLine(line, shown, this.box, () => {})));
  }

  // The next frame in which the civilization does something after others did.
  jump(faction, by) {
    const doer = this.data.faction;
    for (let k = this.frame + by; k > 0 && k <= this.last; k += by)
      if (doer[k] === faction && doer[k - 1] !== faction) return this.go(k);
    return this.go(by > 0 ? this.last : 0);
  }

  play() {
    if (this.timer) return this.stop();
    this.playing.textContent = "Pause";
    this.timer = setInterval(() => (this.frame >= this.last ? this.stop() : this.go(this.frame + 1)), 700);
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playing.textContent = "Play";
  }

  end() {
    this.stop();
    document.removeEventListener("keydown", this.keys);
    document.body.classList.remove("replaying");
    get("replay").hidden = true;
    history.replaceState(null, "", location.pathname);
    this.close();
  }
}
