// The map: pieces as the server draws them, areas to click, zoom.
import {get, h} from "./dom.js";

// Pixels for a unit of the map: where it has fewer its names are hard to read, so it is shown in part
const LEGIBLE = .7, COMFORTABLE = .85, CLOSEST = 1.2;
const MARGIN = 60, EDGE = 8;
const MANY = 12;  // areas for which the whole map is shown

export class Board {
  constructor(root, svg, areas) {
    this.root = root;
    this.areas = areas;
    this.shown = {};
    this.there = {};
    this.chosen = {};
    this.zoomed = 1;
    this.byHand = false;  // somebody has chosen how much of the map to see
    root.innerHTML = svg;
    this.svg = root.firstElementChild;
    for (const node of root.querySelectorAll(".area")) {
      const area = node.dataset.area;
      node.setAttribute("tabindex", "-1");  // what can be chosen is on the way of the Tab key, and nothing else
      node.addEventListener("click", () => this.click(area));
      node.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.click(area); }
      });
      node.addEventListener("pointerenter", () => this.tell(area));
      node.addEventListener("focus", () => this.tell(area));
    }
    if (get("zoom-in")) {
      const zoom = by => () => { this.byHand = true; this.zoom(by()); };
      get("zoom-in").onclick = zoom(() => this.zoomed * 1.5);
      get("zoom-out").onclick = zoom(() => this.zoomed / 1.5);
      get("zoom-fit").onclick = zoom(() => 1);
      root.addEventListener("scroll", () => this.lookBeyond());
    }
  }

  click(area) {
    this.tell(area);
    this.chosen[area]?.choose();
  }

  tell(area) {
    const about = this.areas[area], line = get("area-line");
    this.told = area;
    if (!line || !about) return;
    const there = this.there[area] ? `: ${this.there[area]}` : ", empty";
    line.textContent = `${about.name}, ${about.kind}${there}. Next to ${about.next.join(", ")}`;
  }

  // Pieces and marks; areas that changed since the last time light up for a moment. Tells which have.
  draw({groups, there = {}}, flash = false) {
    const changed = [];
    this.there = there;
    for (const name of new Set([...Object.keys(this.shown), ...Object.keys(groups)])) {
      if (this.shown[name] === groups[name]) continue;
      const node = this.root.querySelector(`#${name}`);
      if (node) node.innerHTML = groups[name] || "";
      const area = flash && name[0] === "p" && this.root.querySelector(`#a${name.slice(1)}`);
      if (area) {
        changed.push(name.slice(1));
        area.classList.remove("changed");
        void area.getBoundingClientRect();
        area.classList.add("changed");
      }
    }
    this.shown = groups;
    this.tell(this.told);
    return changed;
  }

  // The areas that can be chosen now: {area: {words, choose}}
  offer(chosen) {
    this.chosen = chosen;
    for (const node of this.root.querySelectorAll(".area")) {
      const one = chosen[node.dataset.area], name = this.areas[node.dataset.area]?.name || "";
      node.classList.toggle("legal", Boolean(one));
      node.setAttribute("aria-label", one ? one.words : name);
      node.setAttribute("aria-description", this.there[node.dataset.area] || "empty");
      if (one) { node.setAttribute("role", "button"); node.setAttribute("tabindex", "0"); }
      else { node.removeAttribute("role"); node.setAttribute("tabindex", "-1"); }
    }
    this.lookBeyond();
  }

  // Say so if some of the areas that glow are not in the picture.
  lookBeyond() {
    const line = get("beyond");
    if (!line) return;
    const n = [...this.root.querySelectorAll(".area.legal")].filter(node => this.isOutside(node)).length;
    line.textContent = n ? `${n} more can be chosen outside of this part of the map.` : "";
  }

  isOutside(node) {
    const frame = this.root.getBoundingClientRect(), box = node.getBoundingClientRect();
    return box.right < frame.left + EDGE || box.left > frame.right - EDGE || box.bottom < frame.top + EDGE || box.top > frame.bottom - EDGE;
  }

  // Show areas in which something has happened, if they are not in the picture.
  follow(areas) {
    const nodes = areas.map(area => this.root.querySelector(`#a${area}`)).filter(Boolean);
    if (nodes.some(node => this.isOutside(node))) this.closeUp(areas.length > MANY ? [] : areas);
  }

  // Mark these areas and no others: as hinted, as chosen, or as the one that a question is about.
  mark(areas, as) {
    for (const node of this.root.querySelectorAll(`.area.${as}`)) node.classList.remove(as);
    for (const area of areas) this.root.querySelector(`#a${area}`)?.classList.add(as);
  }

  zoom(by) {
    const middle = (this.root.scrollLeft + this.root.clientWidth / 2) / this.root.scrollWidth;
    const height = (this.root.scrollTop + this.root.clientHeight / 2) / this.root.scrollHeight;
    this.zoomed = Math.max(1, Math.min(6, by));
    this.svg.style.width = `${100 * this.zoomed}%`;
    this.root.classList.toggle("zoomed", this.zoomed > 1);
    this.root.scrollLeft = middle * this.root.scrollWidth - this.root.clientWidth / 2;
    this.root.scrollTop = height * this.root.scrollHeight - this.root.clientHeight / 2;
    this.lookBeyond();
  }

  // Where names would be too small to read: as large as the areas in question allow; without any, one's own.
  closeUp(areas, home = []) {
    const shown = areas.length ? areas : home;
    const boxes = shown.map(area => this.root.querySelector(`#a${area}`)?.getBBox()).filter(Boolean);
    const view = this.svg.viewBox.baseVal, fitted = this.root.clientWidth / view.width;
    if (this.byHand || fitted > LEGIBLE) return;
    if (!boxes.length) { this.zoom(1); return; }
    const left = Math.min(...boxes.map(box => box.x)), right = Math.max(...boxes.map(box => box.x + box.width));
    const top = Math.min(...boxes.map(box => box.y)), bottom = Math.max(...boxes.map(box => box.y + box.height));
    const across = this.root.clientWidth / (right - left + MARGIN), down = .7 * innerHeight / (bottom - top + MARGIN);
    this.zoom(Math.max(COMFORTABLE, Math.min(CLOSEST, across, down)) / fitted);
    const scale = this.root.scrollWidth / view.width;
    this.root.scrollLeft = ((left + right) / 2 - view.x) * scale - this.root.clientWidth / 2;
    this.root.scrollTop = ((top + bottom) / 2 - view.y) * scale - this.root.clientHeight / 2;
    this.lookBeyond();
  }
}

export const disc = faction =>
  h("span", {class: "disc", vars: {"--colour": faction.colour, "--ink-on": faction.ink}, "aria-hidden": "true"}, faction.mark);
