// What the page asks its server.

async function post(path, params) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });
  return answer.json();
}

/** Sends a message. */
export const sendMessage = (params) => post("/api/messages", params);

/** Does something to a turn. */
export const act = (conversation, turn, action, behaviour, what = null) =>
  post(`/api/conversations/${conversation}/turns/${turn}/${action}`, { behaviour, what });

/** Tells of something that happened in the page. */
export const tell = (event, details) =>
  post("/api/events", { event, details: { ...details, at_ms: Date.now() } }).catch(() => {});

/** The conversations, newest first. */
export const listConversations = async () => (await fetch("/api/conversations")).json();

/** What changed in a conversation: the changes, `null` for none, `undefined` when there is no such one. */
export async function changesOf(conversation, since, signal) {
  const answer = await fetch(`/api/conversations/${encodeURIComponent(conversation)}?since=${since}`, { signal });
  if (answer.status === 404) return undefined;
  return answer.status === 204 ? null : answer.json();
}
