// Making elements.

/**
 * An element with attributes and children. Attributes that are `null`, `undefined` or `false` are
 * left out, `true` is an empty one, functions listen (`onclick`). Children that are `null` or
 * `false` are left out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button that submits nothing. */
export function button(name, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, name);
}

/** A button whose name is not its text, as those with a picture are. */
export function iconButton(name, onclick, attributes = {}, icon = name) {
  return h("button", { type: "button", "aria-label": name, onclick, ...attributes }, h("span", { "aria-hidden": "true" }, icon));
}

/** Waits. */
export const pause = (time) => new Promise((done) => setTimeout(done, time));
