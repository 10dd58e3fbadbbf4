import { readFileSync } from "node:fs";

/** They name what was expected. */
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

/** An unloadable file has a message and no tests. */
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

/** `flaky`: passed the second time. */
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
