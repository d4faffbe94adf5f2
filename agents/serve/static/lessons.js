// The lessons of a guided game: the newest stands beside the decision it belongs to, those before it a step back.
import {gameId} from "./api.js";
import {fill, get, h} from "./dom.js";
import {ruleButton, withRules} from "./rules.js";

const place = `lessons ${gameId}`;

export class LessonPanel {
  constructor() {
    this.root = get("lesson");
    this.lessons = [];
    this.at = 0;
    this.read = Number(localStorage.getItem(place) || 0);  // how many of them the learner has put away
  }

  // Beside the decision; before one that pops up, in front of it.
  show(state) {
    const lessons = state.lessons || [], before = this.lessons.length;
    const popup = document.querySelector("#popup[open]");
    (popup || get("side")).prepend(this.root);
    this.lessons = lessons;
    this.read = Math.min(this.read, lessons.length);
    const isNew = lessons.length > before && lessons.length > this.read;
    const newest = lessons.at(-1)?.after;
    if (lessons.length !== before) this.at = Math.max(this.read, lessons.findIndex(one => one.after === newest));
    this.draw(isNew && !document.querySelector("#rules[open]") && !document.activeElement?.matches("input, select"));
  }

  draw(focus = false) {
    const {lessons} = this;
    this.root.hidden = !lessons.length;
    if (!lessons.length) return;
    if (this.read >= lessons.length) {
      fill(this.root, h("button", {type: "button", id: "lesson-open", onclick: () => this.open()}, `Lesson: ${lessons.at(-1).title}`));
      if (focus) get("lesson-open").focus();
      return;
    }
    this.at = Math.max(0, Math.min(this.at, lessons.length - 1));
    const one = lessons[this.at], last = this.at === lessons.length - 1;
    const heading = h("h2", {id: "lesson-title", tabindex: "-1"}, one.title);
    fill(this.root,
      h("div", {class: "asking"}, heading, h("button", {type: "button", class: "close", "aria-label": "Put the lesson away", onclick: () => this.close()}, "×")),
      h("div", {class: "lesson-text"}, one.text.map(text => h("p", {}, ...withRules(text))),
        h("p", {class: "soft"}, "Rules: ", one.rules.map((number, i) => [i ? ", " : "", ruleButton(number)]).flat())),
      h("div", {class: "answers"},
        this.at ? h("button", {type: "button", id: "lesson-back", onclick: () => this.go(-1)}, "◀ Back") : null,
        last ? h("button", {type: "button", id: "lesson-done", class: "main", onclick: () => this.close()}, "Got it")
          : h("button", {type: "button", id: "lesson-next", class: "main", onclick: () => this.go(1)}, "Next ▶"),
        h("span", {class: "soft"}, `${this.at + 1} of ${lessons.length} so far`)));
    if (focus) heading.focus();
  }

  go(by) {
    this.at += by;
    this.draw(true);
  }

  open() {
    this.read = this.at = this.lessons.length - 1;
    this.draw(true);
  }

  close() {
    this.read = this.lessons.length;
    localStorage.setItem(place, this.read);
    this.draw(true);
    if (!matchMedia("(min-width: 861px)").matches) scrollTo(0, 0);  // to the map, which stands above
  }
}
