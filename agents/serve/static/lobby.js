// The lobby: what can be played, games to continue, games to watch.
import {ask} from "./api.js";
import {Board} from "./board.js";
import {fill, get, h, theme} from "./dom.js";
import {withRules} from "./rules.js";

const FIRST = [
  "You lead a people around the Mediterranean through up to four Epochs. Who has the most victory points (VP) in the end wins.",
  "Your discs on the map are your people: one is a Camp, two are a Settlement, three or more in a land area a City. Cities bring points; so do Wonders, looted Cities, seas and wealth.",
  "A turn has four phases. Growth: you get new discs and place them next to what you have. Cards: one after the other you play a card, build a Wonder or pass. Competition: where rivals share an area and one of them has two discs or more, both lose discs round by round; cards and talents help. Evaluation: points, new cards, and a test whether the Epoch ends.",
  "The page always says what you can do: areas that glow can be clicked, everything else is a button. Rest the pointer on a card to read it, ask for a Hint, take back what you regret (Undo), and look up any word under Rules.",
  "A good first game: the Basic 2-player setup against npc, which tells you the reason for everything it does."];
let offer = null;
const link = (game, keys) => `/game/${game.id}${keys.length ? `#${keys.join(",")}` : ""}`;

function games(title, list) {
  if (!list.length) return null;
  return h("section", {}, h("h2", {}, title), h("ul", {class: "games"}, list.map(game => h("li", {class: "card-box"},
    h("strong", {}, game.title || game.id), h("span", {class: "soft"}, game.trouble || [game.about, game.agreed].filter(Boolean).join(" · ")),
    game.trouble ? null : h("span", {class: "links"}, ...links(game))))));
}

function links(game) {
  if (game.over) return [h("a", {href: `/game/${game.id}?frame=0`, class: "button"}, "Watch"),
    h("a", {href: `/game/${game.id}/review`, class: "button", target: "_blank"}, "Review")];
  const people = game.keys.map((key, seat) => ({key, seat})).filter(one => one.key);
  const out = people.length > 1 ? [h("a", {href: link(game, people.map(one => one.key)), class: "button main"}, "All at this screen")] : [];
  return [...out, ...people.map(one => h("a", {href: link(game, [one.key]), class: "button"}, people.length > 1 ? `Seat ${one.seat}` : "Continue")),
    h("a", {href: `/game/${game.id}`, class: "button"}, "Watch")];
}

async function learn(event) {
  event.target.disabled = true;
  try {
    const made = (await ask("/api/learn", {body: {}})).content;
    location.href = link(made, made.keys.filter(Boolean));
  } catch (error) { event.target.disabled = false; event.target.after(h("p", {role: "alert", class: "error"}, error.message)); }
}

const YES_OR_NO = "true or false";

function optionField(one) {
  if (one.possible !== YES_OR_NO) return h("input", {type: "text", placeholder: one.default, "aria-label": one.title});
  return h("select", {"aria-label": one.title},
    [["", `as usual: ${one.default === "true" ? "yes" : "no"}`], ["true", "yes"], ["false", "no"]].map(([value, words]) => h("option", {value}, words)));
}

