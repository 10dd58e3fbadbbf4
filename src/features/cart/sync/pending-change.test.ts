import fc from "fast-check";
import { expect, test } from "vitest";
import { ageOf, isUnsynced, parsePendingChanges } from "./pending-change.ts";

test("marks survive being stored, and only whole ones are read", () => {
  const stored = { "p|M": { at: 5, guest: true }, "p|L": { at: "5" }, "p|S": null, x: { at: 7 } };
  expect([...parsePendingChanges(JSON.stringify(stored))]).toEqual([
    ["p|M", { at: 5, guest: true }],
    ["x", { at: 7, guest: false }],
  ]);
});

test("whatever lies in the storage is read without a fault", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
      for (const mark of parsePendingChanges(stored).values()) expect(mark.at).toBeTypeOf("number");
    }),
  );
});

test("a change's age is never below nothing, and unknown without a mark", () => {
  expect(ageOf({ at: 100, guest: false }, 250)).toBe(150);
  expect(ageOf({ at: 900, guest: false }, 250)).toBe(0);
  expect(ageOf(undefined, 250)).toBeNull();
});

test("what the device alone can keep is nothing to be told again and again", () => {
  expect(isUnsynced(new Map([["k", { at: 0, guest: false }]]))).toBe(false);
  expect(isUnsynced(new Map([["k", { at: 1, guest: false }]]))).toBe(true);
});
