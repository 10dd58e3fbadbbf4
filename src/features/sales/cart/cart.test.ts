import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Cart, CartLine } from "./cart.ts";
import {
  addLine,
  addLines,
  cartItemIdOf,
  cartRefusalMessage,
  countItems,
  MAX_LINES,
  MAX_QUANTITY_PER_LINE,
  removeLine,
  restoreLine,
  setQuantity,
  subtotal,
  toCartLine,
} from "./cart.ts";
import { parseCart, serializeCart } from "./stored-cart.ts";

const blazer = {
  id: "0198f000-0000-7000-8000-000000000001",
  slug: "demerara-wool-blazer",
  name: "Demerara Wool Blazer",
  image: "/images/a/320.webp",
  size: "M",
  price: 749,
  color: "#6B4A2B",
  colorName: "Brown",
};

function cartWith(...lines: Partial<CartLine>[]): Cart {
  return lines.map((line) => {
    const whole = { ...blazer, quantity: 1, ...line };
    return { ...whole, cartItemId: cartItemIdOf(whole) };
  });
}

function added(cart: Cart, product: Partial<typeof blazer> = {}): Cart {
  const result = addLine(cart, { ...blazer, ...product });
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe("adding", () => {
  // Specification 3.20, 4.14
  test("a product with a size makes a line of one item", () => {
    expect(added([])).toEqual(cartWith({ quantity: 1 }));
  });

  // Specification 4.14
  test("the same product, size and color again adds one item to its line", () => {
    expect(added(added([])).map((line) => line.quantity)).toEqual([2]);
  });

  // Specification 3.21
  test("another size or color is another line", () => {
    expect(added(added(added([]), { size: "L" }), { color: "#1F2A3C" })).toHaveLength(3);
  });

  test("a line shows the name and price of the latest visit to the product", () => {
    expect(added(added([]), { price: 699 })[0]?.price).toBe(699);
  });

  test("the hundredth item of one size is refused with a message", () => {
    const result = addLine(cartWith({ quantity: MAX_QUANTITY_PER_LINE }), blazer);
    expect(result).toEqual({ ok: false, error: "line_full" });
    expect(cartRefusalMessage("line_full")).toContain("99");
  });

  test("an item beyond what is left is refused with a message, and the line stays", () => {
    const cart = cartWith({ quantity: 3 });
    expect(addLine(cart, blazer, 3)).toEqual({ ok: false, error: "none_left" });
    expect(addLine(cart, blazer, 4)).toMatchObject({ ok: true });
    expect(addLine([], blazer, 0)).toEqual({ ok: false, error: "none_left" });
    expect(cartRefusalMessage("none_left", 3)).toBe(
      "Only 3 left in this size, and your cart has all of them.",
    );
    expect(cartRefusalMessage("none_left", 1)).toBe(
      "The last one in this size is already in your cart.",
    );
    expect(cartRefusalMessage("none_left", 0)).toBe("This size has just sold out.");
  });

  test("a line beyond the hundredth is refused with a message, and one more item of an existing line is not", () => {
    const full = cartWith(...Array.from({ length: MAX_LINES }, (_, n) => ({ id: `product-${n}` })));
    expect(addLine(full, blazer)).toEqual({ ok: false, error: "cart_full" });
    expect(addLine(full, { ...blazer, id: "product-3" }).ok).toBe(true);
    expect(cartRefusalMessage("cart_full")).toContain("100");
  });
});

test("a line shows the image of its color", () => {
  const image = { alt: "", width: 4, height: 5, focalX: 0.5, focalY: 0.5 };
  const images = [
    { ...image, id: "brown", color: "#6B4A2B" },
    { ...image, id: "navy", color: "#1F2A3C" },
  ];
  const product = {
    id: "p",
    slug: "s",
    name: "Blazer",
    price: money(1),
    images,
    sizes: [],
    variants: [],
  };
  const lineOf = (hex: string) =>
    toCartLine({ product, size: "M", color: { hex, name: "A color" } }).image;
  expect(lineOf("#1F2A3C")).toBe("/images/navy/320.webp");
  expect(lineOf("#6B4A2B")).toBe("/images/brown/320.webp");
  const color = { hex: "#6B4A2B", name: "Brown" };
  const fit = { specification: "s", price: money(1), imageId: "navy" };
  expect(toCartLine({ product, size: "Custom", color, fit }).image).toBe("/images/navy/320.webp");
});

describe("changing", () => {
  // Specification 4.16
  test("a quantity of 0 or below removes the line", () => {
    fc.assert(
      fc.property(fc.integer({ max: 0 }), (quantity) => {
        const cart = cartWith({}, { size: "L" });
        expect(setQuantity(cart, cartItemIdOf(blazer), quantity)).toEqual(cartWith({ size: "L" }));
      }),
    );
  });

  // Specification 9.31
  test("a quantity is always a whole number within the limit", () => {
    fc.assert(
      fc.property(fc.double(), (quantity) => {
        for (const line of setQuantity(cartWith({}), cartItemIdOf(blazer), quantity)) {
          expect(Number.isInteger(line.quantity)).toBe(true);
          expect(line.quantity).toBeGreaterThanOrEqual(1);
          expect(line.quantity).toBeLessThanOrEqual(MAX_QUANTITY_PER_LINE);
        }
      }),
    );
  });

  test("a restored line returns to its position, or joins the line that was added meanwhile", () => {
    const cart = cartWith({ size: "S" }, { size: "M", quantity: 3 }, { size: "L" });
    const [, middle] = cart;
    if (!middle) throw new Error("no line");
    const without = removeLine(cart, middle.cartItemId);
    expect(restoreLine(without, middle, 1)).toEqual(cart);
    const again = restoreLine(added(without), middle, 1);
    expect(again.find((line) => line.size === "M")?.quantity).toBe(4);
  });

  // Specification 9.15
  test("item count and subtotal cover every line, in exact cents", () => {
    const cart = cartWith({ price: 19.99, quantity: 3 }, { size: "L", price: 0.1, quantity: 2 });
    expect(countItems(cart)).toBe(5);
    expect(subtotal(cart)).toEqual({ minorUnits: 6017, currency: "USD" });
  });

  test("any sequence of additions counts exactly as many items", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("XS", "S", "M", "L"), { maxLength: 60 }), (sizes) => {
        const cart = sizes.reduce<Cart>((grown, size) => added(grown, { size }), []);
        expect(countItems(cart)).toBe(sizes.length);
        expect(subtotal(cart).minorUnits).toBe(sizes.length * 74_900);
      }),
    );
  });
});