async function choose(id, root) {
  const scenario = offer.scenarios.find(one => one.id === id);
  fill(root, h("p", {class: "waiting"}, "The board is laid out ..."));
  const about = (await ask(`/api/scenario/${id}`)).content;
  const picture = h("div", {class: "picture", role: "img", "aria-label": `Setup of ${about.title}`});
  const seats = scenario.seats.map((usual, seat) => {
    const who = h("select", {"aria-label": `Seat ${seat}`, disabled: usual === "npc"},
      offer.players.map(p => h("option", {value: p.spec}, p.name === "human" ? "person" : p.name)));
    who.value = usual === "npc" ? "npc" : seat === scenario.seats.indexOf("human") ? "human" : "npc";
    return who;
  });
  const seed = h("input", {type: "number", id: "seed", placeholder: "any", "aria-label": "Seed"});
  const fair = h("input", {type: "checkbox", id: "fair"});
  const options = offer.options.map(one => ({one, field: optionField(one)}));
  const ticks = about.offers.map(one => ({one, field: h("input", {type: "checkbox", name: `${one.option} ${one.name}`})}));
  const error = h("p", {role: "alert", class: "error"});
  const start = h("button", {type: "button", class: "main", id: "start"}, "Begin");
  start.onclick = async () => {
    start.disabled = true;
    const chosen = Object.fromEntries(options.filter(o => o.field.value.trim()).map(o => [o.one.name, o.field.value.trim()]));
    for (const option of ["rules", "variants"]) {
      const taken = ticks.filter(tick => tick.one.option === option && tick.field.checked).map(tick => tick.one.name);
      if (taken.length) chosen[option] = `[${taken.join(", ")}]`;
    }
    const body = {scenario: id, seats: seats.map(one => one.value), options: chosen, fair: fair.checked};
    if (seed.value !== "") body.seed = Number(seed.value);
    try {
      const made = (await ask("/api/games", {body})).content;
      const keys = made.keys.filter(Boolean);
      if (keys.length < 2) location.href = link(made, keys);
      else { await open(); get("lobby").querySelector("a.button")?.focus(); scrollTo(0, 0); }
    } catch (problem) { error.textContent = problem.message; start.disabled = false; }
  };
  fill(root, h("h2", {}, about.title), h("p", {}, about.length),
    h("div", {class: "columns"},
      h("div", {}, picture, h("h3", {}, "Who sits where"), h("ol", {class: "seats"}, seats.map((who, i) => h("li", {}, h("label", {}, `Seat ${i} `, who)))),
        h("p", {class: "soft"}, "npc follows the rulebook's solitaire rules and says why; greedy and policies play their own game, search looks ahead with a policy and takes its time."),
        h("p", {}, h("label", {}, "Seed ", seed), h("span", {class: "soft"}, " the same number deals the same cards")),
        h("p", {}, h("label", {}, fair, " A fair game: policies keep their thoughts to themselves")),
        ticks.length ? h("details", {id: "offers"}, h("summary", {}, `Optional rules and variants of this scenario (${ticks.length})`),
          ticks.map(({one, field}) => h("p", {}, h("label", {}, field, " ", ...withRules(one.text))))) : null,
        h("details", {}, h("summary", {}, "Options"), options.map(({one, field}) =>
          h("p", {class: "option"}, h("label", {}, h("b", {}, one.title), " ", field),
            h("small", {}, ...withRules(one.possible === YES_OR_NO ? one.meaning : `${one.meaning} Possible: ${one.possible}`))))),
        h("p", {}, start), error),
      h("div", {}, h("h3", {}, "How it is won"), about.won.map(text => h("p", {}, ...withRules(text))),
        h("h3", {}, "Setup"), about.setup.map(text => h("p", {}, text)), about.table.map(text => h("p", {}, text)),
        about.npcs.map(text => h("p", {}, ...withRules(text))),
        about.rules.length ? h("details", {}, h("summary", {}, `Rules of this scenario (${about.rules.length + about.more_rules})`),
          about.rules.map(rule => h("p", {}, h("b", {}, rule.id), ` ${rule.text}`))) : null)));
  new Board(picture, about.board, {}).draw(about);
}

async function open() {
  const root = get("lobby");
  try { offer = (await ask("/api/lobby")).content; }
  catch (error) { return fill(root, h("h2", {}, "This is not your lobby"), h("p", {}, error.message)); }
  const chosen = h("section", {id: "chosen", class: "card-box"});
  const scenario = h("select", {id: "scenario", "aria-label": "Scenario", onchange: () => choose(scenario.value, chosen)},
    offer.scenarios.map(one => h("option", {value: one.id}, `${one.title}: ${one.players}, ${one.map}, Epoch${one.epochs.includes(" ") ? "s" : ""} ${one.epochs}`)));
  scenario.value = "basic_2p";
  fill(root,
    h("section", {class: "card-box learn"}, h("div", {}, h("b", {}, "New to the game?"), " A guided first Epoch explains it while you play, in fifteen minutes."),
      h("button", {type: "button", class: "main", id: "learn", onclick: learn}, "Learn the game"),
      h("details", {open: !offer.games.length}, h("summary", {}, "Or read it in one minute"), FIRST.map(text => h("p", {}, ...withRules(text))))),
    games("Games in progress", offer.games.filter(game => !game.over)),
    h("section", {}, h("h2", {}, "A new game"), h("p", {}, h("label", {}, "Scenario ", scenario)), chosen),
    games("Finished games", offer.games.filter(game => game.over)));
  return choose(scenario.value, chosen);
}

theme();
open();
