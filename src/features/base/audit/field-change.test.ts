import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceOf } from "./field-change.ts";

const portrait = { id: "p1", name: "front.webp", focalX: 0.5, focalY: 0.5 };
const known = {
  categories: new Map([["c1", "Evening Elegance"]]),
  images: new Map([["p1", portrait]]),
};
const difference = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => differenceOf(before, after, known);

describe("the difference of two records", () => {
  test.each([
    [{ priceMinor: 8900 }, { priceMinor: 12_345 }, "Price", "$89.00", "$123.45"],
    [{ price: "89.00" }, { price: "123.45" }, "Price", "$89.00", "$123.45"],
    [{ inStock: true }, { inStock: false }, "In stock", "yes", "no"],
    [
      { categoryId: "c1" },
      { categoryId: "c9" },
      "Category",
      "Evening Elegance",
      "a category that is gone",
    ],
    [{ focalX: 0.25 }, { focalX: 0.5 }, "Kept in view, from the left", "25%", "50%"],
    [{ siteName: "A" }, { siteName: "B" }, "Site name", "A", "B"],
  ])("%j to %j is told in an owner's words", (before, after, label, from, to) => {
    expect(difference(before, after)).toEqual([
      { kind: "value", label, from: { text: from }, to: { text: to } },
    ]);
  });

  test("of lists is what came and what left, and what changed within", () => {
    expect(difference({ sizes: ["S", "M"] }, { sizes: ["M", "L"] })).toEqual([
      { kind: "list", label: "Sizes", added: [{ text: "L" }], removed: [{ text: "S" }] },
    ]);
    expect(difference({ sizes: ["S", "M"] }, { sizes: ["M", "S"] })).toMatchObject([
      { label: "Sizes", to: { text: "in another order" } },
    ]);
    const method = { id: "standard", label: "Standard", priceMinor: 1500 };
    expect(
      difference({ methods: [method] }, { methods: [{ ...method, priceMinor: 2000 }] }),
    ).toMatchObject([
      { label: "Standard: price", from: { text: "$15.00" }, to: { text: "$20.00" } },
    ]);
  });

  test("of combinations names their colours as the product does, and how they are sold in words", () => {
    const colors = [{ hex: "#1F2A3C", name: "Navy" }];
    const sold = (kind: string) => [{ size: "M", color: "#1F2A3C", kind }];
    const before = { colors, variants: sold("made_to_order") };
    expect(difference(before, { colors, variants: [] })).toEqual([
      { kind: "list", label: "Variants", added: [], removed: [{ text: "M Navy" }] },
    ]);
    expect(difference(before, { colors, variants: sold("counted") })).toEqual([
      {
        kind: "value",
        label: "M Navy: kind",
        from: { text: "made to order" },
        to: { text: "counted" },
      },
    ]);
  });

  test("of combinations that change alike is one line, which names some or says that it is all", () => {
    const priced = (sizes: readonly string[], price: string) =>
      sizes.map((size) => ({ size, color: "", price }));
    const sizes = ["XS", "S", "M", "L", "XL"];
    const raised = { kind: "value", from: { text: "$89.00" }, to: { text: "$99.00" } };
    const before = { variants: priced(sizes, "89.00") };
    expect(difference(before, { variants: priced(sizes, "99.00") })).toEqual([
      { ...raised, label: "Variants, all 5: price" },
    ]);
    const four = [...priced(sizes.slice(0, 4), "99.00"), ...priced(["XL"], "110.00")];
    expect(difference(before, { variants: four })).toEqual([
      { ...raised, label: "XS, S, M and 1 more: price" },
      { ...raised, to: { text: "$110.00" }, label: "XL: price" },
    ]);
  });

  test("of pictures shows them, and says which are gone", () => {
    expect(difference({ mediaId: "p9" }, { mediaId: "p1" })).toEqual([
      {
        kind: "value",
        label: "Picture",
        from: { text: "a picture that is gone" },
        to: { text: "front.webp", image: portrait },
      },
    ]);
  });

  test("never tells a secret, by its field's name or by its look", () => {
    const before = { stripeSecretKey: "v1:sealed", note: "nothing", inner: { password: "old" } };
    const after = { stripeSecretKey: "v1:other", note: "sk_live_abc", inner: { password: "new" } };
    const reported = JSON.stringify(difference(before, after));
    expect(reported).not.toMatch(/sealed|other|sk_live|"old"|"new"/);
    expect(reported).toContain("kept secret");
  });

  test("of a record and itself is nothing, however its fields are ordered", () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(record, (one) => {
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(difference(one, turned)).toEqual([]);
      }),
    );
  });

  test("can be described for any record", () => {
    const record = fc.option(fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(record, record, (one, other) => {
        for (const { label } of difference(one, other)) expect(typeof label).toBe("string");
      }),
    );
  });
});
