// The page of a game: gets what its seat may see, shows it, sends what the person chooses.
import {askGame, gameId, keys, putFirst} from "./api.js";
import {Board} from "./board.js";
import {DecisionPanel} from "./decision.js";
import {fill, get, h, theme} from "./dom.js";
import {EpochPanel} from "./epochs.js";
import {LessonPanel} from "./lessons.js";
import {News} from "./news.js";
import {showClock, showFactions, showHand} from "./panels.js";
import {Replay} from "./replay.js";
import "./rules.js";
import {hide} from "./tips.js";

let state = null, digest = "", box = null, board = null, panel = null, news = null, replay = null, lessons = null, epochs = null;
let lookingBack = false, shownBefore = false;
let acting = null, waiting = null;  // what the person is just doing; the request that waits for news
let wishes = 0, fetched = null;  // for frames: how many there were; the request for the last one
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
  const focused = document.activeElement?.dataset?.area, inPanel = document.activeElement?.closest("#decision, #popup");
  board.draw(state, flash);
  showClock(state.clock, state.factions);
  showFactions(state, box);
  showHand(state, box);
  panel.state = state;
  panel.show(state);
  lessons.show(state);
  news.show(state);
  epochs.show(state);
  document.title = `${state.decision ? "● " : ""}${box.title}`;
  const next = focused ? get("board").querySelector(`#a${focused}.legal`) || get("go-on") : inPanel ? get("asks") || get("go-on") : null;
  // Who plays with the keyboard goes on where they were; a new lesson comes first
  if (!get("lesson").contains(document.activeElement)) next?.focus({preventScroll: true});
}

// Several people at one screen: whoever is asked gets it handed over, and only then sees their cards.
function handOver() {
  const asked = (state.beside || []).find(one => one.asked);
  if (!asked || state.decision || state.held) return;
  const names = state.factions.filter(f => f.seat === asked.seat).map(f => f.name).join(" and ");
  fill(cover, h("h2", {}, `Hand over to ${names}`), h("p", {}, `Seat ${asked.seat} decides now. Nobody else should look.`),
    h("button", {type: "button", class: "main", id: "take-over", onclick: () => takeOver(asked.seat)}, `I am ${names}: show my cards`));
  for (const id of ["hand", "decision", "news", "epoch"]) fill(get(id));
  if (!cover.open) cover.showModal();
}

// One thing at a time: what is clicked while an answer is on its way would belong to a page that is no more, and news
// that are on their way are older than the answer.
function act(deed) {
  if (acting) return;
  waiting?.abort();
  document.body.classList.add("busy");
  acting = deed().catch(error => trouble(error.message)).finally(() => {
    acting = null;
    document.body.classList.remove("busy");
  });
}

const takeOver = seat => act(async () => {
  for (let i = 0; i < keys.length; i++) {
    putFirst(keys[keys.length - 1]);
    const answer = await askGame("page");
    if (answer.content.seat !== seat) continue;
    cover.close();
    fill(cover);
    return take(answer);
  }
  return undefined;
});

const send = (path, body) => act(async () => {
  try {
    take(await askGame(path, {body}));
    trouble(state.trouble);
  } catch (error) {
    if (error.status === 409) take(await askGame("page"));
    throw error;
  }
});

const answer = (action, sure = false) => send("answer", {action, have: digest, sure});

// Who clicks areas quickly need not wait: the next one counts if it still fits what is asked by then.
async function click(kind, action) {
  while (acting) await acting;
  const asked = state.decision;
  if (asked?.kind === kind && asked.answers.some(one => one.action === action)) answer(action);
}

// Frames are fetched one at a time; of those wished for meanwhile, only the last one.
async function showFrame(frame) {
  const wish = ++wishes;
  await fetched;
  if (wish !== wishes) return null;
  const asked = askGame(`frame/${frame}`);
  fetched = asked.catch(() => {});
  const shown = (await asked).content;
  if (wish !== wishes) return null;
  lookingBack = true;
  board.follow(board.draw(shown, true));
  showClock(shown.clock, shown.factions);
  showFactions({...shown, mine: state.mine, openHands: shown.hands}, box);
  panel.show(state, false);
  get("then").hidden = false;
  fill(get("then"), h("span", {}, `Then: ${shown.when}. ${shown.lines.map(line => line.text).join(" ")}`),
    h("button", {type: "button", onclick: () => (get("replay").hidden ? news.back() : replay.end())}, "Back to now"));
  return shown;
}

function backToNow() {
  wishes += 1;
  lookingBack = false;
  get("then").hidden = true;
  show();
  handOver();
}

async function follow() {
  for (let lost = false;;) {
    while (acting) await acting;
    waiting = new AbortController();
    try {
      take(await askGame(lost ? "page" : `page?have=${digest}`, {signal: waiting.signal}));
      if (lost) trouble(state.trouble);
      lost = false;
    } catch (error) {
      if (error.name === "AbortError") continue;
      lost = true;
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
  get("title").textContent = get("title").title = box.title;
  board = new Board(get("board"), box.board, box.areas);
  lessons = new LessonPanel();
  news = new News({showFrame, backToNow, box});
  epochs = new EpochPanel({box, look: showFrame});
  replay = new Replay({showFrame, box, close: backToNow, factions: () => state.factions});
  panel = new DecisionPanel({board, box,
    answer, click, undo: () => send("undo", {}), goOn: () => send("go_on", {}),
    hint: player => askGame("hint", {body: {player}})});
  get("replay-button").onclick = () => (get("replay").hidden ? replay.open(lookingBack || state.over ? 0 : Math.max(0, state.frames - 1)) : replay.end());
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
  if (event.key === "d") (get("asks") || get("go-on"))?.focus();
});
if (gameId) open();
