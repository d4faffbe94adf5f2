"""Style and script of the page that shows a whole game; see `page` for the data they work on."""

STYLE = """
* { box-sizing: border-box; }
body { margin: 0; background: #efe9db; color: #2e2a25; font: 14px/1.45 Helvetica, Arial, sans-serif; }
main { display: grid; grid-template-columns: minmax(0, 1fr) 360px; gap: 12px; padding: 12px; height: 100vh; }
#left { display: flex; flex-direction: column; gap: 8px; min-height: 0; }
#board { flex: 1 1 auto; min-height: 0; display: flex; justify-content: center; }
#board svg { width: 100%; height: 100%; border-radius: 8px; }
#controls { display: flex; gap: 6px; align-items: center; }
#controls button { min-width: 38px; height: 32px; border: 1px solid #c9bda3; border-radius: 6px;
  background: #faf6ec; color: inherit; font-size: 14px; cursor: pointer; }
#controls button:hover { background: #fff; }
#slider { flex: 1; accent-color: #2e2a25; }
#where { min-width: 300px; text-align: right; font-variant-numeric: tabular-nums; }
#chart { background: #faf6ec; border-radius: 8px; cursor: pointer; flex: none; height: 104px; width: 100%; }
aside { background: #faf6ec; border-radius: 8px; display: flex; flex-direction: column; min-height: 0; }
aside h1 { font-size: 15px; margin: 0; padding: 12px 14px 8px; border-bottom: 1px solid #d8cdb6; }
#story { overflow-y: auto; padding: 6px 8px 40px; flex: 1; position: relative; }
#story p { margin: 0; padding: 2px 6px; border-radius: 4px; cursor: pointer; }
#story p.later { color: #a89f90; }
#story p.now { background: #ffe9a8; }
#story .l0 { font-weight: bold; margin-top: 14px; border-top: 1px solid #d8cdb6; padding-top: 8px; }
#story .l1 { font-weight: bold; font-size: 12px; color: #7c7263; margin-top: 6px; }
#story .l3 { padding-left: 22px; font-size: 13px; }
#story b { font-weight: bold; border-bottom: 2px solid; }
@media (max-width: 1000px) { main { grid-template-columns: 1fr; height: auto; } #story { max-height: 50vh; } }
"""

# Frame k of a group is the last of its changes at or before k.
SCRIPT = """
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = id => document.getElementById(id);
  const last = data.titles.length - 1;
  const slider = get("slider"), cursor = get("cursor"), lines = [...document.querySelectorAll("#story p")];
  const groups = Object.entries(data.groups).map(([id, changes]) =>
    ({node: get(id), frames: changes[0], fragments: changes[1], shown: -1}));
  let frame = -1, timer = 0;

  const latest = (frames, k) => {
    let low = 0, high = frames.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (frames[mid] <= k) low = mid + 1; else high = mid;
    }
    return low - 1;
  };
  const show = k => {
    k = Math.max(0, Math.min(last, k));
    if (k === frame) return;
    frame = k;
    for (const group of groups) {
      const at = latest(group.frames, k);
      const fragment = at < 0 ? 0 : group.fragments[at];
      if (fragment !== group.shown) group.node.innerHTML = data.fragments[group.shown = fragment];
    }
    slider.value = k;
    get("where").textContent = `${data.titles[k]}  \\u00b7  ${k} / ${last}`;
    const x = data.chart.left + data.chart.width * (last ? k / last : 0);
    cursor.setAttribute("x1", x); cursor.setAttribute("x2", x);
    tell(k);
  };
  const tell = k => {
    const next = lines.find(line => +line.dataset.f >= k);
    const now = next ? +next.dataset.f : -1;
    let first = null;
    for (const line of lines) {
      const f = +line.dataset.f, current = f === now;
      line.classList.toggle("now", current && !line.matches(".l0, .l1"));
      line.classList.toggle("later", f > now && now >= 0);
      if (current && !first) first = line;
    }
    if (first) get("story").scrollTop = first.offsetTop - get("story").clientHeight / 3;
  };
  const stop = () => { clearInterval(timer); timer = 0; get("play").textContent = "Play"; };
  const play = () => {
    if (timer) return stop();
    if (frame === last) show(0);
    get("play").textContent = "Pause";
    timer = setInterval(() => frame === last ? stop() : show(frame + 1), +get("speed").value);
  };
  const go = k => { stop(); show(k); };
  const fromAddress = () => { const found = /frame=(\\d+)/.exec(location.hash); if (found) go(+found[1]); };
  const turn = step => {
    for (let k = frame + step; k > 0 && k < last; k += step)
      if (data.titles[k] !== data.titles[k - 1]) return go(k);
    go(step > 0 ? last : 0);
  };

  slider.max = last;
  slider.oninput = () => go(+slider.value);
  get("play").onclick = play;
  get("speed").onchange = () => { if (timer) { stop(); play(); } };
  const buttons = {
    first: () => go(0), back: () => go(frame - 1), next: () => go(frame + 1), end: () => go(last),
  };
  for (const [id, action] of Object.entries(buttons)) get(id).onclick = action;
  for (const line of lines) line.onclick = () => go(+line.dataset.f);
  get("chart").onclick = event => {
    const box = get("chart").getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * data.chart.all;
    go(Math.round((x - data.chart.left) / data.chart.width * last));
  };
  document.onkeydown = event => {
    if (event.target === slider && event.key.startsWith("Arrow")) event.preventDefault();
    const keys = {ArrowLeft: () => go(frame - 1), ArrowRight: () => go(frame + 1), ArrowUp: () => turn(-1),
      ArrowDown: () => turn(1), Home: buttons.first, End: buttons.end, " ": play};
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  };
  window.onhashchange = fromAddress;
  show(0);
  fromAddress();
})();
"""
