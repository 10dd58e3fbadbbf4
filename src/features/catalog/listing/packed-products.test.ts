import fc from "fast-check";
import { expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import { packProducts, unpackProducts } from "./packed-products.ts";

const text = fc.string({ unit: "binary", maxLength: 30 });
const image = fc.record({
  id: fc.uuid(),
  alt: text,
  width: fc.nat(),
  height: fc.nat(),
  focalX: fc.double({ min: 0, max: 1, noNaN: true }).map((each) => each + 0),
  focalY: fc.double({ min: 0, max: 1, noNaN: true }).map((each) => each + 0),
  color: fc.option(fc.constant("#1F2A3C")),
});
const product: fc.Arbitrary<ProductSummary> = fc.record({
  id: fc.uuid(),
  slug: text,
  name: text,
  price: fc.nat().map((minorUnits) => money(minorUnits, "USD")),
  gender: fc.constantFrom("female", "male", "unisex"),
  garmentType: text,
  categoryName: text,
  inStock: fc.boolean(),
  images: fc.array(image, { maxLength: 4 }),
  sizes: fc.array(text, { maxLength: 8 }),
  colors: fc.array(fc.record({ hex: text, name: text }), { maxLength: 4 }),
  variants: fc.array(
    fc
      .record({ size: text, color: text, stockCount: fc.option(fc.nat(), { nil: null }) })
      .chain((variant) =>
        fc.oneof(
          fc.constant(variant),
          fc
            .record({ priceMinor: fc.nat(), compareAtMinor: fc.option(fc.nat()) })
            .map((own) => ({ ...variant, ...own })),
        ),
      ),
    { maxLength: 9 },
  ),
});

it("packed products unpack unchanged", () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 4 }), (products) => {
      expect(unpackProducts(packProducts(products))).toEqual(products);
    }),
  );
});
