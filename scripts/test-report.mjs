import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** The first lines of a failure name what was expected. */
const MAX_LINES = 12;

const E2E_FOLDER = "tests/e2e";
const SLOWEST = 15;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function describe(name, text) {
  const lines = String(text ?? "").split("\n");
  return `${name}\n${lines.slice(0, MAX_LINES).join("\n")}`.trimEnd();
}

/** A run that crashed has no report, and counts as one failure. */
const withoutReport = (file) => ({
  passed: 0,
  failed: 1,
  failures: [`${file}: no report was written`],
  files: [],
});

/** An unloadable file has a message and no tests: it counts as one failure. */
export function vitestReport(file) {
  const report = readJson(file);
  if (!report) return withoutReport(file);
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message) return [describe(name, message)];
    return failed.map((test) =>
      describe(`${name}: ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
  const files = report.testResults.map(({ endTime, name, startTime }) => {
    return { file: relative(process.cwd(), name), seconds: (endTime - startTime) / 1000 };
  });
  const { numFailedTests, numPassedTests } = report;
  const failed = Math.max(numFailedTests, failures.length);
  return { passed: numPassedTests, failed, failures, files };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

export function playwrightReport(file) {
  const report = readJson(file);
  if (!report) return withoutReport(file);
  const failed = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors ?? []);
        const messages = errors.map(({ message }) => message).join("\n");
        return describe(`${spec.file}:${spec.line}: ${spec.title}`, messages);
      }),
  );
  const files = report.suites.map((suite) => {
    const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results));
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
    return { file: `${E2E_FOLDER}/${suite.file}`, seconds };
  });
  const outside = (report.errors ?? []).map(({ message }) => describe("browser tests", message));
  const { expected, unexpected } = report.stats;
  return {
    passed: expected,
    failed: unexpected + outside.length,
    failures: failed.concat(outside),
    files,
  };
}

/** The slowest files of all reports; a browser test's file has the time of all its runs. */
export function printSlowest(reports) {
  const files = reports.flatMap((report) => report.files);
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  console.log(`\n== the ${slowest.length} slowest files`);
  for (const { file, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
