// Texts of cards, Wonders and displays: shown when the pointer rests on something, or when it is tapped or focused.
import {h} from "./dom.js";

const box = h("div", {id: "tip", role: "tooltip", hidden: true});
document.body.append(box);
let owner = null;

function show(node, content) {
  owner = node;
  box.replaceChildren(...content());
  box.hidden = false;
  const at = node.getBoundingClientRect();
  const width = Math.min(320, innerWidth - 16);
  box.style.width = `${width}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  const below = at.bottom + 6;
  const fits = below + box.offsetHeight < innerHeight;
  box.style.top = `${fits ? below : Math.max(8, at.top - box.offsetHeight - 6)}px`;
  node.setAttribute("aria-describedby", "tip");
}

export function hide() {
  if (owner) owner.removeAttribute("aria-describedby");
  owner = null;
  box.hidden = true;
}

export function tip(node, content) {
  if (node.tabIndex < 0) node.tabIndex = 0;
  node.addEventListener("pointerenter", event => { if (event.pointerType === "mouse") show(node, content); });
  node.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") hide(); });
  node.addEventListener("focus", () => show(node, content));
  node.addEventListener("blur", hide);
  node.addEventListener("click", () => show(node, content));
  return node;
}

document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
document.addEventListener("scroll", hide, true);

export const cardText = card => [
  h("strong", {}, card.name), h("span", {class: "kinds"}, card.kinds?.length ? ` ${card.kinds.join(", ")}` : ""),
  h("p", {}, card.text)];
