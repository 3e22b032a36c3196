//! What the scripted engine answers to the preview.

use std::collections::BTreeMap;

use c2c_ipc::app::{LookView, WithheldView};

use crate::fixtures;

fn withheld(place: &str, reason: &str) -> WithheldView {
    WithheldView { place: place.to_owned(), reason: reason.to_owned() }
}

fn view(tool: &str, bytes: u64, text: &str) -> LookView {
    LookView {
        tool: tool.to_owned(),
        arguments: "{}".to_owned(),
        text: text.to_owned(),
        outputs: Vec::new(),
        withheld: Vec::new(),
        bytes,
        next: String::new(),
        refused: None,
    }
}

fn refused(tool: &str, code: &str, message: &str, hint: &str) -> LookView {
    let mut error = fixtures::error(code, None, message);
    error.hints = vec![hint.to_owned()];
    LookView { refused: Some(error), ..view(tool, 143, "") }
}

const FOLDER: &str = "        link  docs → ../elsewhere/docs
         812  package.json
      folder  public/
        2204  README.md
      folder  src/
         811  src/theme.ts
        1204  src/说明.md
         301  vitest.config.ts
";
const FILE: &str = "import { apply } from \"./apply\";
import { store } from \"./theme/store\";
const key = \"[REDACTED:generic-api-key,40]\";

export type Theme = \"light\" | \"dark\";

export function start() {
\tconst chosen = store.read();
\tapply(chosen ?? system());
\tif (!chosen) follow(apply);
}
";
const MORE: &str = "
export function follow(apply: (theme: Theme) => void) {
\tconst query = matchMedia(\"(prefers-color-scheme: dark)\");
\tquery.addEventListener(\"change\", () => apply(system()));
}
";
const CHANGES: &str = "modified      .env  not shown
modified      src/theme.ts  +4 −2
renamed       src/theme/cookie.ts (was src/legacy/cookie.ts)  +0 −0

--- a/src/theme.ts
+++ b/src/theme.ts
@@ -9,2 +9,2 @@
-  apply(chosen);
+  apply(chosen ?? system());
";
const FOUND: &str = "src/theme.ts:2:10  import { store } from \"./theme/store\";\n";

/// The answers, by kind, what they name, and cursor.
pub(crate) fn looks() -> BTreeMap<String, LookView> {
    let outputs: Vec<_> = fixtures::outputs().into_values().map(|view| view.output).collect();
    let listed: Vec<_> = outputs.iter().map(|one| format!("{}  {}\n", one.id, one.command)).collect();
    let env = withheld(".env", "its name says that it holds secrets");
    let folder = vec![env.clone(), withheld("notes.txt", "a rule in `.c2cignore`")];
    let secret = vec![withheld("src/theme.ts:3", "a secret was replaced (generic-api-key)")];
    let work = "work without its content, or ask the person who runs C2C";
    [
        ("path|.|", LookView { withheld: folder, ..view("list_directory", 1_034, FOLDER) }),
        (
            "path|src/theme.ts|",
            LookView { next: "read:420:811:5f1c".to_owned(), withheld: secret, ..view("read_file", 902, FILE) },
        ),
        ("path|src/theme.ts|read:420:811:5f1c", view("read_file", 614, MORE)),
        (
            "path|.env|",
            refused("read_file", "WITHHELD", "`.env` is withheld: its name says that it holds secrets", work),
        ),
        ("changes", LookView { withheld: vec![env], ..view("git_diff", 1_688, CHANGES) }),
        ("changes|staged|", view("git_diff", 130, "")),
        ("outputs", LookView { outputs, ..view("execution_output", 530, &listed.concat()) }),
        ("output|out_1|", view("execution_output", 488, &fixtures::outputs()["out_1"].text)),
        (
            "output|out_2|",
            refused("execution_output", "OUTPUT_RESTRICTED", "the output `out_2` is restricted: it holds a key", work),
        ),
        ("search", view("search_workspace", 402, FOUND)),
        ("", refused("read_file", "NOT_FOUND", "`elsewhere` does not exist", "look for it with `find_files`")),
    ]
    .map(|(name, view)| (name.to_owned(), view))
    .into()
}
