import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { PriceableLine } from "./upsell.ts";
import { priceLines, UPSELL_SLUGS, upsellGranted } from "./upsell.ts";

let counter = 0;
function line(slug: string, dollars: number, quantity = 1): PriceableLine {
  counter += 1;
  return { key: `k${counter}`, productId: slug, slug, unitPrice: money(dollars * 100), quantity };
}
const scarf = (quantity = 1) => line("silk-scarf", 89, quantity);
const bracelet = (quantity = 1) => line("gold-bracelet", 129, quantity);
const suit = (quantity = 1) => line("stabroek-two-piece-suit", 1499, quantity);

const anyLine = fc
  .record({
    slug: fc.constantFrom(...UPSELL_SLUGS, "suit", "tie", undefined),
    size: fc.constantFrom("S", "M"),
    quantity: fc.integer({ min: 1, max: 99 }),
  })
  .map(
    ({ slug, size, quantity }, ...rest): PriceableLine => ({
      key: `${slug}|${size}|${rest.length}`,
      productId: slug ?? "unknown",
      slug,
      unitPrice: money({ "silk-scarf": 8_900, "gold-bracelet": 12_900 }[slug ?? ""] ?? 45_050),
      quantity,
    }),
  );

describe("the upsell offer", () => {
  // Specification 9.12
  test("takes 15 % off a scarf (13.35) and a bracelet (19.35) beside another product", () => {
    const priced = priceLines([suit(), scarf(), bracelet()]);
    expect(priced.lines.map((each) => each.discount.minorUnits)).toEqual([0, 1335, 1935]);
    expect(priced.total).toEqual(money(149_900 + 7_565 + 10_965));
  });

  test("gives nothing on a scarf alone, nor on scarf and bracelet together", () => {
    expect(priceLines([scarf()]).discount).toEqual(money(0));
    expect(priceLines([scarf(), bracelet()]).discount).toEqual(money(0));
  });

  test("reduces one item of a product only, also across several lines", () => {
    expect(priceLines([suit(), scarf(5)]).discount).toEqual(money(1335));
    expect(priceLines([suit(), scarf(), scarf()]).discount).toEqual(money(1335));
  });

  test("does not apply beside a line without items", () => {
    expect(upsellGranted([suit(0), scarf()])).toBe(false);
  });

  test("of an empty cart is zero", () => {
    expect(priceLines([]).total).toEqual(money(0));
  });

  test("does not depend on the order of the lines, reduces at most one item of each, and its sums agree", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
        const priced = priceLines(lines);
        expect(priceLines([...lines].reverse()).discount).toEqual(priced.discount);
        expect(priced.discount.minorUnits).toBeLessThanOrEqual(1335 + 1935);
        expect(priced.total.minorUnits).toBe(
          priced.regular.minorUnits - priced.discount.minorUnits,
        );
        expect(priced.lines).toHaveLength(lines.length);
        for (const each of priced.lines) {
          expect(each.total.minorUnits).toBe(each.regular.minorUnits - each.discount.minorUnits);
          expect(each.total.minorUnits).toBeGreaterThan(0);
        }
      }),
    );
  });
});
