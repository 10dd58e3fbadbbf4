import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesOfAccount, momentOf, REMOVAL_RETENTION_MS } from "./pending-change.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("the moment of a device's change", () => {
  test("has the same age on the shop's clock as on the device's", () => {
    expect(momentOf({ agoMs: 5_000 }, NOW)).toBe(NOW - 5_000);
  });

  test("is never in the future and never older than the removal limit", () => {
    fc.assert(
      fc.property(fc.option(fc.double()), (agoMs) => {
        const moment = momentOf({ agoMs }, NOW);
        expect(Number.isInteger(moment)).toBe(true);
        expect(moment).toBeLessThanOrEqual(NOW);
        expect(moment).toBeGreaterThanOrEqual(NOW - REMOVAL_RETENTION_MS);
      }),
    );
  });

  test("is older than every known one when the device has no time for it", () => {
    expect(momentOf({ agoMs: null }, NOW)).toBe(NOW - REMOVAL_RETENTION_MS);
  });
});

describe("of the changes on a device, an account gets", () => {
  const asGuest = { agoMs: 1, guest: true };
  const signedIn = { agoMs: 1, guest: false };
  const all = [asGuest, signedIn];

  test("all of them, when the device holds an anonymous copy or that account's own", () => {
    expect(changesOfAccount(all, { storedFor: null, userId: "asha" })).toEqual(all);
    expect(changesOfAccount(all, { storedFor: "asha", userId: "asha" })).toEqual(all);
  });

  test("none of another account's, only those made after that account signed out", () => {
    expect(changesOfAccount(all, { storedFor: "bibi", userId: "asha" })).toEqual([asGuest]);
  });
});
