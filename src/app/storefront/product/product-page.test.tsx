import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { money } from "#core/money-amount.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
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

const dress: ProductDetail = { ...soldOut, garmentType: "dress", categoryName: "Evening Elegance" };

function pageOf(product: ProductDetail, isDraft = false): string {
  const terms = SETTINGS_DEFAULTS.shipping;
  const delivery: string[] = [];
  const page = {
    product,
    isDraft,
    delivery,
    customNote: null,
    cancellingNote: null,
    terms,
    address: "",
  };
  const element = <ProductPage {...page} />;
  const html = renderToString(
    <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />,
  );
  return html.replaceAll("<!-- -->", "");
}

it("says the same above 'Find my size' from the start, so that no space stays empty below it", () => {
  const [slot = ""] = /<p[^>]*>Not sure which size.*?Find my size/s.exec(pageOf(dress)) ?? [];
  expect(slot).toContain("Answer a few questions. They stay in this browser.</p>");
  expect(slot).not.toContain("min-h-");
});

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

it("disables Add to Cart of a draft, offers no inquiry, names the reason and saves it nowhere", () => {
  const draft = { ...soldOut, variants: [{ size: "S", color: "", stockCount: 1 }] };
  const html = pageOf(draft, true);
  const buttons = html.match(/<button[^>]*>(Add to Cart|Guyana Sales)/g) ?? [];
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    expect(button).toContain('aria-disabled="true"');
    expect(button).toContain('aria-describedby="draft-reason"');
  }
  expect(html).not.toContain("Guyana Sales");
  expect(html).toContain("A draft cannot be ordered.");
  expect(html).toContain("A draft, not for sale");
  expect(html).not.toContain("Choose a size");
  expect(html).not.toContain("<form");
  expect(html).not.toContain("wishlist");
});
