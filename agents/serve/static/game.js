// The page of a game: gets what its seat may see, shows it, sends what the person chooses.
import {askGame, gameId, keys, putFirst} from "./api.js";
import {Board} from "./board.js";
import {DecisionPanel} from "./decision.js";
import {fill, get, h, theme} from "./dom.js";
import {LessonPanel} from "./lessons.js";
import {News} from "./news.js";
import {showClock, showFactions, showHand} from "./panels.js";
import {Replay} from "./replay.js";
import "./rules.js";
import {hide} from "./tips.js";

let state = null, digest = "", box = null, board = null, panel = null, news = null, replay = null, lessons = null;
let lookingBack = false, busy = false, waiting = null, shownBefore = false;
const cover = h("dialog", {id: "cover", "aria-label": "Hand over"});
document.body.append(cover);
cover.addEventListener("cancel", event => event.preventDefault());

function trouble(message) {
  get("trouble").textContent = message || "";
  get("trouble").hidden = !message;
}

function take(answer) {
  if (!answer || answer.digest === digest) return;
  state = answer.content;
  digest = answer.digest;
  trouble(state.trouble);
  if (lookingBack) { if (!replay.slider || get("replay").hidden) news.show(state); return; }
  show(shownBefore);
  shownBefore = true;
  handOver();
}

function show(flash = false) {
  hide();
  const focused = document.activeElement?.dataset?.area;
  board.draw(state.groups, flash);
  showClock(state.clock, state.factions);
  showFactions(state, box);
  showHand(state, box);
  panel.state = state;
  panel.show(state);
  lessons.show(state);
  news.show(state);
  document.title = `${state.decision ? "● " : ""}${box.title}`;
  if (focused) get("board").querySelector(`#a${focused}.legal`)?.focus();
}

// Several people at one screen: whoever is asked gets it handed over, and only then sees their cards.
function handOver() {
  const asked = (state.beside || []).find(one => one.asked);
  if (!asked || state.decision || state.held) return;
  const names = state.factions.filter(f => f.seat === asked.seat).map(f => f.name).join(" and ");
  fill(cover, h("h2", {}, `Hand over to ${names}`), h("p", {}, `Seat ${asked.seat} decides now. Nobody else should look.`),
    h("button", {type: "button", class: "main", id: "take-over", onclick: () => takeOver(asked.seat)}, `I am ${names}: show my cards`));
  for (const id of ["hand", "decision", "news"]) fill(get(id));
  if (!cover.open) cover.showModal();
}

async function takeOver(seat) {
  for (let i = 0; i < keys.length; i++) {
    putFirst(keys[keys.length - 1]);
    const answer = await askGame("page");
    if (answer.content.seat === seat) {
      digest = "";
      cover.close();
      fill(cover);
      waiting?.abort();
      return take(answer);
    }
  }
  return undefined;
}

async function send(path, body) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  try { take(await askGame(path, {body})); trouble(state.trouble); }
  catch (error) {
    if (error.status === 409) { digest = ""; take(await askGame("page")); }
    else trouble(error.message);
  }
  busy = false;
  document.body.classList.remove("busy");
}

async function showFrame(frame) {
  const shown = (await askGame(`frame/${frame}`)).content;
  lookingBack = true;
  board.draw(shown.groups, true);
  showClock(shown.clock, shown.factions);
  showFactions({...shown, mine: state.mine, openHands: shown.hands}, box);
  panel.show(state, false);
  get("then").hidden = false;
  fill(get("then"), h("span", {}, `Then: ${shown.when}. ${shown.lines.map(line => line.text).join(" ")}`),
    h("button", {type: "button", onclick: () => (get("replay").hidden ? news.back() : replay.end())}, "Back to now"));
  return shown;
}

function backToNow() {
  lookingBack = false;
  get("then").hidden = true;
  show();
  handOver();
}

async function follow() {
  for (;;) {
    waiting = new AbortController();
    try { take(await askGame(`page?have=${digest}`, {signal: waiting.signal})); }
    catch (error) {
      if (error.name === "AbortError") continue;
      trouble(`No connection: ${error.message}. Trying again ...`);
      await new Promise(done => setTimeout(done, 2000));
      if (error.status !== undefined && error.status !== 429) return;
    }
  }
}

async function open() {
  theme();
  try { box = (await askGame("box")).content; }
  catch (error) { get("title").textContent = error.message; return; }
  get("title").textContent = box.title;
  board = new Board(get("board"), box.board, box.areas);
  lessons = new LessonPanel();
  news = new News({showFrame, backToNow});
  replay = new Replay({showFrame, close: backToNow, factions: () => state.factions});
  panel = new DecisionPanel({board, box,
    answer: action => send("answer", {action, have: digest}), undo: () => send("undo", {}), goOn: () => send("go_on", {}),
    hint: player => askGame("hint", {body: {player}})});
  get("replay-button").onclick = () => (get("replay").hidden ? replay.open(lookingBack ? 0 : Math.max(0, state.frames - 1)) : replay.end());
  try { take(await askGame("page")); }
  catch (error) { get("title").textContent = error.message; return; }
  const frame = new URLSearchParams(location.search).get("frame");
  if (frame !== null) await replay.open(Number(frame) || 0);
  follow();
}

document.addEventListener("keydown", event => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const shortcut = {u: "undo", h: "hint", n: "news-next", g: "go-on"}[event.key];
  if (shortcut) get(shortcut)?.click();
});
if (gameId) open();
