import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TEXT = readFileSync("docs/security-tests.md", "utf8");

/** The findings A1 to A20 of the review. */
const FINDINGS = Array.from({ length: 20 }, (_, index) => `A${index + 1}`);

const PATH = /(?:src|tests|bench)\/[\w./-]+\.(?:tsx?|mjs)/g;

test("every finding of the review has a row with a test", () => {
  const rows = TEXT.split("\n").filter((line) => /^\| A\d+ \|/.test(line));
  expect(rows.map((row) => row.split("|")[1]?.trim())).toEqual(FINDINGS);
  for (const row of rows) expect(row).toMatch(/\.test\.ts \|$|\.test\.ts,/);
});

test("every file that the table of attacks names is there", () => {
  const missing = [...TEXT.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});
