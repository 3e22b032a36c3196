// The start of the page.

import { readBehaviour } from "./behaviour.js";
import { Page } from "./page.js";

new Page(document.getElementById("root"), readBehaviour()).open();
