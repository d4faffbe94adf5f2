// The map: pieces as the server draws them, areas to click, zoom.
import {get, h} from "./dom.js";

export class Board {
  constructor(root, svg, areas) {
    this.root = root;
    this.areas = areas;
    this.shown = {};
    this.there = {};
    this.chosen = {};
    this.zoomed = 1;
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
      get("zoom-in").onclick = () => this.zoom(this.zoomed * 1.5);
      get("zoom-out").onclick = () => this.zoom(this.zoomed / 1.5);
      get("zoom-fit").onclick = () => this.zoom(1);
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

  // Pieces and marks; areas that changed since the last time light up for a moment.
  draw({groups, there = {}}, flash = false) {
    this.there = there;
    for (const name of new Set([...Object.keys(this.shown), ...Object.keys(groups)])) {
      if (this.shown[name] === groups[name]) continue;
      const node = this.root.querySelector(`#${name}`);
      if (node) node.innerHTML = groups[name] || "";
      const area = flash && name[0] === "p" && this.root.querySelector(`#a${name.slice(1)}`);
      if (area) {
        area.classList.remove("changed");
        void area.getBoundingClientRect();
        area.classList.add("changed");
      }
    }
    this.shown = groups;
    this.tell(this.told);
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
  }

  // Where names would be too small to read: as large as the areas in question allow.
  closeUp(areas) {
    const boxes = areas.map(area => this.root.querySelector(`#a${area}`)?.getBBox()).filter(Boolean);
    const view = this.svg.viewBox.baseVal;
    if (this.root.clientWidth > .7 * view.width) return;
    if (!boxes.length) { this.zoom(1); return; }
    const left = Math.min(...boxes.map(box => box.x)), right = Math.max(...boxes.map(box => box.x + box.width));
    const top = Math.min(...boxes.map(box => box.y)), bottom = Math.max(...boxes.map(box => box.y + box.height));
    this.zoom(Math.max(1, Math.min(3.2, view.width / (right - left + 60))));
    const scale = this.root.scrollWidth / view.width;
    this.root.scrollLeft = ((left + right) / 2 - view.x) * scale - this.root.clientWidth / 2;
    this.root.scrollTop = ((top + bottom) / 2 - view.y) * scale - this.root.clientHeight / 2;
  }
}

export const disc = faction =>
  h("span", {class: "disc", vars: {"--colour": faction.colour, "--ink-on": faction.ink}, "aria-hidden": "true"}, faction.mark);
