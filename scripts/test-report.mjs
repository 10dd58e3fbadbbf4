/** What the test runners wrote down: how many passed and failed, and what failed, to be said once more at the very end. */
import { readFileSync } from "node:fs";

/** Of a failure's words the first lines name what was expected; the rest stands where the test ran. */
const LINES_TOLD = 12;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function describe(name, words) {
  const lines = String(words ?? "").split("\n");
  return `${name}\n${lines.slice(0, LINES_TOLD).join("\n")}`.trimEnd();
}

/** Vitest's report: a file that could not even be loaded has no tests, but words of its own. */
export function vitestReport(file) {
  const report = readJson(file);
  if (!report) return { passed: 0, failed: 1, failures: [`${file}: no report was written`] };
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message) return [describe(name, message)];
    return failed.map((test) =>
      describe(`${name}: ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Playwright's report: every test that failed twice, and apart from them every test that passed only at the second attempt. */
export function playwrightReport(file) {
  const report = readJson(file);
  if (!report) {
    return { passed: 0, failed: 1, failures: [`${file}: no report was written`], flaky: [] };
  }
  const withStatus = (wanted) =>
    report.suites.flatMap(specsOf).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) => {
          const errors = results.flatMap((result) => result.errors ?? []);
          const messages = errors.map(({ message }) => message).join("\n");
          return describe(`[${projectName}] ${spec.file}:${spec.line}: ${spec.title}`, messages);
        }),
    );
  const { expected, unexpected, flaky } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: withStatus("unexpected"),
    flaky: withStatus("flaky"),
  };
}
