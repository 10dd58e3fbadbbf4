/** `npm run affected [-- --list]`: the tests that the change against main can reach; `--list` only prints them. */
import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";
import { printTimes, run } from "./run-step.mjs";

const SHOWN_FILES = 12;
const KINDS = ["unit", "integration", "http", "e2e"];

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();

function readSelection() {
  const { status, stdout } = spawnSync(pinnedNode(), ["scripts/affected/print-selection.ts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}

function show(kind, { leftOut, run: chosen }) {
  console.log(`\n${kind}: ${chosen.length} files`);
  for (const { file, reason } of chosen.slice(0, SHOWN_FILES)) console.log(`  ${file}: ${reason}`);
  if (chosen.length > SHOWN_FILES) console.log(`  and ${chosen.length - SHOWN_FILES} more`);
  if (leftOut.length > 0) {
    console.log(`  not run: ${leftOut.length} more that the change reaches (npm run ${kind})`);
  }
}

const selection = readSelection();
console.log(
  `${selection.changed.length} files changed against main; ${selection.pages.length} routes use them`,
);
for (const kind of KINDS) show(kind, selection[kind]);
console.log("\nNot found: pages that a test opens only by links. Never run: npm run durability");
for (const note of selection.notRun) console.log(`Not run: ${note}`);
if (process.argv.includes("--list")) process.exit(0);

const filesOf = (kind) => selection[kind].run.map(({ file }) => file);
const steps = [];

async function runVitest(kinds) {
  const chosen = kinds.filter((kind) => filesOf(kind).length > 0);
  if (chosen.length === 0) return;
  const projects = chosen.map((kind) => `--project=${kind}`);
  const args = ["run", "--reporter=dot"].concat(projects, chosen.flatMap(filesOf));
  steps.push(await run(chosen.join(" and "), "node_modules/vitest/vitest.mjs", args));
}

// The unit tests need nothing that is built.
if (KINDS.some((kind) => kind !== "unit" && filesOf(kind).length > 0)) ensureBuilt();
await runVitest(["unit", "integration"]);
await runVitest(["http"]);
if (filesOf("e2e").length > 0) {
  const args = ["test", "--reporter=list"].concat(filesOf("e2e"));
  const environment = { CHROMIUM_PATH: findBrowser() };
  steps.push(await run("e2e", "node_modules/@playwright/test/cli.js", args, environment));
}
if (steps.length > 0) printTimes(steps);
process.exitCode = steps.every(({ isOk }) => isOk) ? 0 : 1;
