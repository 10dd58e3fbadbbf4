import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ProductActions } from "#app/admin/catalog/products/product-list.tsx";
import type { AdminProduct } from "#features/catalog/editing/admin-product-queries.server.ts";
import { CategoryProductCard } from "./category-products.tsx";

const gown: AdminProduct = {
  id: "0198f000-0000-7000-8000-000000000001",
  version: 1,
  name: "Kaieteur Gown",
  categoryId: null,
  categoryName: "",
  gender: "unisex",
  price: { minorUnits: 125_000, currency: "USD" },
  inStock: false,
  draft: false,
  featured: true,
  stock: 3,
  image: { id: "0198f000-0000-7000-8000-000000000002", focalX: 0.5, focalY: 0.5 },
  sizes: ["S", "Custom"],
  colors: [{ hex: "#20382D", name: "Forest" }],
};

function written(part: ReactElement): string {
  const Page = createRoutesStub([{ path: "/", Component: () => part }]);
  return renderToStaticMarkup(<Page />);
}

// Specification 2.141
test("a card tells name, gender, featured, picture, price, stock, sizes and colors, and can be edited and deleted", () => {
  const html = written(<CategoryProductCard product={gown} onOpen={() => undefined} />);
  for (const text of ["Kaieteur Gown", "Unisex", "Featured", "$1,250.00", "Out of Stock"]) {
    expect(html).toContain(text);
  }
  expect(html).toContain("S · Custom");
  expect(html).toContain("Forest");
  expect(html).toContain(`/images/${gown.image?.id}/`);
  expect(html).toContain('aria-label="Delete Kaieteur Gown"');
});

const linkOf = (html: string, label: string) =>
  [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(label));

// Specification 2.142
test("a card's Edit leads to the product's form", () => {
  const html = written(<CategoryProductCard product={gown} onOpen={() => undefined} />);
  expect(linkOf(html, "Edit Kaieteur Gown")).toContain(`href="/admin/products/edit/${gown.id}"`);
});

// Specification 2.130
test("a product in the list is edited, viewed in a new tab and deleted from its own line", () => {
  const nothing = () => undefined;
  const html = written(<ProductActions product={gown} onPost={nothing} onOpen={nothing} />);
  expect(linkOf(html, "Edit Kaieteur Gown")).toContain(`href="/admin/products/edit/${gown.id}"`);
  const view = linkOf(html, "View Kaieteur Gown (opens in a new tab)");
  expect(view).toContain(`href="/product/${gown.id}"`);
  expect(view).toContain('target="_blank"');
  expect(html).toContain('aria-label="Delete Kaieteur Gown"');
});
