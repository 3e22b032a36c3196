// Starts the page. A file of its own, because the policy allows no script within the page.
import init from "./c2c-ui.js";

init({ module_or_path: new URL("./c2c-ui_bg.wasm", import.meta.url) });
