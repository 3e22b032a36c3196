// The engine of the tests: answers the window's calls from a script, and remembers them.
(() => {
  const engine = (window.__engine = { state: ENGINE, calls: [], handlers: {}, violations: [], ran: [] });
  document.addEventListener("securitypolicyviolation", (event) => {
    engine.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
  engine.emit = (name, payload) => (engine.handlers[name] || []).forEach((handler) => handler({ event: name, payload }));
  const copy = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  const row = (number) => {
    const rows = engine.state.rows;
    const made = copy(rows[number % rows.length]);
    if (number >= rows.length) {
      made.session = `ses_${number}`;
      made.goal = `${made.goal} (${number})`;
    }
    return made;
  };
  const ended = ["done", "stopped"];
  const answers = {
    app: () => ({ ...engine.state.app, settings: engine.state.settings }),
    overview: () => ({ sessions: engine.state.rows.slice(0, 50), more: 0 }),
    sessions: ({ offset, limit, query, open_only }) => {
      const total = engine.state.total;
      if (!query && !open_only) {
        const numbers = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at);
        return { total, rows: numbers.map(row) };
      }
      const wanted = [];
      for (let number = 0; number < total; number += 1) {
        const one = row(number);
        const words = `${one.goal} ${one.workspace_name} ${one.task_id}`.toLowerCase();
        if (words.includes(query.toLowerCase()) && !(open_only && ended.includes(one.activity))) wanted.push(one);
      }
      return { total: wanted.length, rows: wanted.slice(offset, offset + limit) };
    },
    session_page: ({ session }) => engine.state.pages[session],
    diff: ({ path }) => engine.state.diffs[path],
    output: ({ output }) => engine.state.outputs[output],
    command: ({ session, command }) => {
      const answer = copy(engine.state.commands[command.kind]);
      const next = engine.state.after[command.kind];
      if (next) engine.state.pages[session] = next;
      return answer;
    },
    workspaces: () => engine.state.workspaces,
    choose_folder: () => engine.state.chosen,
    preview: ({ root, goal }) => {
      if (goal.length > 65536) throw { code: "user", reason: "goal_too_long", message: "the goal is too long" };
      const preview = engine.state.previews[root] || engine.state.previews[""];
      return goal.trim() ? preview : { ...preview, init: undefined, init_bytes: 0 };
    },
    look: ({ what, cursor }) => {
      const about = what.path ?? what.mode ?? what.id ?? what.query ?? what.tool ?? "";
      const looks = engine.state.looks;
      return looks[`${what.kind}|${about}|${cursor ?? ""}`] || looks[what.kind] || looks[""];
    },
    start: () => engine.state.started,
    templates: ({ root }) => ({ ...engine.state.templates, root }),
    save_template: ({ kind, text }) => {
      const template = engine.state.templates[kind];
      template.text = text === undefined ? template.original : text;
      template.edited = text !== undefined;
      template.characters = [...template.text].length;
      return template;
    },
    settings: () => engine.state.settings,
    change_settings: ({ call, ...changes }) => Object.assign(engine.state.settings, changes),
    open_chat_gpt: () => engine.state.opened,
    copy: () => null,
    quit: () => null,
  };
  const invoke = async (command, { call }) => {
    engine.calls.push({ command, ...copy(call) });
    const wait = engine.state.delays[call.call];
    if (wait) await new Promise((done) => setTimeout(done, wait));
    const failure = engine.state.failures[call.call];
    if (failure) throw copy(failure);
    const answer = copy(answers[call.call](copy(call)));
    if (answer === null && !["copy", "quit"].includes(call.call)) throw copy(engine.state.nothing);
    return answer;
  };
  const listen = async (name, handler) => {
    (engine.handlers[name] ||= []).push(handler);
    return () => {};
  };
  window.__TAURI__ = { core: { invoke }, event: { listen } };
  if (engine.state.freeze) Object.freeze(Object.prototype);
})();
