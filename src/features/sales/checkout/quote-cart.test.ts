import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { NeededCloth } from "#features/garments/specification/fit-draft.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import { cartChangeMessage, describeQuoted, isUnsellable, removesLine } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import type { QuotedProduct } from "./quote-cart.ts";
import { quoteLines } from "./quote-cart.ts";

const gown: QuotedProduct = {
  id: "gown",
  slug: "kaieteur-gown",
  name: "Kaieteur Gown",
  price: money(89_900),
  inStock: true,
  deletedAt: null,
  sizes: ["S", "M", "Custom"],
  colors: [
    { hex: "#20382D", name: "Forest" },
    { hex: "#8E1F2B", name: "Hibiscus" },
  ],
  images: [{ id: "forest" }, { id: "hibiscus", color: "#8E1F2B" }],
  variants: [
    { id: "s-forest", size: "S", color: "#20382D", stockCount: 0 },
    { id: "s-hibiscus", size: "S", color: "#8E1F2B", stockCount: 4 },
    { id: "m-forest", size: "M", color: "#20382D", stockCount: 2 },
    { id: "custom", size: "Custom", color: "#20382D", stockCount: null },
  ],
};

const request = (change: Partial<RequestedLine> = {}): RequestedLine => ({
  key: "k",
  productId: "gown",
  size: "M",
  color: "#20382D",
  quantity: 1,
  shown: money(89_900),
  ...change,
});
const quote = (change: Partial<RequestedLine> = {}, product: QuotedProduct = gown) =>
  quoteLines([request(change)], [product], { shownTotal: null });
const changesOf = (change: Partial<RequestedLine>, product?: QuotedProduct) =>
  quote(change, product).changes;

