// The page: where it is, what it shows, and what a press on Send does.

import { act, changesOf, sendMessage, tell } from "./api.js";
import { readRoute } from "./behaviour.js";
import { Composer } from "./composer.js";
import { h, iconButton, pause } from "./dom.js";
import { canvas, panel, sidebar } from "./frame.js";
import { ModelMenu } from "./model.js";
import * as moods from "./moods.js";
import { names } from "./names.js";
import { Thread } from "./thread.js";

/** The phases in which Stop is shown. */
const GENERATING = ["waiting", "thinking", "permission", "streaming"];

/** The whole page. */
export class Page {
  behaviour;
  t;
  route;
  /** The id of the conversation, once there is one. */
  conversation = null;
  /** How hard the model tries. */
  effort = "medium";
  #root;
  #changes;
  #prefill;
  #thread;
  #composer;
  #panel;
  #sidebar;
  #notices;
  #live;
  #following;
  #isFull = false;
  #isSending = false;
  #permission = null;
  #lastPhase = null;

  constructor(root, { behaviour, changes, prefill }) {
    this.#root = root;
    this.behaviour = behaviour;
    this.#changes = changes;
    this.#prefill = prefill;
    this.t = names(behaviour);
    document.documentElement.lang = behaviour.language;
    addEventListener("popstate", () => this.open());
    // A page that the browser keeps for going back must not hold a connection meanwhile.
    addEventListener("pagehide", () => this.#following?.abort());
    addEventListener("pageshow", ({ persisted }) => persisted && this.open());
  }

  /** Goes to another address of this page. */
  navigate(path) {
    history.pushState({ changes: this.#changes }, "", path);
    this.open();
  }

  /** Shows what the address says. */
  async open() {
    this.#following?.abort();
    this.#thread?.close();
    this.route = readRoute();
    this.conversation = this.route.conversation;
    const mood = this.#moodAtLoad();
    document.title = "ChatGPT";
    if (this.route.isLogin || mood === "login") return void this.#root.replaceChildren(moods.loginPage());
    if (mood === "human-check") return void this.#root.replaceChildren(moods.humanCheckPage());
    this.#build();
    await pause(this.behaviour.hydrate_ms);
    this.#composer.hydrate();
    this.#panel?.hydrate();
    this.#sidebar.refresh();
    if (this.#prefill !== "") this.#composer.restore({ text: this.#prefill, attachments: [] });
    this.#prefill = "";
    if (mood !== "none") this.#show(mood);
    if (this.conversation !== null) this.#follow(this.conversation);
  }

  /** The name of the project that the address is in. */
  projectName() {
    return (this.route.project ?? "").replace(/^g-p-[0-9a-f]+-?/, "") || "Project";
  }

  /** Puts Markdown on the clipboard, as far as Copy works. */
  async copy(text) {
    if (this.behaviour.copy === "silent") return;
    const markers = this.behaviour.copy === "markers";
    const markdown = markers ? text.replace("\n", ' :chatgpt-content-reference{index="0"}\n') : text;
    await navigator.clipboard.writeText(markdown).catch(() => copyTheOldWay(markdown));
    tell("copied", { text: markdown });
  }

  /** Sends a message from a composer. */
  async send(composer, message, by) {
    const isPanel = composer !== this.#composer;
    if (!isPanel) this.#setSending(true);
    await pause(this.behaviour.commit_ms);
    const outcome = await sendMessage({
      conversation: isPanel ? null : this.conversation,
      project: isPanel ? null : this.route.project,
      mode: composer.mode,
      ...message,
      behaviour: this.behaviour,
      details: { by, effort: this.effort, at_ms: Date.now(), address: location.href },
    });
    if (isPanel) return;
    if (outcome.refused || outcome.is_silent) {
      this.#setSending(false);
      if (outcome.refused) this.#refused(outcome.refused, message);
      else if (this.conversation === null) this.#settleAddress(outcome.path);
      return;
    }
    if (outcome.dialog) this.#show(outcome.dialog);
    if (this.conversation !== null) return;
    this.#settleAddress(this.route.project ? `/g/${this.route.project}/c/${outcome.transient}` : `/c/${outcome.transient}`);
    setTimeout(() => this.#settleAddress(outcome.path, "replaceState"), this.behaviour.durable_ms);
    this.conversation = outcome.conversation;
    this.#follow(outcome.conversation);
    this.#sidebar.refresh();
  }

  /** Ends the answer that is on its way. */
  stop() {
    if (this.conversation !== null) this.act(this.#thread.lastIndex, "stop");
  }

  /** Does something to a turn. */
  act(turn, action, what = null) {
    act(this.conversation, turn, action, this.behaviour, what);
  }

  /** Tells that a message or an answer is to be seen in full. */
  tellShown(what, turn) {
    tell("shown", { what, turn, conversation: this.conversation });
  }

  #build() {
    const { behaviour, t } = this;
    this.#thread = new Thread(this);
    this.#composer = new Composer(this);
    this.#panel = behaviour.composers === "pair" ? new Composer(this, { isPanel: true }) : undefined;
    this.#sidebar = sidebar(this);
    this.#notices = h("div");
    this.#live = h("div", { role: "status", "aria-live": "polite", class: "sr-only" });
    this.#isFull = false;
    this.#isSending = false;
    this.#lastPhase = null;
    const toEnd = iconButton(t("scrollToBottom"), () => this.#thread.scrollToEnd(), { class: "scroll-bottom" }, "↓");
    toEnd.hidden = true;
    this.#thread.element.addEventListener("scroll", () => {
      toEnd.hidden = this.#thread.element.scrollTop > -100;
    });
    const main = h("main", { id: "main", "data-app-shell-main-content-layout": behaviour.generation === "c" && "default" },
      h("header", {}, h("span", {}, "ChatGPT"), behaviour.generation === "a" && new ModelMenu(this).element),
      behaviour.canvas && canvas(this), this.#thread.jumps, this.#thread.element,
      h("div", { class: "bottom" }, toEnd, this.#notices, this.#composer.element, h("p", { class: "footer" }, t("mistakes"))));
    const shell = h("div", { class: "shell" }, this.#sidebar.element, main, this.#panel && panel(this.#panel), this.#live);
    this.#root.replaceChildren(behaviour.tree ? shell : hidden(shell));
  }

  #moodAtLoad() {
    const { mood, mood_at: at } = this.behaviour;
    const isOfLoading = at === "load" || (at === "auto" && ["login", "human-check", "unknown-modal"].includes(mood));
    return isOfLoading ? mood : "none";
  }

  #settleAddress(path, how = "pushState") {
    history[how]({ changes: this.#changes }, "", path);
    this.route = readRoute();
  }

  /** Shows what changes in a conversation for as long as it is the one. */
  async #follow(conversation) {
    this.#following = new AbortController();
    const { signal } = this.#following;
    let since = 0;
    while (!signal.aborted) {
      let changes;
      try {
        changes = await changesOf(conversation, since, signal);
      } catch {
        // The server is away, or the page went elsewhere; the loop's condition tells.
        await pause(500);
        continue;
      }
      if (signal.aborted) return;
      if (changes === undefined) return this.#missing(conversation);
      if (changes !== null) {
        since = changes.version;
        this.#apply(changes);
        if (changes.lead) this.#followLink(changes.lead);
      }
    }
  }

  /** Goes where a link leads, in this window. */
  #followLink(href) {
    const link = h("a", { href }, href);
    this.#root.append(link);
    link.click();
  }

  #apply(changes) {
    if (document.title !== changes.title) document.title = changes.title;
    const known = this.#thread.lastIndex;
    this.#thread.update(changes);
    if (this.#thread.lastIndex > known) {
      this.#isSending = false;
      this.#thread.scrollToEnd();
    }
    this.#isFull ||= changes.is_full;
    if (changes.notice) this.#show(changes.notice);
    if (this.#isFull) this.#show("max-length");
    this.#updateComposer();
  }

  #updateComposer() {
    const phase = this.#thread.last?.answer.phase;
    this.#composer.setGenerating(this.#isSending || GENERATING.includes(phase));
    this.#composer.setBlocked(this.#isFull || phase === "choice");
    if (phase === "permission") this.#askPermission();
    else this.#permission?.remove();
    if (phase !== "permission") this.#permission = null;
    this.#live.textContent = phase === "done" && this.#lastPhase !== null && this.#lastPhase !== "done" ? this.t("complete") : this.#live.textContent;
    if (phase !== "done") this.#live.textContent = "";
    this.#lastPhase = phase ?? null;
  }

  #setSending(isSending) {
    this.#isSending = isSending;
    this.#notices.replaceChildren();
    this.#updateComposer();
  }

  #askPermission() {
    const name = this.#thread.last.user.mention ?? this.behaviour.connectors.split(",")[0];
    const turn = this.#thread.lastIndex;
    this.#permission ??= moods.permission(name, this.behaviour, (what) => this.act(turn, "permit", what));
  }

  /** The message was not taken: its text is in the composer again, unless it is lost. */
  #refused(mood, message) {
    if (mood !== "lost-send") this.#composer.restore(message);
    if (mood === "max-length" && this.conversation !== null) this.#isFull = true;
    this.#show(mood);
    this.#updateComposer();
  }

  #show(mood) {
    const { t, behaviour } = this;
    const newChat = () => this.navigate(this.route.project ? `/g/${this.route.project}/project` : "/");
    const limit = [[t("newChat"), newChat], ["Get Plus", () => {}]];
    const shown = {
      "too-many-requests": () => void moods.tooManyRequests(behaviour),
      "unknown-modal": () => void moods.unknownDialog(),
      login: () => void moods.sessionExpired(() => this.navigate("/auth/login")),
      "human-check": () => void this.#root.replaceChildren(moods.humanCheckPage()),
      "plan-limit": () => moods.notice(moods.limitText(mood, behaviour), limit, "alert"),
      "model-fallback": () => moods.notice(moods.limitText(mood, behaviour), limit),
      "message-too-long": () => moods.notice(t("tooLong"), [], "alert"),
      "max-length": () => moods.notice(t("maxLength"), [[t("startNewChat"), newChat]], "alert"),
    }[mood]?.();
    if (shown && this.#notices.textContent !== shown.textContent) this.#notices.replaceChildren(shown);
  }

  #missing(conversation) {
    this.#notices.replaceChildren(moods.notice(`Unable to load conversation ${conversation}`, [], "alert"));
    this.#composer.setBlocked(true);
  }
}

/** Without a tree: everything is hidden from it, until the focus comes in, which no browser hides. */
function hidden(shell) {
  shell.setAttribute("aria-hidden", "true");
  return shell;
}

/** The way to copy that needs no permission. */
function copyTheOldWay(text) {
  const box = h("textarea", {});
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
