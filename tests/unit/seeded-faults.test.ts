import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SEEDED_FAULTS } from "#tests/seeded-faults/fault-list.ts";

describe("the list of seeded faults", () => {
  test("has at least thirty faults, each under a name of its own", () => {
    const names = SEEDED_FAULTS.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(SEEDED_FAULTS)("$name: its text occurs exactly once in its file", (fault) => {
    expect(readFileSync(fault.file, "utf8").split(fault.find)).toHaveLength(2);
    expect(fault.replace).not.toBe(fault.find);
  });

  test.each(SEEDED_FAULTS)("$name: names tests that exist", ({ caughtBy }) => {
    expect(caughtBy.length).toBeGreaterThan(0);
    for (const { file, title } of caughtBy) {
      expect(existsSync(file) && readFileSync(file, "utf8"), file).toContain(title);
    }
  });
});

test("every benchmark is in the list that npm run bench prints", () => {
  const files = readdirSync("bench", { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".bench.ts"));
  const listed = JSON.parse(readFileSync("bench/benchmarks.json", "utf8"));
  expect(Object.keys(listed)).toEqual(
    files.map((name) => name.replace(".bench.ts", "")).toSorted(),
  );
});
