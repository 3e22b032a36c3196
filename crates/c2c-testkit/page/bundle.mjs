// Makes the page's files below `target/chatgpt-page` (or the folder given as an argument): installs
// the pinned packages there from npm and bundles the sources with them. Nothing is fetched later.
// It does nothing when what lies there was made from the same sources.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const page = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(page, "../../../target/chatgpt-page"));

function run(program, ...parameters) {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(program, parameters, { cwd: target, stdio: ["ignore", 2, 2], shell });
  if (status !== 0) {
    console.error(`\`${[program, ...parameters].join(" ")}\` failed${error ? `: ${error.message}` : ""}`);
    process.exit(1);
  }
}

/** A stamp of these files: it changes when one of them does. */
function stamp(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\0`).update(readFileSync(join(page, file))).update("\0");
  }
  return hash.digest("hex");
}

/** Whether `name` was stamped so already. */
function isStamped(name, value) {
  const path = join(target, name);
  return existsSync(path) && readFileSync(path, "utf8") === value;
}

const packages = stamp(["package.json", "package-lock.json"]);
const sources = readdirSync(join(page, "src")).sort().map((name) => join("src", name));
const whole = stamp(["package.json", "package-lock.json", "bundle.mjs", "index.html", "page.css", ...sources]);
if (!isStamped("bundle.stamp", whole)) {
  mkdirSync(target, { recursive: true });
  if (!isStamped("packages.stamp", packages)) {
    console.error("Installing ProseMirror and what bundles it from npm into target/chatgpt-page");
    copyFileSync(join(page, "package.json"), join(target, "package.json"));
    copyFileSync(join(page, "package-lock.json"), join(target, "package-lock.json"));
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent");
    writeFileSync(join(target, "packages.stamp"), packages);
  }
  const { build } = await import(`file://${join(target, "node_modules/esbuild/lib/main.js")}`);
  await build({
    absWorkingDir: target,
    bundle: true,
    entryPoints: [join(page, "src/main.js")],
    format: "iife",
    logLevel: "warning",
    nodePaths: [join(target, "node_modules")],
    outfile: join(target, "page.js"),
    target: "chrome110",
  });
  copyFileSync(join(page, "index.html"), join(target, "index.html"));
  copyFileSync(join(page, "page.css"), join(target, "page.css"));
  writeFileSync(join(target, "bundle.stamp"), whole);
}