describe("a line of a cart", () => {
  test("has no changes if it is as displayed", () => {
    const { lines, changes, total } = quote();
    expect(changes).toEqual([]);
    expect(total).toEqual(money(89_900));
    expect(lines).toMatchObject([
      { variantId: "m-forest", colorName: "Forest", imageId: "forest", madeToMeasure: false },
    ]);
  });

  test("keeps the image of its color for the order and its emails", () => {
    expect(quote({ size: "S", color: "#8E1F2B" }).lines[0]?.imageId).toBe("hibiscus");
  });

  test("states both prices if the price changed", () => {
    expect(changesOf({ shown: money(79_900) })).toEqual([
      { kind: "price", key: "k", from: money(79_900), to: money(89_900) },
    ]);
  });

  test("costs what its size and color cost, whatever the browser displays", () => {
    const [first, ...rest] = gown.variants;
    const priced = { ...gown, variants: [first, ...rest].map((each) => ({ ...each })) };
    const medium = priced.variants.find(({ id }) => id === "m-forest");
    Object.assign(medium ?? {}, { priceMinor: 95_000 });
    const { lines, changes, total } = quote({}, priced as QuotedProduct);
    expect(lines[0]?.unitPrice).toEqual(money(95_000));
    expect(total).toEqual(money(95_000));
    expect(changes).toEqual([{ kind: "price", key: "k", from: money(89_900), to: money(95_000) }]);
  });

  test("is reduced to the stock", () => {
    const { lines, changes } = quote({ quantity: 5 });
    expect(changes).toEqual([{ kind: "left", key: "k", left: 2 }]);
    expect(lines[0]?.quantity).toBe(2);
  });

  test("has the available quantity, or none if it is unlimited", () => {
    const both = quoteLines([request(), request({ key: "second" })], [gown], { shownTotal: null });
    expect(both.lines.map(({ available }) => available)).toEqual([2, 1]);
    const endless = { ...gown, variants: [{ id: "v", size: "M", color: "", stockCount: null }] };
    expect(quote({ color: null }, endless).lines[0]?.available).toBeNull();
    expect(quote({ quantity: 9 }).lines[0]).toMatchObject({ available: 2, quantity: 2 });
  });

  test("is reported if this size and color are sold out", () => {
    expect(changesOf({ size: "S" })).toEqual([{ kind: "sold_out", key: "k" }]);
    expect(changesOf({}, { ...gown, inStock: false })).toEqual([{ kind: "sold_out", key: "k" }]);
  });

  test("is reported if its product is deleted or unknown", () => {
    const gone = [{ kind: "not_offered", key: "k" }];
    expect(changesOf({}, { ...gown, deletedAt: new Date() })).toEqual(gone);
    expect(changesOf({ productId: "another product" })).toEqual(gone);
  });

  test("names a size or color that does not exist", () => {
    expect(changesOf({ size: "XXL" })).toEqual([{ kind: "unknown_size", key: "k" }]);
    expect(changesOf({ color: "#123456" })).toEqual([{ kind: "unknown_color", key: "k" }]);
  });

  test("gets the color that can supply most of its quantity if none is chosen", () => {
    expect(quote({ size: "S", color: null }).lines[0]?.variantId).toBe("s-hibiscus");
    const { lines, changes } = quote({ size: "S", color: null, quantity: 50 });
    expect(lines[0]).toMatchObject({ variantId: "s-hibiscus", quantity: 4 });
    expect(changes).toEqual([{ kind: "left", key: "k", left: 4 }]);
  });

  test.each([
    [-3, 1],
    [0, 1],
    [Number.NaN, 1],
    [1.5, 1],
    [1e9, 99],
    [Number.POSITIVE_INFINITY, 99],
  ])("is corrected from %d items to %d and reports it", (quantity, corrected) => {
    const endless = { ...gown, variants: [{ id: "v", size: "M", color: "", stockCount: null }] };
    const requested = request({ color: null, quantity });
    expect(quoteLines([requested], [endless], { shownTotal: null }).changes).toEqual([
      { kind: "quantity", key: "k", quantity: corrected },
    ]);
  });

  test("shares the stock with other lines of the same variant", () => {
    const { lines } = quoteLines([request({ quantity: 2 }), request({ key: "l" })], [gown], {
      shownTotal: null,
    });
    expect(lines.map((each) => each.quantity)).toEqual([2]);
  });

  // Specification 9.52
  test("never costs less and never sells more than the server allows, whatever is submitted", () => {
    const anyLine = fc.record({
      key: fc.string(),
      productId: fc.constantFrom("gown", "x"),
      size: fc.constantFrom("S", "M", "Custom", "XL"),
      color: fc.constantFrom(null, "#20382D", "#8E1F2B", "#000000"),
      quantity: fc.double(),
      shown: fc.constantFrom(null, money(1), money(89_900)),
      specification: fc.constantFrom("spec", "unknown"),
    });
    const plain = { productId: "gown", surcharge: money(0), extraDays: 0, options: [], cloths: [] };
    const fits = new Map([["spec", plain]]);
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (requested) => {
        const { lines, total } = quoteLines(requested, [gown], { shownTotal: null, fits });
        const quantity = lines.reduce((sum, each) => sum + each.quantity, 0);
        expect(total.minorUnits).toBe(quantity * 89_900);
        for (const variant of gown.variants) {
          const sold = lines
            .filter((each) => each.variantId === variant.id)
            .reduce((sum, each) => sum + each.quantity, 0);
          expect(sold).toBeLessThanOrEqual(variant.stockCount ?? Number.POSITIVE_INFINITY);
        }
        for (const each of lines) expect(each.quantity).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test("cannot join an order in another currency", () => {
    const local = { ...gown, id: "local", price: money(5_000, "GYD") };
    const requested = [request(), request({ key: "l", productId: "local", shown: null })];
    expect(quoteLines(requested, [gown, local], { shownTotal: null }).changes).toEqual([
      { kind: "not_offered", key: "l" },
    ]);
  });
});

describe("the message about a change", () => {
  const item = { name: "Kaieteur Gown", size: "M" };

  test("is one plain sentence for each kind of change", () => {
    const key = "k";
    expect([
      cartChangeMessage({ kind: "price", key, from: money(100), to: money(200) }, item),
      cartChangeMessage({ kind: "left", key, left: 2 }, item),
      cartChangeMessage({ kind: "sold_out", key }, item),
      cartChangeMessage({ kind: "not_offered", key }, item),
      cartChangeMessage({ kind: "unknown_size", key }, item),
      cartChangeMessage({ kind: "needs_measurements", key }, item),
      cartChangeMessage({ kind: "specification_gone", key }, item),
      cartChangeMessage({ kind: "cloth_short", key, cloth: "Ivory silk", quantity: 0 }, item),
      cartChangeMessage({ kind: "cloth_short", key, cloth: "Ivory silk", quantity: 2 }, item),
      cartChangeMessage({ kind: "total", key: null, from: money(100), to: money(200) }, undefined),
    ]).toEqual([
      "The price of Kaieteur Gown changed from $1.00 to $2.00.",
      "Only 2 left of Kaieteur Gown in size M.",
      "Kaieteur Gown in size M is sold out.",
      "Kaieteur Gown is no longer offered.",
      "Kaieteur Gown no longer comes in size M.",
      "Kaieteur Gown is made to measure, and your measurements are still missing.",
      "What you chose for Kaieteur Gown cannot be ordered here any more: an option is gone, or it was entered with an account or in another browser. Please sign in if you have an account, or choose again.",
      "Too little Ivory silk is left for Kaieteur Gown. Please choose another cloth.",
      "We have enough Ivory silk for 2 of Kaieteur Gown.",
      "Your subtotal changed from $1.00 to $2.00.",
    ]);
  });
});

describe("a made-to-measure line", () => {
  const custom = { size: "Custom", specification: "spec" };
  const options = [
    { group: "Cloth", choice: "Silk", price: money(20_000) },
    { group: "Lining", choice: "Half", price: money(-4_000) },
  ];
  const fit = { productId: "gown", surcharge: money(15_000), extraDays: 14, options, cloths: [] };
  const quoted = (change: Partial<RequestedLine>, cloths: readonly NeededCloth[] = []) =>
    quoteLines([request({ ...custom, ...change })], [gown], {
      shownTotal: null,
      fits: new Map([["spec", { ...fit, cloths }]]),
    });

  test("costs the custom price, the surcharge and its options, whatever the browser displays", () => {
    const { changes, lines, total } = quoted({ shown: money(1), quantity: 2 });
    expect(lines).toMatchObject([{ specification: "spec", options, unitPrice: money(120_900) }]);
    expect(total).toEqual(money(2 * 120_900));
    expect(changes).toEqual([{ kind: "price", key: "k", from: money(1), to: money(120_900) }]);
  });

  test("keeps its place without a specification, or when it is gone or of another product", () => {
    const { specification: _, ...without } = request({ ...custom });
    expect(quoteLines([without], [gown], { shownTotal: null }).changes).toEqual([
      { kind: "needs_measurements", key: "k" },
    ]);
    const other = { ...gown, id: "other" };
    const fits = new Map([["spec", fit]]);
    for (const requested of [
      request({ ...custom, specification: "unknown" }),
      request({ ...custom, productId: "other" }),
    ]) {
      const { changes, lines } = quoteLines([requested], [gown, other], { shownTotal: null, fits });
      expect(changes).toEqual([{ kind: "specification_gone", key: "k" }]);
      expect(lines).toEqual([]);
      expect(changes.map(removesLine)).toEqual([false]);
      expect(changes.map(isUnsellable)).toEqual([true]);
    }
  });

  test("is made to measure and never sells out", () => {
    const { lines, changes } = quoted({ shown: null, quantity: 99 });
    expect(changes).toEqual([]);
    expect(lines).toMatchObject([{ madeToMeasure: true, quantity: 99 }]);
  });

  test("shows the image in the color of its cloth, where there is one", () => {
    const [{ choice = "" } = {}] = options;
    const imageIn = (hex: string) => {
      const cloth = { name: choice, hex, imageId: "swatch" };
      const fits = new Map([["spec", { ...fit, cloth }]]);
      const { lines } = quoteLines([request({ ...custom })], [gown], { shownTotal: null, fits });
      return lines.map((line) => [line.imageId, swatchOf(describeQuoted(line))?.sentence]);
    };
    expect(imageIn("#8E1F2B")).toEqual([
      ["hibiscus", `The picture shows this color. Yours is cut from ${choice}.`],
    ]);
    const [usual] = quoted({ shown: null }).lines;
    expect(imageIn("#1F5A42")).toEqual([
      [usual?.imageId, expect.stringContaining(`No picture shows ${choice} yet`)],
    ]);
    expect(usual && swatchOf(describeQuoted(usual))).toBeNull();
  });

  const silk = (freeMm: number, neededMm = 3_000) => [{ id: "c", name: "Silk", neededMm, freeMm }];

  test.each([
    [9_000, 3, []],
    [8_999, 2, [{ kind: "cloth_short", key: "k", cloth: "Silk", quantity: 2 }]],
    [2_999, 0, [{ kind: "cloth_short", key: "k", cloth: "Silk", quantity: 0 }]],
    [-500, 0, [{ kind: "cloth_short", key: "k", cloth: "Silk", quantity: 0 }]],
  ])(
    "of three garments from %d mm of cloth is cut to what it makes: %d",
    (freeMm, made, expected) => {
      const { changes, lines } = quoted({ shown: null, quantity: 3 }, silk(freeMm));
      expect(changes).toEqual(expected);
      expect(lines.map(({ cloths, quantity }) => ({ cloths, quantity }))).toEqual(
        made === 0 ? [] : [{ quantity: made, cloths: [{ clothId: "c", lengthMm: made * 3_000 }] }],
      );
      expect(changes.some(isUnsellable)).toBe(made === 0);
    },
  );

  test("shares its cloth with the lines before it", () => {
    const lines = [request({ ...custom, shown: null }), request({ ...custom, key: "l" })];
    const fits = new Map([["spec", { ...fit, cloths: silk(5_000) }]]);
    const { changes } = quoteLines(lines, [gown], { shownTotal: null, fits });
    expect(changes).toEqual([{ kind: "cloth_short", key: "l", cloth: "Silk", quantity: 0 }]);
  });

  test("from cloth without a known need is made until the roll is used up", () => {
    expect(quoted({ shown: null, quantity: 99 }, silk(1, 0)).changes).toEqual([]);
    expect(quoted({ shown: null }, silk(0, 0)).lines).toEqual([]);
  });

  test("of another size has neither options nor a specification", () => {
    expect(quoted({ size: "M" }).lines).toMatchObject([{ specification: null, options: [] }]);
  });
});
