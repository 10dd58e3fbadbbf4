import { describe, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, isAvailable, priceOf } from "#features/catalog/products/product.ts";
import type {
  MadeToMeasureTerms,
  OptionGroup,
} from "#features/garments/options/made-to-measure-terms.ts";
import { isOfferedToMeasure, withCustomSize } from "./custom-size.ts";

const SHOP = { madeToMeasureMinDays: 7, madeToMeasureMaxDays: 14 };

const choice = (id: string, priceMinor: number, isInStock = true) => ({
  id,
  name: id,
  description: "",
  imageId: null,
  price: money(priceMinor),
  cloth: { id: `cloth ${id}`, isAvailable: isInStock, name: id, colorHex: "" },
  isPictured: false,
  style: null,
});

const group = (required: boolean, choices: OptionGroup["choices"]): OptionGroup => ({
  id: `${required}`,
  name: "Cloth",
  kind: "cloth",
  required,
  choices,
});

const termsWith = (changes: Partial<MadeToMeasureTerms> = {}): MadeToMeasureTerms => ({
  isOffered: true,
  surcharge: money(2_000),
  extraDays: 18,
  clothLengthMm: 2_000,
  hasMonogram: false,
  measurements: { required: ["chest", "waist"], optional: [] },
  groups: [group(true, [choice("silk", 9_000), choice("wool", 1_500)])],
  components: [],
  ...changes,
});

const shirt = (changes: Partial<ProductDetail> = {}): ProductDetail => ({
  id: "shirt",
  slug: "shirt",
  name: "Shirt",
  price: money(18_500),
  gender: "unisex",
  garmentType: "shirt",
  categoryName: "",
  inStock: true,
  images: [],
  colors: [],
  description: "",
  materials: "",
  care: "",
  collectionPath: null,
  sizes: ["M", CUSTOM_SIZE],
  variants: [
    { size: CUSTOM_SIZE, color: "", stockCount: null },
    { size: "M", color: "", stockCount: 3 },
  ],
  ...changes,
});

const custom = { size: CUSTOM_SIZE, color: null };

describe("the size Custom on a product's page", () => {
  test("costs the surcharge and the cheapest required option more, and other sizes cost the same", () => {
    const offered = withCustomSize(shirt(), termsWith(), SHOP);
    expect(priceOf(offered, custom).price).toEqual(money(22_000));
    expect(priceOf(offered, { size: "M", color: null }).price).toEqual(money(18_500));
    expect(offered.variants.map(({ size }) => size)).toEqual([CUSTOM_SIZE, "M"]);
  });

  test("costs what its images show, in required options and in others", () => {
    const silk = { ...choice("silk", 9_000), isPictured: true };
    const terms = termsWith({
      groups: [
        group(true, [choice("wool", 1_500), silk]),
        group(false, [{ ...choice("piping", 500), isPictured: true }]),
      ],
    });
    expect(priceOf(withCustomSize(shirt(), terms, SHOP), custom).price).toEqual(money(30_000));
  });

  test("a reduced price stays reduced by the same amount", () => {
    const reduced = shirt({ compareAt: money(20_000) });
    const { price, was } = priceOf(withCustomSize(reduced, termsWith(), SHOP), custom);
    expect([price, was]).toEqual([money(22_000), money(23_500)]);
  });

  test("without a variant of its own it has its price in every color", () => {
    const colors = [
      { hex: "#000000", name: "Black" },
      { hex: "#FFFFFF", name: "White" },
    ];
    const offered = withCustomSize(shirt({ colors, variants: [] }), termsWith(), SHOP);
    for (const { hex } of colors) {
      expect(priceOf(offered, { size: CUSTOM_SIZE, color: hex }).price).toEqual(money(22_000));
    }
  });

  test("the cheapest option counts only while its cloth is in stock", () => {
    const terms = termsWith({
      groups: [group(true, [choice("silk", 9_000), choice("wool", 0, false)])],
    });
    expect(priceOf(withCustomSize(shirt(), terms, SHOP), custom).price).toEqual(money(29_500));
  });

  test("it says what it takes: days of making from the shop's least, minutes of measuring", () => {
    const { made } = withCustomSize(shirt(), termsWith({ extraDays: 5 }), SHOP);
    expect(made).toEqual({ madeToMeasureMinDays: 5, madeToMeasureMaxDays: 5, minutes: 5 });
  });

  test.each([
    ["without terms", null],
    ["not offered by the owner", termsWith({ isOffered: false })],
    [
      "with a required option that is used up",
      termsWith({ groups: [group(true, [choice("wool", 0, false)])] }),
    ],
  ])("is no size of the product %s", (_, terms) => {
    expect(isOfferedToMeasure(terms)).toBe(false);
    const product = withCustomSize(shirt(), terms, SHOP);
    expect(product.sizes).toEqual(["M"]);
    expect(product.made).toBeUndefined();
    expect(isAvailable(product, CUSTOM_SIZE, null)).toBe(false);
  });

  test("as the only size it stays and is not available", () => {
    const only = shirt({ sizes: [CUSTOM_SIZE], variants: [] });
    const product = withCustomSize(only, null, SHOP);
    expect(product.sizes).toEqual([CUSTOM_SIZE]);
    expect(isAvailable(product, CUSTOM_SIZE, null)).toBe(false);
  });
});
