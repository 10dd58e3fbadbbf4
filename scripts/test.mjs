/** `npm test`: everything from an empty machine to the last browser journey; ends with the line `N passed, N failed`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";

const RESULTS = "test-results";

/** Runs one step with the pinned Node; true when it succeeded. */
function run(title, script, args = [], environment = {}) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const done = spawnSync(pinnedNode(), [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  console.log(
    `== ${title}: ${done.status === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return done.status === 0;
}

/** Runs one step beside others; its words come together when it ends. True when it succeeded. */
async function runBeside(title, script, args = []) {
  const started = Date.now();
  const child = spawn(pinnedNode(), [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const words = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => words.push(part));
  const [code] = await once(child, "close");
  console.log(`\n== ${title}\n${Buffer.concat(words)}`.trimEnd());
  console.log(
    `== ${title}: ${code === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return code === 0;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** How Vitest is asked for some of its projects, with a report to count from. */
const vitest = (report, ...projects) => [
  "node_modules/vitest/vitest.mjs",
  [
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${RESULTS}/${report}.json`,
  ],
];

function vitestCounts(name) {
  const report = readJson(`${RESULTS}/${name}.json`);
  return report
    ? { passed: report.numPassedTests, failed: report.numFailedTests }
    : { passed: 0, failed: 1 };
}

function playwrightCounts() {
  const stats = readJson(`${RESULTS}/e2e.json`)?.stats;
  return stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky }
    : { passed: 0, failed: 1 };
}

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const browser = findBrowser();
ensureBuilt();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** Every check that reads the source, one after the other. */
async function checkSource() {
  const lint = ["check", "--error-on-warnings"];
  return [
    await runBeside("types", "node_modules/typescript/bin/tsc", ["--noEmit"]),
    await runBeside("lint", "node_modules/@biomejs/biome/bin/biome", lint),
    await runBeside("architecture", "scripts/check-architecture.mjs"),
    await runBeside("browser bundle", "scripts/check-bundle.mjs"),
    await runBeside("coverage of the specification", "scripts/check-coverage.mjs"),
  ];
}

run("types: route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
// A test often waits for the database: the checks use that time.
const [testsOk, checks] = await Promise.all([
  runBeside("unit and integration", ...vitest("vitest", "unit", "integration")),
  checkSource(),
]);
// Servers that are started and killed are often waited for: three at a time, and nothing else meanwhile.
const [runner, started] = vitest("durability", "durability");
const vitestOk = run("durability", runner, [...started, "--maxWorkers=3"]) && testsOk;
// Read before the browser tests begin: they empty the folder.
const counts = [vitestCounts("vitest"), vitestCounts("durability")];
const e2eOk = run("browser", "node_modules/@playwright/test/cli.js", ["test"], {
  CHROMIUM_PATH: browser,
});

counts.push(playwrightCounts());
const passed = counts.reduce((sum, count) => sum + count.passed, 0) + checks.filter(Boolean).length;
const failedTests =
  counts.reduce((sum, count) => sum + count.failed, 0) + checks.filter((ok) => !ok).length;
const failed = failedTests === 0 && !(vitestOk && e2eOk) ? 1 : failedTests;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
