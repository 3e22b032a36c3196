// What may come in the way: dialogs, notices above the composer, and pages in place of the page.

import { button, h } from "./dom.js";

/** A dialog over everything; a press on one of its buttons closes it. */
export function dialog(title, paragraphs, buttons, attributes = {}) {
  const close = (then) => () => {
    backdrop.remove();
    then?.();
  };
  const box = h("div", { role: "dialog", "aria-modal": "true", "aria-label": title, class: "dialog", ...attributes },
    h("h2", {}, title), paragraphs.map((text) => h("p", {}, text)),
    h("div", { class: "buttons" }, buttons.map(([name, then]) => button(name, close(then)))));
  const backdrop = h("div", { class: "backdrop" }, box);
  document.getElementById("root").append(backdrop);
  box.querySelector("button").focus();
  return backdrop;
}

/** Too many requests; with a time where one is shown. */
export function tooManyRequests(behaviour) {
  const time = behaviour.shown_time;
  return dialog("Too many requests", [
    "You’re making requests too quickly. We’ve temporarily limited access to your conversations to protect your data.",
    time === "" ? "Please wait a few minutes before trying again." : `Please try again after ${time}.`,
  ], [["Got it"]]);
}

/** A dialog that no driver can know. */
export const unknownDialog = () =>
  dialog("Meet your weekly summary", ["We gathered what you did this week."], [["Not now"], ["Show me"]]);

/** The session is over while the page is open. */
export const sessionExpired = (then) =>
  dialog("Your session has expired", ["Please log in again to continue using the app."], [["Log in", then]]);

/** May the connector be used? `decide` takes `once`, `always` or `deny`. */
export function permission(name, behaviour, decide) {
  const buttons = [["Always allow", () => decide("always")], ["Allow once", () => decide("once")], ["Deny", () => decide("deny")]];
  const attributes = behaviour.generation === "c" ? {} : { "data-testid": "tool-approval-card" };
  return dialog(`Allow ChatGPT to use ${name}?`, ["Some of your data will be shared with it."], buttons, attributes);
}

/** A line above the composer that stays. */
export function notice(text, buttons = [], role = null) {
  return h("div", { class: "notice", role }, h("span", {}, text), buttons.map(([name, then]) => button(name, then)));
}

/** The text of the notice about a plan's limit. */
export function limitText(mood, behaviour) {
  const time = behaviour.shown_time;
  if (mood === "model-fallback") {
    const until = time === "" ? "" : ` after ${time}`;
    return `You’ve hit the Plus plan limit for GPT-5 Thinking. Responses will use another model until your limit resets${until}.`;
  }
  return `You’ve reached your Plus plan limit for GPT-5.6 Pro.${time === "" ? "" : ` Your limit resets at ${time}.`}`;
}

/** The page for who is not logged in: it has no composer. */
export function loginPage() {
  return h("main", {}, h("div", { class: "alone" },
    h("h1", {}, "Get responses tailored to you"),
    h("p", {}, "Log in to get answers based on saved chats, plus create images and upload files."),
    button("Log in", () => {}), button("Sign up for free", () => {}), button("Continue with Google", () => {}),
    h("label", {}, "Email address ", h("input", { type: "email", name: "email" })), button("Continue", () => {})));
}

/** The check in place of the page. */
export function humanCheckPage() {
  document.title = "Just a moment...";
  const widget = "<label><input type='checkbox'> Verify you are human</label>";
  return h("div", { class: "alone" },
    h("h1", {}, "chatgpt.com"),
    h("p", {}, "Verify you are human by completing the action below."),
    h("iframe", { title: "Widget containing a Cloudflare security challenge", srcdoc: widget }),
    h("p", {}, "chatgpt.com needs to review the security of your connection before proceeding."));
}
