import { expect, test } from "vitest";
import { createFreshness } from "./freshness.ts";

test("any other version makes everything stale, a lower one too, the same one nothing", () => {
  const freshness = createFreshness();
  freshness.changes.drop(5);
  const start = freshness.changes.generation;
  freshness.changes.drop(5);
  expect(freshness.changes.generation).toBe(start);
  freshness.changes.drop(6);
  freshness.changes.drop(2);
  expect(freshness.changes.generation).toBe(start + 2);
});

test("certainty ends with its lease, or at once when in doubt", () => {
  const freshness = createFreshness();
  expect(freshness.isFresh()).toBe(false);
  freshness.confirm(1, performance.now() + 60_000);
  expect(freshness.isFresh()).toBe(true);
  freshness.setStale();
  expect(freshness.isFresh()).toBe(false);
  freshness.confirm(1, performance.now() - 1);
  expect(freshness.isFresh()).toBe(false);
});

test("all who ask while a question is under way share the next one, never the older one", async () => {
  const freshness = createFreshness();
  let questions = 0;
  freshness.setRequest(async () => {
    questions += 1;
    return questions;
  });
  const first = freshness.revalidate();
  const rest = Array.from({ length: 30 }, () => freshness.revalidate());
  expect(await first).toBe("known");
  expect(new Set(await Promise.all(rest))).toEqual(new Set(["known"]));
  expect(questions).toBe(2);
});

test("a database that does not answer is left alone for a moment, and found again with the next confirmation", async () => {
  const freshness = createFreshness();
  let questions = 0;
  freshness.setRequest(async () => {
    questions += 1;
    throw new Error("away");
  });
  expect(await freshness.revalidate()).toBe("away");
  expect(await freshness.revalidate()).toBe("away");
  expect(questions).toBe(1);
  freshness.confirm(1, performance.now() + 60_000);
  expect(await freshness.revalidate()).toBe("known");
});
