// The open decision in words, its answers as buttons and on the map, undo and hint.
import {gameId} from "./api.js";
import {disc} from "./board.js";
import {fill, get, h} from "./dom.js";
import {standings} from "./epochs.js";
import {chancesInWords} from "./news.js";
import {withRules} from "./rules.js";

const popup = h("dialog", {id: "popup", "aria-label": "You may answer"});
document.body.append(popup);
popup.addEventListener("cancel", event => event.preventDefault());

// Kush, Nile Delta (2), Tyre
const counted = names => [...new Set(names)].map(name => {
  const n = names.filter(one => one === name).length;
  return n > 1 ? `${name} (${n})` : name;
}).join(", ");

export class DecisionPanel {
  constructor({board, answer, click, undo, goOn, hint, box}) {
    Object.assign(this, {board, answer, click, undo, goOn, askHint: hint, box});
    this.lastTopic = "";
  }

  show(state, live = true) {
    const root = get("decision");
    const one = live ? state.decision : null;
    this.board.offer(one ? this.onMap(one) : {});
    this.board.mark([], "hinted");
    this.board.mark(one && one.area >= 0 ? [one.area] : [], "about");
    this.board.mark(one ? one.chosen : [], "chosen");
    if (popup.open) popup.close();
    fill(popup);
    document.body.classList.toggle("asked", Boolean(one));
    if (!live) this.lastTopic = "";  // the map may show something else meanwhile
    if (!one) return fill(root, ...this.waiting(state, live));
    const parts = this.parts(one, state);
    if (one.kind === "negate") {
      fill(popup, ...parts);
      fill(root, h("h2", {}, one.words));
      popup.showModal();
    } else fill(root, ...parts);
    const areas = one.answers.filter(a => a.block === "area").map(a => a.n);
    document.body.classList.toggle("on-map", areas.length > 0);
    const topic = `${one.kind} ${one.area} ${one.about.name || ""}`;
    if (topic !== this.lastTopic) this.board.closeUp(areas.length || one.area < 0 ? areas : [one.area], state.home);
    this.lastTopic = topic;
  }

  waiting(state, live) {
    if (state.over) {
      return [h("h2", {}, "The game is over"), h("p", {id: "result"}, h("strong", {}, `${state.result}.`)),
        standings(state.factions),
        h("p", {class: "soft"}, "Replay shows it step by step, with all hands open. Review tells where it was decided, and takes a minute."),
        h("div", {class: "answers"}, h("a", {href: `/game/${gameId}/review`, class: "button", target: "_blank"}, "Review"))];
    }
    if (!live) return [h("h2", {}, "Looking back"), h("p", {class: "soft"}, "Go back to now to play on.")];
    if (state.held) return [h("h2", {}, "Done?"), h("p", {}, "The others go on when you are content with your choice."),
      h("div", {class: "answers"}, h("button", {type: "button", class: "main", id: "go-on", onclick: this.goOn}, "Go on"), this.undoButton(state))];
    if (state.seat === undefined) return [h("h2", {}, "You are watching"), h("p", {class: "soft"}, "Hands stay hidden until the end.")];
    return [h("h2", {class: "waiting"}, "The others decide ..."), state.undo ? h("div", {class: "answers"}, this.undoButton(state)) : null];
  }

  undoButton(state) {
    return state.undo ? h("button", {type: "button", id: "undo", onclick: this.undo}, "Undo") : null;
  }

  onMap(one) {
    return Object.fromEntries(one.answers.filter(a => a.block === "area")
      .map(a => [a.n, {words: a.words, choose: () => this.click(one.kind, a.action)}]));
  }

