/** `npm test` runs everything from a fresh clone; ends with `N passed, N failed`. */
import { mkdirSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { run, runBeside, SOURCE_CHECKS } from "./run-step.mjs";
import { playwrightReport, vitestReport } from "./test-report.mjs";

const RESULTS = "test-results";

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

async function checkSource() {
  const steps = [...SOURCE_CHECKS, ["browser bundle", "scripts/check-bundle.mjs"]];
  const failures = [];
  for (const [title, ...step] of steps) {
    if (!(await runBeside(title, ...step))) failures.push(title);
  }
  return { passed: steps.length - failures.length, failed: failures.length, failures };
}

run("types: route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
// Beside tests, which wait for the database.
const [testsOk, checked] = await Promise.all([
  runBeside("unit, integration and http", ...vitest("vitest", "unit", "integration", "http")),
  checkSource(),
]);
// Three at a time: they wait for servers.
const [runner, started] = vitest("durability", "durability");
const vitestOk = run("durability", runner, [...started, "--maxWorkers=3"]) && testsOk;
// First: the browser tests empty the folder.
const tested = ["vitest", "durability"].map((name) => vitestReport(`${RESULTS}/${name}.json`));
const e2eOk = run("browser", "node_modules/@playwright/test/cli.js", ["test"], {
  CHROMIUM_PATH: browser,
});

const browserTests = playwrightReport(`${RESULTS}/e2e.json`);
const reports = [checked, ...tested, browserTests];
const sum = (pick) => reports.reduce((total, report) => total + pick(report), 0);
const failedTests = sum((report) => report.failed);
for (const unsteady of browserTests.flaky) {
  console.log(`\n== passed only at the second attempt: ${unsteady}`);
}
for (const failure of reports.flatMap(({ failures }) => failures)) {
  console.log(`\n== failed: ${failure}`);
}
const failed = failedTests === 0 && !(vitestOk && e2eOk) ? 1 : failedTests;
console.log(`\n${sum((report) => report.passed)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
