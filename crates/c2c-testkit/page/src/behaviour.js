// What this page does: the server's switches, changed by the address it was opened with. The change
// is kept with the entry of the session's history, so that it outlives a reload, and is gone when the
// page is opened anew; the address itself is left as the real page would show it.

/** The switches of this page; the query's are taken out of the address. */
export function readBehaviour() {
  const served = JSON.parse(document.getElementById("behaviour").textContent);
  const isOpenedAnew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  const changes = isOpenedAnew ? {} : { ...history.state?.changes };
  const query = new URLSearchParams(location.search);
  for (const [name, text] of [...query]) {
    if (!(name in served)) continue;
    changes[name] = convert(text, served[name]);
    query.delete(name);
  }
  const prefill = query.get("q") ?? query.get("prompt") ?? "";
  query.delete("q");
  query.delete("prompt");
  const rest = query.toString();
  history.replaceState({ changes }, "", location.pathname + (rest ? `?${rest}` : "") + location.hash);
  return { behaviour: { ...served, ...changes }, changes, prefill };
}

/** A text as the kind of value that a switch has. */
function convert(text, like) {
  if (typeof like === "boolean") return ["on", "true", "1"].includes(text);
  return typeof like === "number" ? Number(text) : text;
}

/** What an address shows. */
export function readRoute(path = location.pathname) {
  const [, project, conversation] = /^(?:\/g\/([^/]+))?(?:\/c\/([^/]+)|\/project)?\/?$/.exec(path) ?? [];
  const isLogin = /^\/(auth\/login|log-in|login)\/?$/.test(path);
  return { project: project ?? null, conversation: conversation ? decodeURIComponent(conversation) : null, isLogin };
}
