import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ARCHITECTURE = readFileSync("docs/architecture.md", "utf8");

/** The text below a heading, up to the next one. */
function sectionOf(text: string, heading: string): string {
  const [, below = ""] = text.split(`\n## ${heading}\n`);
  return below.split("\n## ")[0] ?? "";
}

const DECISIONS = globSync("docs/decisions/*.md").sort();

test.each(DECISIONS)("%s has at most 220 words", (file) => {
  const text = readFileSync(file, "utf8");
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(220);
});

test("docs/architecture.md is one page", () => {
  expect(ARCHITECTURE.trimEnd().split("\n").length).toBeLessThanOrEqual(100);
});

test("the table of docs/architecture.md says in at most 15 rows where a line lives", () => {
  const [, , ...rows] = sectionOf(ARCHITECTURE, "Where a line lives").match(/^\|.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length).toBeLessThanOrEqual(15);
});

const PATHS = sectionOf(ARCHITECTURE, "Four paths")
  .split(/^\*\*/m)
  .slice(1)
  .map((path) => ({
    title: path.split("**")[0] ?? "",
    files: [...path.matchAll(/^\d+\. `(.+?)`/gm)].map(([, file = ""]) => file),
  }));

test("docs/architecture.md describes four paths", () => {
  expect(PATHS).toHaveLength(4);
});

test.each(PATHS)("$title passes at most eight files that exist, none twice", ({ files }) => {
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(8);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
