// Elements in one line: h("button", {class: "big", onclick: f}, "text", child).
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export const get = id => document.getElementById(id);
export const fill = (node, ...children) => node.replaceChildren(...children.flat().filter(Boolean));

// Dark or light: as the system has it, until somebody chooses.
export function theme() {
  const button = get("theme");
  const dark = () => document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const show = () => { button.textContent = dark() ? "Light" : "Dark"; };
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
  button.onclick = () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem("theme", document.documentElement.dataset.theme);
    show();
  };
  show();
}
