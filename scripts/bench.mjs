/** `npm run bench` lists the benchmarks; `npm run bench -- NAME …` or `-- all` compares with bench/budgets.json and exits with 1 above a budget. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

/** What a benchmark installs by itself. */
const NEEDS = { browser: "a browser", packages: "packages of its own" };

const OTHERS = `npm run real-servers runs the shop against radosgw, Swift and Postfix; it installs Debian's packages, as root.`;

function listBenchmarks(benchmarks) {
  const names = Object.keys(benchmarks);
  const width = Math.max(...names.map((name) => name.length));
  console.log("npm run bench -- NAME …, or -- all:\n");
  for (const [name, { measures, needs = [] }] of Object.entries(benchmarks)) {
    const installs = needs.map((need) => NEEDS[need]).join(" and ");
    console.log(`${name.padEnd(width)}  ${measures}${installs && `; installs ${installs}`}`);
  }
  console.log(`\n${OTHERS}`);
}

function explainMissingTools() {
  if (spawnSync("sh", ["-c", "command -v taskset"]).status === 0) return;
  console.log("taskset is missing, so the figures vary more: apt-get install util-linux");
}

function runBenchmarks(names, benchmarks) {
  ensureInstalled();
  ensureBuilt();
  explainMissingTools();
  const needs = new Set(names.flatMap((name) => benchmarks[name].needs ?? []));
  const environment = { ...process.env };
  if (needs.has("browser")) environment.CHROMIUM_PATH = findBrowser();
  for (const name of names) {
    if (benchmarks[name].needs?.includes("packages")) ensureInstalled(`bench/${name}`);
  }
  const done = spawnSync(pinnedNode(), ["bench/support/run.ts", ...names], {
    stdio: "inherit",
    env: environment,
  });
  process.exitCode = done.status ?? 1;
}

process.chdir(new URL("..", import.meta.url).pathname);
const benchmarks = JSON.parse(readFileSync("bench/benchmarks.json", "utf8"));
const requested = process.argv.slice(2);
const names = requested.includes("all") ? Object.keys(benchmarks) : requested;
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) console.error(`No benchmark is called ${unknown.join(", ")}.\n`);
if (names.length === 0 || unknown.length > 0) {
  listBenchmarks(benchmarks);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  try {
    runBenchmarks(names, benchmarks);
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
