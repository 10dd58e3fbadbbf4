import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { cartItemIdOf, MAX_LINES } from "../cart.ts";
import type { LineChange } from "./merge-carts.ts";
import { MAX_LINE_CHANGES, mergeCarts, withinCartLimits } from "./merge-carts.ts";
import { REMOVAL_RETENTION_MS } from "./pending-change.ts";

const NOW = 1_000 * DAY_MS;

const shirt: LineChange = {
  id: "shirt",
  size: "M",
  color: "",
  specification: "",
  quantity: 1,
  changedAt: 10,
};

/** So few that copies coincide. */
const anyChange = fc.record({
  id: fc.constantFrom("shirt", "gown", "tie"),
  size: fc.constantFrom("M", "L"),
  color: fc.constantFrom("", "#8E1F2B"),
  specification: fc.constantFrom("", "0198c5a2-7d0e-4b6f-9a51-3f2c8d7e6b10"),
  quantity: fc.integer({ min: 0, max: 3 }),
  changedAt: fc.integer({ min: 0, max: 4 }),
});
const anyCopy = fc.uniqueArray(anyChange, { selector: cartItemIdOf, maxLength: 12 });

describe("two copies of a cart", () => {
  test("agree on the newest quantity of each line in any order and number of merges", () => {
    fc.assert(
      fc.property(anyCopy, anyCopy, anyCopy, (a, b, c) => {
        const merged = mergeCarts(a, b);
        expect(mergeCarts(b, a)).toEqual(merged);
        expect(mergeCarts(merged, b)).toEqual(merged);
        expect(mergeCarts(a, mergeCarts(b, c))).toEqual(mergeCarts(merged, c));
      }),
    );
  });

  test("lose no line, and every merged line is the newest one", () => {
    fc.assert(
      fc.property(anyCopy, anyCopy, (a, b) => {
        const all = [...a, ...b];
        const merged = mergeCarts(a, b);
        expect(new Set(merged.map(cartItemIdOf))).toEqual(new Set(all.map(cartItemIdOf)));
        for (const line of merged) {
          const same = all.filter((other) => cartItemIdOf(other) === cartItemIdOf(line));
          expect(same).toContainEqual(line);
          expect(line.changedAt).toBe(Math.max(...same.map((other) => other.changedAt)));
        }
      }),
    );
  });

  test("a removal wins over an older line and loses to a newer one", () => {
    const removed = { ...shirt, quantity: 0, changedAt: 20 };
    expect(mergeCarts([shirt], [removed])).toEqual([removed]);
    const again = { ...shirt, changedAt: 30 };
    expect(mergeCarts([removed], [again])).toEqual([again]);
  });

  test("of two simultaneous changes the larger quantity wins", () => {
    const more = { ...shirt, quantity: 3 };
    expect(mergeCarts([more], [shirt])).toEqual([more]);
  });
});

describe("a merged cart", () => {
  const many = (count: number, quantity: number, fromMs = NOW - 1_000) =>
    Array.from({ length: count }, (_, n) => {
      return { ...shirt, id: `${quantity}-${n}`, quantity, changedAt: fromMs + n };
    });

  test("keeps the newest lines and removals within the limits and counts the dropped lines", () => {
    const { stored, dropped } = withinCartLimits([...many(120, 2), ...many(250, 0)], NOW);
    const lines = stored.filter((change) => change.quantity > 0);
    expect([lines.length, dropped, stored.length]).toEqual([MAX_LINES, 20, MAX_LINE_CHANGES]);
    expect(lines.map((line) => line.id)).toContain("2-119");
    expect(lines.map((line) => line.id)).not.toContain("2-19");
  });

  test("drops removals after 90 days and unchanged lines after a year", () => {
    const ages = { fresh: 0, removal: REMOVAL_RETENTION_MS + 1, year: 366 * DAY_MS };
    const at = (id: string, quantity: number, age: number) => {
      return { ...shirt, id, quantity, changedAt: NOW - age };
    };
    const { stored, dropped } = withinCartLimits(
      [
        at("a", 0, ages.fresh),
        at("b", 0, ages.removal),
        at("c", 1, ages.removal),
        at("d", 1, ages.year),
      ],
      NOW,
    );
    expect([stored.map((change) => change.id), dropped]).toEqual([["a", "c"], 0]);
  });
});
