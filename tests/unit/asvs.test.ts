import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Row = { requirement: string; verdict: string; reason: string; tests: string };

/** The rows of the table in docs/asvs.md. */
function readRows(): Row[] {
  const lines = readFileSync("docs/asvs.md", "utf8").split("\n");
  return lines
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [requirement = "", , verdict = "", reason = "", tests = ""] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { requirement, verdict, reason, tests };
    });
}

const PATH = /(?:src|tests|scripts)\/[\w./-]+\.(?:tsx?|mjs)/g;

test("every requirement of the review has one row, with a verdict and where it lives or the reason", () => {
  const rows = readRows();
  expect(rows).toHaveLength(45);
  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length);
  for (const { reason, requirement, verdict } of rows) {
    expect(["met", "partly", "no"], requirement).toContain(verdict);
    expect(reason, requirement).not.toBe("");
  }
});

test("what is met names a test, and every file that the table names is there", () => {
  for (const { reason, requirement, tests, verdict } of readRows()) {
    if (verdict === "met") expect(tests, requirement).toMatch(/\.test\.ts/);
    for (const [path] of `${reason} ${tests}`.matchAll(PATH)) {
      expect(existsSync(path), `${requirement}: ${path}`).toBe(true);
    }
  }
});
