// Around the board: clock, displays of the civilizations, the hand.
import {disc} from "./board.js";
import {fill, get, h} from "./dom.js";
import {cardText, tip} from "./tips.js";

export function showClock(clock, factions) {
  const track = (name, boxes, now) => h("span", {class: "track"}, h("span", {class: "soft"}, name),
    boxes.map(box => h("span", {class: `box${box === now ? " now" : ""}`, "aria-current": box === now ? "step" : null}, box)));
  const turns = Array.from({length: clock.turns}, (_, i) => String(i + 1));
  fill(get("clock"), track("Epoch", clock.epochs, clock.epoch), track("Turn", turns, String(clock.turn)),
    h("span", {class: "box now phase"}, clock.phase),
    h("span", {class: "track order"}, h("span", {class: "soft"}, "Order"),
      clock.order.map(name => {
        const one = factions.find(f => f.name === name);
        return h("span", {class: "standing", title: name}, disc(one), `${one.vp} VP`);
      })),
    h("span", {class: "soft piles"}, `Deck ${clock.deck}, discarded ${clock.discard}, Barbarians ${clock.barbarians}`));
}

const number = (name, value, why) => tip(h("span", {class: "number"}, h("b", {}, String(value)), h("small", {}, name)),
  () => [h("p", {}, why)]);

export function showFactions(state, box) {
  const mine = new Set(state.mine || []);
  const cards = list => list.map(id => card(box.cards[id]));
  fill(get("factions"), state.factions.map((one, i) => h("article",
    {class: `faction${mine.has(i) ? " own" : ""}`, vars: {"--colour": one.colour}, "aria-label": one.name},
    h("h3", {}, disc(one), one.name, h("span", {class: "soft"}, mine.has(i) ? " you" : ` ${one.player}`),
      one.won ? h("span", {class: "won"}, "winner") : null, h("b", {class: "vp"}, `${one.vp} VP`)),
    h("div", {class: "numbers"},
      number("Cities", one.cities, "Three or more of its discs in a land area (DEF-16)."),
      number("Ready", one.ready, "Discs to place in Growth: one for each Settlement on land, for every two coastal seas with a disc, for each civilization in reach of those seas, and some from abilities (GRO-05 to GRO-11)."),
      number("Supply", one.supply, "Discs that can become Ready."),
      number("Talents", one.loot ? `${one.talents}+${one.loot}` : one.talents, "Money: saves discs, buys cards and Wonders."),
      number("Hand", one.hand, "Fate cards in hand.")),
    one.wonders.length || one.investments.length ? h("p", {class: "holdings"},
      one.wonders.map(w => tip(h("span", {class: "chip"}, `${w.name}${w.buried ? " (buried)" : ` (${w.discs})`}`),
        () => cardText(box.wonders.find(known => known.name === w.name) || w))),
      one.investments.map(w => tip(h("span", {class: "chip"}, `${w.name} (${w.discs})`),
        () => cardText(Object.values(box.cards).find(known => known.name === w.name) || w)))) : null,
    h("p", {class: "holdings"}, one.abilities.map(a => tip(h("span", {class: "chip soft"}, a.name),
      () => cardText({...a, kinds: ["ability"]})))),
    state.known?.[i]?.length && !mine.has(i) ? h("p", {class: "holdings"}, h("span", {class: "soft"}, "holds "), cards(state.known[i])) : null,
    state.openHands?.[i]?.length ? h("p", {class: "holdings"}, h("span", {class: "soft"}, "held "), cards(state.openHands[i])) : null)));
}

export const card = one => tip(h("span", {class: `chip card ${(one.kinds[0] || "").toLowerCase()}`}, one.name), () => cardText(one));

const many = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

export function showHand(state, box) {
  const own = Object.entries(state.hands || {});
  fill(get("hand"), own.map(([faction, cards]) => [
    h("h2", {}, own.length > 1 ? `Hand of ${state.factions[faction].name}` : "Your hand",
      h("span", {class: "soft"}, ` ${many(cards.length, "card")}, ${many(state.factions[faction].talents, "talent")}`)),
    h("div", {class: "cards"}, cards.map(id => card(box.cards[id])),
      (state.laid?.[faction] || []).map(id => h("span", {}, card(box.cards[id]), h("span", {class: "soft"}, " laid "))))]).flat());
}
