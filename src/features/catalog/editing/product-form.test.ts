import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptTheirs,
  COLOR_PRESETS,
  combinationsOf,
  differencesOf,
  emptyProductForm,
  problemsOf,
  readHex,
  SIZE_OPTIONS,
  withColor,
} from "./product-form.ts";
import { slugOf } from "./product-slug.ts";

const whole = { ...emptyProductForm(), name: "Gown", categoryId: "Smart Casual" };

// Specification 9.22
test("a complete form has no errors, and a new one starts at price 0, female, in stock and not featured", () => {
  expect(problemsOf(whole)).toEqual({});
  expect(whole).toMatchObject({ price: "0", gender: "female", inStock: true, featured: false });
});

test.each([
  ["name", " ", "Product name is required"],
  ["price", "", "Price is required"],
  ["price", "-1", "Price must be positive"],
  ["price", "ten", "Price must be a number with at most two decimals"],
  ["price", "1.005", "Price must be a number with at most two decimals"],
  ["categoryId", "", "Please select a category"],
  ["slug", "No Spaces", "The URL takes small letters, digits and single hyphens"],
  // Specification 5.28, 5.29, 5.30
])("%s %j is refused: %s", (field, raw, text) => {
  expect(problemsOf({ ...whole, [field]: raw })).toEqual({ [field]: text });
});

// Specification 3.36, 9.18, 9.19
test("the owner chooses from seven sizes and nine preset colors", () => {
  expect(SIZE_OPTIONS.join(", ")).toBe("XS, S, M, L, XL, XXL, Custom");
  const names = COLOR_PRESETS.map(({ name }) => name.toLowerCase());
  expect(names.join(", ")).toBe("black, white, red, green, blue, yellow, pink, brown, grey");
});

// Specification 5.34
test("a color that already exists is ignored", () => {
  const red = { hex: "#FF0000", name: "Red" };
  expect(withColor([red], { hex: "#FF0000", name: "Hibiscus" })).toEqual([red]);
  expect(withColor([red], { hex: "#0000FF", name: "Blue" })).toHaveLength(2);
});

// Specification 3.38
describe("a custom color", () => {
  test.each([
    ["#FF0000", "#FF0000"],
    ["#f0a", "#FF00AA"],
    [" #abcdef ", "#ABCDEF"],
    // Specification 5.32
  ])("%j is read as %s", (raw, hex) => expect(readHex(raw)).toBe(hex));

  test.each(["", "red", "FF0000", "#FF00", "#GG0000", "#FF000000", "javascript:1"])(
    "%j is refused",
    (raw) => expect(readHex(raw)).toBeNull(),
  );
});

test("any name becomes a slug that stays the same when slugged again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      const slug = slugOf(name);
      expect(slug).toMatch(
        /^([\p{L}\p{N}][\p{L}\p{N}\p{M}]*(-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*)?$/u,
      );
      expect(slugOf(slug)).toBe(slug);
    }),
  );
  expect(slugOf("L’Été — Robe d'Or")).toBe("lete-robe-dor");
});

test.each([
  ["Straße", "strasse"],
  ["Łódź", "lodz"],
  ["Søren Ærø", "soren-aero"],
  ["Đurđa", "durda"],
  ["Ilık Işık İzmir", "ilik-isik-izmir"],
  ["Cœur & Þór", "coeur-thor"],
  ["Nguyễn Hường", "nguyen-huong"],
  ["Платье «Осень»", "платье-осень"],
  ["Йогурт Ёлка", "йогурт-ёлка"],
  ["夏-dress", "夏-dress"],
  ["冬-dress", "冬-dress"],
  ["ドレス １２", "ドレス-12"],
  ["श्री कुर्ता", "श्री-कुर्ता"],
  ["فستان صيف", "فستان-صيف"],
  ["Φόρεμα Ώρα", "φόρεμα-ώρα"],
  ["여름 원피스", "여름-원피스"],
  ["😀", ""],
])("%s has the slug %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(slugOf(slug)).toBe(slug);
});

test("variants are every size in every color, Custom has none, and no size means the default sizes", () => {
  expect(combinationsOf({ sizes: ["S", "Custom"], colors: [{ hex: "#000000" }] })).toEqual([
    { size: "S", color: "#000000" },
  ]);
  expect(combinationsOf({ sizes: [], colors: [] })).toHaveLength(5);
});

const base = { ...emptyProductForm(), name: "Gown", description: "Long" };
const variant = {
  size: "S",
  color: "",
  kind: "counted" as const,
  stock: 5,
  knownStock: 5,
  sku: "S-1",
};

test("only what somebody else changed is a difference, and it says whether both did", () => {
  const mine = { ...base, name: "My gown", care: "Brush" };
  const theirs = { ...base, name: "Their gown", materials: "Silk" };
  expect(differencesOf(base, mine, theirs)).toEqual([
    { field: "name", isMine: true },
    { field: "materials", isMine: false },
  ]);
  expect(differencesOf(base, theirs, theirs)).toEqual([]);
});

test("a description whose lines end differently is no difference", () => {
  const opened = { ...base, description: "Linen\r\nLined" };
  const current = { ...base, description: "Linen\nLined" };
  expect(differencesOf(opened, opened, current)).toEqual([]);
});

test("what is taken over replaces the owner's, the rest stays, and stock is then what the form says", () => {
  const mine = { ...base, name: "My gown", variants: [{ ...variant, stock: 9 }] };
  const theirs = {
    ...base,
    name: "Their gown",
    description: "Short",
    variants: [{ ...variant, stock: 7, knownStock: 7 }],
  };
  expect(acceptTheirs(mine, theirs, ["description"])).toEqual({
    ...mine,
    description: "Short",
    variants: [{ ...variant, stock: 9, knownStock: 7 }],
  });
});
