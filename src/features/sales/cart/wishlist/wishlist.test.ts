import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SavedChange } from "./sync-wishlist.server.ts";
import { mergeWishlists, withinWishlistLimits } from "./sync-wishlist.server.ts";
import {
  applyWishlistResponse,
  MAX_SAVED,
  parseWishlist,
  savedToSend,
  without,
  withSaved,
} from "./wishlist.ts";

const idOf = (n: number) => `0198f000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("two wishlists", () => {
  const anyCopy = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c"),
      saved: fc.boolean(),
      changedAt: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ id }) => id },
  );

  test("are merged like carts: the newest change wins in any order, and nothing is lost", () => {
    fc.assert(
      fc.property(anyCopy, anyCopy, anyCopy, (a, b, c) => {
        const merged = mergeWishlists(a, b);
        expect(mergeWishlists(b, a)).toEqual(merged);
        expect(mergeWishlists(merged, a)).toEqual(merged);
        expect(mergeWishlists(a, mergeWishlists(b, c))).toEqual(mergeWishlists(merged, c));
        const ids = (list: readonly SavedChange[]) => new Set(list.map(({ id }) => id));
        expect(ids(merged)).toEqual(ids([...a, ...b]));
      }),
    );
  });

  test("keep the newest products up to the limit and drop old removals", () => {
    const saved = Array.from({ length: 130 }, (_, n) => {
      return { id: idOf(n), saved: true, changedAt: NOW - 1_000 + n };
    });
    const old = { id: "old", saved: false, changedAt: NOW - 91 * 86_400_000 };
    const recent = { id: "recent", saved: false, changedAt: NOW };
    const stored = withinWishlistLimits([old, ...saved, recent], NOW).map(({ id }) => id);
    expect(stored).toHaveLength(MAX_SAVED + 1);
    expect(stored).toEqual(expect.arrayContaining(["recent", idOf(129)]));
  });
});

describe("the wishlist of a browser", () => {
  test("is read from any stored value as unique ids within the limit", () => {
    expect(parseWishlist(JSON.stringify([idOf(1), 4, "x", [idOf(3)], idOf(2), idOf(1)]))).toEqual([
      idOf(1),
      idOf(2),
    ]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
        expect(parseWishlist(stored).length).toBeLessThanOrEqual(MAX_SAVED);
      }),
    );
  });

  test("lists the newest first, and an undone removal returns to its position", () => {
    const ids = withSaved(withSaved(withSaved([], "a"), "b"), "c");
    expect(ids).toEqual(["c", "b", "a"]);
    expect(withSaved(without(ids, "b"), "b", 1)).toEqual(ids);
  });

  test("sends its changes, and applies the response except for changes made meanwhile", () => {
    const changes = new Map([["b", { at: 90, guest: false }]]);
    const sent = { ids: ["a"], changes };
    expect(savedToSend(sent, { storedFor: "asha", nowMs: 100 })).toEqual([
      { id: "b", saved: false, agoMs: 10, guest: false },
    ]);
    expect(savedToSend(sent, { storedFor: null, nowMs: 100 })).toHaveLength(2);
    const now = {
      ids: ["d", "a"],
      changes: new Map([...changes, ["d", { at: 95, guest: false }]]),
    };
    const outcome = applyWishlistResponse(now, sent, ["c", "a"]);
    expect(outcome.ids).toEqual(["d", "c", "a"]);
    expect([...outcome.changes.keys()]).toEqual(["d"]);
  });
});