describe("adding several lines", () => {
  const lines = (...quantities: number[]) =>
    quantities.map((quantity, index) => ({ ...blazer, size: `S${index}`, quantity }));

  test("lines join those of the same variant, within the limits of a line", () => {
    const grown = addLines(addLines([], lines(2)), lines(98, 1));
    expect(grown.map(({ size, quantity }) => [size, quantity])).toEqual([
      ["S0", MAX_QUANTITY_PER_LINE],
      ["S1", 1],
    ]);
  });

  test("a full cart receives no further line", () => {
    const many = lines(...Array.from({ length: MAX_LINES + 3 }, () => 1));
    expect(addLines([], many)).toHaveLength(MAX_LINES);
  });
});

describe("a made-to-measure line", () => {
  const suits = ["6f1c2b0e-4d3a-4f5b-8c7d-9e0f1a2b3c4d", "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d"];
  const customOf = (specification: string | undefined) => ({
    ...blazer,
    size: "Custom",
    ...(specification && { specification }),
  });

  test("has the price with its options and refers to its specification", () => {
    const product = {
      id: blazer.id,
      slug: blazer.slug,
      name: blazer.name,
      price: money(74_900),
      compareAt: null,
      sizes: ["Custom"],
      variants: [],
      images: [],
    };
    const fit = { specification: suits[0] ?? "", price: money(98_900), imageId: null };
    expect(toCartLine({ product, size: "Custom", color: null, fit })).toMatchObject({
      price: 989,
      specification: suits[0],
    });
    expect(toCartLine({ product, size: "Custom", color: null })).not.toHaveProperty(
      "specification",
    );
  });

  test("is another line for each specification and refers to the same one whatever happens to the cart", () => {
    const anyStep = fc.record({
      kind: fc.constantFrom("add", "join", "quantity", "remove and undo", "reload"),
      of: fc.constantFrom(undefined, ...suits),
      quantity: fc.integer({ min: 1, max: 120 }),
    });
    const applyStep = (
      cart: Cart,
      { kind, of, quantity }: { kind: string; of?: string; quantity: number },
    ) => {
      const item = customOf(of);
      const key = cartItemIdOf(item);
      const position = cart.findIndex((line) => line.cartItemId === key);
      const line = cart[position];
      switch (kind) {
        case "add": {
          const grown = addLine(cart, item);
          return grown.ok ? grown.value : cart;
        }
        case "join":
          return addLines(cart, [{ ...item, quantity }]);
        case "quantity":
          return setQuantity(cart, key, quantity);
        case "remove and undo":
          return line ? restoreLine(removeLine(cart, key), line, position) : cart;
        default:
          return parseCart(serializeCart(cart)).cart;
      }
    };
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
        let cart: Cart = [];
        const lists = new Set<string | undefined>();
        for (const step of steps) {
          cart = applyStep(cart, step);
          if (step.kind === "add" || step.kind === "join") lists.add(step.of);
          expect(new Set(cart.map(({ specification }) => specification))).toEqual(lists);
          expect(cart).toHaveLength(lists.size);
          for (const line of cart) expect(line.cartItemId).toBe(cartItemIdOf(line));
        }
      }),
    );
  });
});