  parts(one, state) {
    const faction = state.factions[one.faction];
    const areas = one.answers.filter(a => a.block === "area");
    const rank = a => (a.block === "card" ? 1 : a.block === "wonder" ? 2 : 0);
    const wonders = one.kind === "card_action" ? one.answers.filter(a => a.block === "wonder") : [];
    const others = one.answers.filter(a => a.block !== "area" && a.block !== "stop" && !wonders.includes(a)).sort((a, b) => rank(a) - rank(b));
    const stop = one.answers.find(a => a.block === "stop");
    return [
      h("div", {class: "asking"}, h("h2", {id: "asks", tabindex: "-1"}, faction ? disc(faction) : null, one.words), this.undoButton(state)),
      one.help ? h("p", {class: "soft"}, one.help) : null,
      one.kind === "loss" && this.board.there[one.area] ? h("p", {class: "soft"}, `There now: ${this.board.there[one.area]}.`) : null,
      one.about.name ? h("article", {class: "about"}, h("strong", {}, one.about.name), one.about.by ? h("span", {class: "soft"}, ` by ${one.about.by}`) : null,
        h("p", {}, one.about.text), one.about.declared.length ? h("p", {}, "It would apply to: ", one.about.declared.join(", ")) : null,
        one.about.chain ? h("p", {class: "soft"}, `So far: ${one.about.chain.join("; ")}`) : null) : null,
      one.so_far.length ? h("p", {id: "so-far"}, h("span", {class: "soft"}, "Chosen so far: "), counted(one.so_far)) : null,
      one.kind === "deploy" || one.kind.endsWith("_place") ? h("p", {class: "ready", "aria-label": `${one.n} discs left`},
        Array.from({length: Math.min(one.n, 24)}, () => disc(faction))) : null,
      others.length > 6 ? h("p", {class: "soft count"}, `${others.length} choices:`) : null,
      others.length ? h("div", {class: "answers"}, others.map(a => this.button(a))) : null,
      wonders.length ? h("details", {class: "wonders"}, h("summary", {}, `Build a Wonder: ${wonders.length} to choose from`),
        h("p", {class: "soft"}, "A Wonder scores 1 VP each turn as long as you have a disc beside it. The discs on its card pay for what it does."),
        h("div", {class: "answers"}, wonders.map(a => this.button(a)))) : null,
      areas.length ? h("details", {class: "areas", open: !matchMedia("(min-width: 701px)").matches && areas.length < 4},
        h("summary", {}, `${areas.length} areas: click one on the map, or choose here`),
        h("div", {class: "answers small"}, areas.map(a => this.button(a)))) : null,
      stop ? h("div", {class: "answers last"}, this.stopButton(stop, one.confirm)) : null,
      this.hintRow()];
  }

  button(a) {
    const says = a.text || (a.block === "wonder" ? this.box.wonders[a.n] : a.block === "card" ? this.box.cards[a.n] : {}).text;
    return h("button", {type: "button", "data-action": a.action, class: a.block, onclick: () => this.answer(a.action)},
      h("span", {}, a.words), a.cost ? h("small", {class: "cost"}, a.cost) : null, says ? h("small", {}, says) : null);
  }

  stopButton(stop, confirm) {
    const button = h("button", {type: "button", "data-action": stop.action, class: "stop"}, h("span", {}, stop.words));
    button.onclick = () => {
      if (!confirm) return this.answer(stop.action);
      const yes = h("button", {type: "button", class: "main", id: "confirm", onclick: () => this.answer(stop.action, true)}, `Yes, ${stop.words}`);
      const no = h("button", {type: "button", onclick: () => { row.replaceWith(button); button.focus(); }}, "No");
      const row = h("div", {class: "confirm", role: "alertdialog", "aria-label": "Are you sure?"}, h("p", {}, confirm), yes, no);
      button.replaceWith(row);
      yes.focus();
    };
    return button;
  }

  hintRow() {
    const shown = h("div", {class: "hint-shown", "aria-live": "polite"});
    const who = h("select", {"aria-label": "Who gives the hint"}, this.box.players.map(p => h("option", {value: p.spec}, p.name)));
    who.value = sessionStorage.getItem("hint") || "npc";
    if (!who.value) who.selectedIndex = 0;
    const button = h("button", {type: "button", id: "hint", onclick: async () => {
      sessionStorage.setItem("hint", who.value);
      button.disabled = true;
      fill(shown, h("p", {class: "waiting"}, "thinking ..."));
      try { fill(shown, ...this.hint((await this.askHint(who.value)).content)); }
      catch (error) { fill(shown, h("p", {}, error.message)); }
      button.disabled = false;
    }}, "Hint");
    return h("div", {class: "hint"}, button, who, shown);
  }

  hint(found) {
    const answer = this.state?.decision?.answers.find(a => a.action === found.action);
    this.board.mark(answer?.block === "area" ? [answer.n] : [], "hinted");
    return [h("p", {}, `${found.player} would: `, h("b", {}, found.words), "."),
      ...found.reasons.map(r => h("p", {class: "soft"}, ...withRules(r.text))),
      ...found.moves.map(m => h("p", {class: "move"}, h("meter", {min: 0, max: 1, value: m.share}), ` ${Math.round(100 * m.share)}% ${m.words}`)),
      found.chances.length ? h("p", {class: "soft"}, `Its estimate of everybody's chances: ${chancesInWords(found.chances, this.state)}`) : null];
  }
}
