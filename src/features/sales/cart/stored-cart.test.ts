import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cartItemIdOf, MAX_LINES, MAX_QUANTITY_PER_LINE } from "./cart.ts";
import { parseCart, repairMessages, serializeCart } from "./stored-cart.ts";

const good = {
  id: "p1",
  name: "Silk Tie",
  image: "/images/a/320.webp",
  size: "M",
  price: 95,
  quantity: 2,
};

const lineOf = (n: number) => ({ ...good, id: `p${n}` });

describe("a stored cart", () => {
  // Specification 3.22
  test("in the format of specification 3 is read unchanged", () => {
    const { cart, repairs } = parseCart(JSON.stringify([good]));
    expect(cart).toEqual([{ ...good, cartItemId: cartItemIdOf(good) }]);
    expect(repairs.size).toBe(0);
  });

  test("that is absent is empty without a message", () => {
    expect(parseCart(null)).toEqual({ cart: [], repairs: new Map() });
  });

  test("survives storing and reading, and an empty one leaves no entry", () => {
    const { cart } = parseCart([{ ...good, color: "#8E1F2B", colorName: "Red", slug: "silk-tie" }]);
    expect(parseCart(serializeCart(cart))).toEqual({ cart, repairs: new Map() });
    expect(serializeCart([])).toBeNull();
  });

  test("that is broken JSON or not a list starts empty with a message", () => {
    for (const stored of ["{[", '"cart"', "7", '{"id":"p1"}']) {
      const { cart, repairs } = parseCart(stored);
      expect(cart).toEqual([]);
      expect(repairMessages(repairs)).toEqual([expect.stringContaining("could not read")]);
    }
  });

  test("keeps every good line among broken ones", () => {
    const broken = [null, 4, "x", [], {}, { id: 3, size: "M" }, { id: "p9" }];
    const { cart, repairs } = parseCart([...broken, lineOf(1), ...broken, lineOf(2)]);
    expect(cart.map((line) => line.id)).toEqual(["p1", "p2"]);
    expect(repairs.get("line_unreadable")).toBe(broken.length * 2);
  });

  test.each([
    [-5, 1],
    [0, 1],
    [1e9, MAX_QUANTITY_PER_LINE],
    [2.7, 2],
    ["3", 3],
    ["many", 1],
    [null, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, MAX_QUANTITY_PER_LINE],
  ])("keeps a line of %s items with %s", (quantity, stored) => {
    const { cart, repairs } = parseCart([{ ...good, quantity }]);
    expect(cart[0]?.quantity).toBe(stored);
    expect(repairs.get("quantity_corrected")).toBe(1);
  });

  test.each([-1, Number.NaN, "free", null, 1e30, 0.001])(
    "keeps a line whose price is %s and says that checkout will show the price",
    (price) => {
      const { cart, repairs } = parseCart([{ ...good, price }]);
      expect(cart[0]?.price).toBe(0);
      expect(repairMessages(repairs)).toEqual([expect.stringContaining("price")]);
    },
  );

  test("keeps only a readable reference to a specification", () => {
    const specification = "6f1c2b0e-4d3a-4f5b-8c7d-9e0f1a2b3c4d";
    expect(parseCart([{ ...good, specification }]).cart[0]).toMatchObject({ specification });
    for (const wrong of ["", 7, "<b>", "x".repeat(36), `${specification}0`]) {
      const { cart } = parseCart([{ ...good, specification: wrong }]);
      expect(cart[0]).not.toHaveProperty("specification");
    }
  });

  test("joins lines of the same item, so that keys stay unique", () => {
    const { cart } = parseCart([good, { ...good, quantity: 3 }]);
    expect(cart.map((line) => line.quantity)).toEqual([5]);
  });

  test("of 10,000 lines keeps the first hundred good ones and says so", () => {
    const { cart, repairs } = parseCart(Array.from({ length: 10_000 }, (_, n) => lineOf(n)));
    expect(cart).toHaveLength(MAX_LINES);
    expect(repairs.get("too_many_lines")).toBe(10_000 - MAX_LINES);
  });

  test("drops images of other hosts and malformed URLs", () => {
    for (const image of ["https://elsewhere.example/a.png", "//elsewhere.example/a", "/\\x", 5]) {
      expect(parseCart([{ ...good, image }]).cart[0]?.image).toBe("");
    }
  });

  test("is always within its limits and has unique keys", () => {
    const anyLine = fc.oneof(
      fc.anything(),
      fc.record(
        {
          id: fc.oneof(fc.string(), fc.anything()),
          size: fc.oneof(fc.string(), fc.anything()),
          quantity: fc.oneof(fc.double(), fc.anything()),
          price: fc.oneof(fc.double(), fc.anything()),
        },
        { requiredKeys: [] },
      ),
    );
    const anything = fc.oneof(fc.anything(), fc.string(), fc.json(), fc.array(anyLine));
    fc.assert(
      fc.property(anything, (stored) => {
        const { cart } = parseCart(stored);
        expect(cart.length).toBeLessThanOrEqual(MAX_LINES);
        expect(new Set(cart.map((line) => line.cartItemId)).size).toBe(cart.length);
        for (const line of cart) {
          expect(line.quantity).toBeGreaterThanOrEqual(1);
          expect(line.quantity).toBeLessThanOrEqual(MAX_QUANTITY_PER_LINE);
          expect(line.price).toBeGreaterThanOrEqual(0);
          expect(line.name).not.toBe("");
        }
        expect(parseCart(serializeCart(cart)).cart).toEqual(cart);
      }),
      { numRuns: 500 },
    );
  });
});
