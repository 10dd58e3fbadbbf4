import fc from "fast-check";
import { expect, test } from "vitest";
import { ageOf, isUnsynced, parsePendingChanges } from "./pending-change.ts";

test("pending changes survive storage, and incomplete ones are ignored", () => {
  const stored = { "p|M": { at: 5, guest: true }, "p|L": { at: "5" }, "p|S": null, x: { at: 7 } };
  expect([...parsePendingChanges(JSON.stringify(stored))]).toEqual([
    ["p|M", { at: 5, guest: true }],
    ["x", { at: 7, guest: false }],
  ]);
});

test("any stored value is read without an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
      for (const change of parsePendingChanges(stored).values())
        expect(change.at).toBeTypeOf("number");
    }),
  );
});

test("a change's age is never negative, and unknown without a pending change", () => {
  expect(ageOf({ at: 100, guest: false }, 250)).toBe(150);
  expect(ageOf({ at: 900, guest: false }, 250)).toBe(0);
  expect(ageOf(undefined, 250)).toBeNull();
});

test("lines that only the device can store are not sent again", () => {
  expect(isUnsynced(new Map([["k", { at: 0, guest: false }]]))).toBe(false);
  expect(isUnsynced(new Map([["k", { at: 1, guest: false }]]))).toBe(true);
});
