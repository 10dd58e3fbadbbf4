/** `npm test`: everything from an empty machine to the last browser journey; ends with the line `N passed, N failed`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";
import { playwrightReport, vitestReport } from "./test-report.mjs";

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

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const browser = findBrowser();
ensureBuilt();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** Every check that reads the source, one after the other. */
async function checkSource() {
  const lint = ["check", "--error-on-warnings"];
  const steps = [
    ["types", "node_modules/typescript/bin/tsc", ["--noEmit"]],
    ["lint", "node_modules/@biomejs/biome/bin/biome", lint],
    ["architecture", "scripts/check-architecture.mjs"],
    ["vocabulary", "scripts/check-vocabulary.mjs"],
    ["browser bundle", "scripts/check-bundle.mjs"],
    ["coverage of the specification", "scripts/check-coverage.mjs"],
  ];
  const failures = [];
  for (const [title, ...step] of steps) {
    if (!(await runBeside(title, ...step))) failures.push(title);
  }
  return { passed: steps.length - failures.length, failed: failures.length, failures };
}

run("types: route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
// A test often waits for the database: the checks use that time.
const [testsOk, checked] = await Promise.all([
  runBeside("unit and integration", ...vitest("vitest", "unit", "integration")),
  checkSource(),
]);
// Servers that are started and killed are often waited for: three at a time, and nothing else meanwhile.
const [runner, started] = vitest("durability", "durability");
const vitestOk = run("durability", runner, [...started, "--maxWorkers=3"]) && testsOk;
// Read before the browser tests begin: they empty the folder.
const tested = ["vitest", "durability"].map((name) => vitestReport(`${RESULTS}/${name}.json`));
const e2eOk = run("browser", "node_modules/@playwright/test/cli.js", ["test"], {
  CHROMIUM_PATH: browser,
});

const reports = [checked, ...tested, playwrightReport(`${RESULTS}/e2e.json`)];
const sum = (pick) => reports.reduce((total, report) => total + pick(report), 0);
const failedTests = sum((report) => report.failed);
// Once more at the end, where whoever reads only the last lines finds it.
for (const failure of reports.flatMap(({ failures }) => failures)) {
  console.log(`\n== failed: ${failure}`);
}
const failed = failedTests === 0 && !(vitestOk && e2eOk) ? 1 : failedTests;
console.log(`\n${sum((report) => report.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
