import { expect, test } from "vitest";
import { postedProduct, productFormOf } from "./posted-product.ts";

const red = { hex: "#FF0000", name: "Red" };

test("a posted form is read field by field; a box that is not posted is off, and an empty count is none", () => {
  expect(
    productFormOf({
      name: "Gown",
      inStock: "on",
      sizes: "M",
      variants: [{ size: "M", color: "", kind: "counted", stock: "", knownStock: "", sku: "G-1" }],
    }),
  ).toMatchObject({
    name: "Gown",
    inStock: true,
    featured: false,
    sizes: ["M"],
    variants: [{ size: "M", kind: "counted", stock: 0, knownStock: null, sku: "G-1" }],
    images: [],
  });
});

test("preset colors follow their boxes, own colors their rows; an emptied row is gone", () => {
  const own = { hex: "#123456", name: "Dusk" };
  const colors = [red, own, { hex: "", name: "" }];
  expect(productFormOf({ colors, presets: ["#FF0000", "#0000FF"] }).colors).toEqual([
    red,
    own,
    { hex: "#0000FF", name: "Blue" },
  ]);
  expect(productFormOf({ colors }).colors).toEqual([own]);
});

test("images keep their posted order, their primary one and none that is removed", () => {
  const [one, two, three] = ["1", "2", "3"].map(
    (digit) => `0198f000-0000-7000-8000-00000000000${digit}`,
  );
  const images = [
    { mediaId: two, altText: "Back" },
    { mediaId: one },
    { mediaId: three, remove: "on" },
  ];
  expect(productFormOf({ images, primaryImage: one }).images).toEqual([
    { mediaId: two, altText: "Back", primary: false },
    { mediaId: one, altText: "", primary: true },
  ]);
});

test("a post of anything else is refused with an error at each field, and never fails", () => {
  for (const raw of [{}, { name: ["a", "b"], colors: "red", variants: 7, images: { a: 1 } }]) {
    const { error } = postedProduct.safeParse(raw);
    expect(error?.issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining([["name"], ["price"], ["gender"], ["categoryId"]]),
    );
  }
});
