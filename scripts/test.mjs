/** `npm test` runs everything from a fresh clone; ends with `N passed, N failed`. TEST_SEED sets the order of tests. */
import { mkdirSync, rmSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { chooseOrderSeed, playwrightOrder, vitestOrder } from "./order-seed.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { checkSource, printTimes, run, runBeside, SOURCE_CHECKS } from "./run-step.mjs";
import { playwrightReport, printSlowest, vitestReport } from "./test-report.mjs";

const RESULTS = "test-results";

process.chdir(new URL("..", import.meta.url).pathname);
const seed = chooseOrderSeed();
ensureInstalled();
const browser = findBrowser();
ensureBuilt();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

function vitest(report, projects, options = []) {
  const program = ["run", "--reporter=default", "--reporter=json"];
  const output = `--outputFile.json=${RESULTS}/${report}.json`;
  const chosen = projects.map((project) => `--project=${project}`);
  return [
    "node_modules/vitest/vitest.mjs",
    program.concat(output, chosen, vitestOrder(seed), options),
  ];
}

const typegen = await run("types: route types", "node_modules/@react-router/dev/bin.cjs", [
  "typegen",
]);
// The checks run beside tests, which wait for the database.
const [tests, checks] = await Promise.all([
  runBeside(
    "unit, integration and http",
    ...vitest("vitest", ["unit", "spellings", "integration", "http"]),
  ),
  checkSource([...SOURCE_CHECKS, ["browser bundle", "scripts/check-bundle.mjs"]]),
]);
// Three files at a time: they wait for servers.
const durability = await run(
  "durability",
  ...vitest("durability", ["durability"], ["--maxWorkers=3"]),
);
// Read before the browser tests, which empty the folder.
const vitestReports = ["vitest", "durability"].map((name) =>
  vitestReport(`${RESULTS}/${name}.json`),
);
const browserStep = await run(
  "browser",
  "node_modules/@playwright/test/cli.js",
  ["test", ...playwrightOrder(seed)],
  { CHROMIUM_PATH: browser },
);

const sourceSteps = [typegen, ...checks];
const failedChecks = sourceSteps.filter(({ isOk }) => !isOk).map(({ title }) => title);
const sourceReport = {
  passed: sourceSteps.length - failedChecks.length,
  failed: failedChecks.length,
  failures: failedChecks,
  files: [],
};
const reports = [sourceReport, ...vitestReports, playwrightReport(`${RESULTS}/e2e.json`)];
const steps = [typegen, tests, ...checks, durability, browserStep];

for (const failure of reports.flatMap(({ failures }) => failures)) {
  console.log(`\n== failed: ${failure}`);
}
printTimes(steps);
printSlowest(reports);
const failedTests = reports.reduce((sum, { failed }) => sum + failed, 0);
const passedTests = reports.reduce((sum, { passed }) => sum + passed, 0);
// A step that crashed after its last test fails the run too.
const hasCrashed = failedTests === 0 && steps.some(({ isOk }) => !isOk);
const failed = hasCrashed ? 1 : failedTests;
console.log(`\n${passedTests} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
