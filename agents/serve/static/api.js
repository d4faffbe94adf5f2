// Asking the server. The keys of seats stand behind the # of a link; from there they go into the tab's memory, so
// that the address can be shared without them.
export const gameId = location.pathname.startsWith("/game/") ? location.pathname.split("/")[2] : "";
const place = `keys ${gameId || "lobby"}`;

function remembered() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) {
    sessionStorage.setItem(place, given);
    localStorage.setItem(place, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  const kept = sessionStorage.getItem(place) || localStorage.getItem(place) || "";
  if (kept) sessionStorage.setItem(place, kept);
  return kept.split(",").filter(Boolean);
}

export let keys = remembered();
export const putFirst = key => { keys = [key, ...keys.filter(one => one !== key)]; };

export async function ask(path, {body, signal} = {}) {
  const options = {headers: {}, signal};
  if (keys.length) options.headers["x-key"] = keys.join(",");
  if (body !== undefined) {
    options.method = "POST";
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
  }
  const response = await fetch(path, options);
  if (response.status === 204) return null;
  const content = await response.json();
  if (!response.ok) throw Object.assign(new Error(content.error || "the server does not answer"), {status: response.status});
  return {content, digest: response.headers.get("x-digest")};
}

export const askGame = (path, options) => ask(`/api/game/${gameId}/${path}`, options);
