import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { SETTINGS_DEFAULTS } from "#features/settings/settings-sections.ts";
import { ProductPage } from "./product-page.tsx";

const soldOut: ProductDetail = {
  id: "p",
  slug: "sash",
  name: "Sash",
  price: money(9_500),
  gender: "female",
  garmentType: "accessory",
  categoryName: "Women's Accessories",
  collectionPath: "/collections/womens-accessories",
  inStock: true,
  images: [],
  sizes: ["S", "M"],
  colors: [],
  variants: [
    { size: "S", color: "", stockCount: 0 },
    { size: "M", color: "", stockCount: 0 },
  ],
  description: "",
  materials: "",
  care: "",
};

function pageOf(product: ProductDetail): string {
  const terms = SETTINGS_DEFAULTS.shipping;
  const delivery: string[] = [];
  const element = <ProductPage product={product} delivery={delivery} terms={terms} address="" />;
  const html = renderToString(
    <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />,
  );
  return html.replaceAll("<!-- -->", "");
}

// Specification 2.79
it("says 'Stock Status: Out of Stock' of a product sold out in every size, and sells none", () => {
  const html = pageOf(soldOut);
  expect(html).toContain("Stock Status: Out of Stock");
  const [add = ""] = html.match(/<button[^>]*>Add to Cart/) ?? [];
  expect(add).toContain('aria-disabled="true"');
});

it("says 'Stock Status: In Stock' while one size is left", () => {
  const variants = [{ size: "S", color: "", stockCount: 1 }];
  expect(pageOf({ ...soldOut, variants })).toContain("Stock Status: In Stock");
});
