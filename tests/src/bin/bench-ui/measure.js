// Scrolls the list of sessions at several gaits and tells how long each frame took.
(async () => {
  const SECONDS = Number(new URLSearchParams(location.search).get("seconds"));
  const frame = () => new Promise(requestAnimationFrame);
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = async (is) => {
    for (const end = performance.now() + 20_000; performance.now() < end; await sleep(20)) if (is()) return;
    throw new Error(`the list never came: ${document.body.innerText.slice(0, 200)}`);
  };
  const rows = (which) => document.querySelectorAll(`.list-space > .row${which}`).length;
  const is_there = () => rows("") > 0 && rows(".waiting") === 0;
  // Rows a frame: a wheel, a page at a time, the bar dragged from end to end.
  const gaits = { wheel: 3, pages: 20, drag: 650 };
  const measure = async (rows_a_frame) => {
    const list = document.querySelector(".list");
    const step = rows_a_frame * document.querySelector(".list-space > .row").offsetHeight;
    list.scrollTop = 0;
    await until(is_there);
    await sleep(500);
    const frames = [];
    let direction = 1;
    let last = await frame();
    for (const end = last + SECONDS * 1000; last < end; ) {
      const at = list.scrollTop;
      if (at + list.clientHeight + step > list.scrollHeight) direction = -1;
      if (at - step < 0) direction = 1;
      list.scrollTop = at + direction * step;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    await until(is_there);
    return frames;
  };
  const tell = (what) => fetch("told", { method: "POST", body: JSON.stringify(what) });
  try {
    await until(is_there);
    const told = {};
    for (const [name, rows_a_frame] of Object.entries(gaits)) told[name] = await measure(rows_a_frame);
    await tell({ frames: told });
  } catch (error) {
    await tell({ error: String(error) });
  }
})();
