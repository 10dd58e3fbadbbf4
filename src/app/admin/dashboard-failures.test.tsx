import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { CategoriesPanel } from "#app/admin/catalog/categories/categories-panel.tsx";
import { CategoryProducts } from "#app/admin/catalog/categories/category-products.tsx";
import { MediaPanel } from "#app/admin/catalog/media/media-panel.tsx";
import { ProductFormPage } from "#app/admin/catalog/products/form/product-form-page.tsx";
import { ProductsPanel } from "#app/admin/catalog/products/products-panel.tsx";
import { SiteImagesPanel } from "#app/admin/catalog/site-images/site-images-panel.tsx";
import { tabFallback } from "#app/admin/office/dashboard/tab-fallback.ts";
import { SettingsPanel } from "#app/admin/settings/settings/settings-panel.tsx";
import { SettingsLoading } from "#app/components/admin/tab-loading.tsx";
import { readMediaFilter } from "#features/base/media/media-item.ts";
import { readAdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";

/** Renders on the server. */
function written(part: ReactElement): string {
  const Page = createRoutesStub([{ path: "/admin", Component: () => part }]);
  return renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
}

// Specification 8.11
test("products that could not be loaded show the specification's message, with Retry", () => {
  const filter = readAdminProductFilter(new URLSearchParams());
  const html = written(<ProductsPanel content={{ filter, found: null }} />);
  expect(html).toContain("Error loading products.");
  expect(html).toContain("Retry");
});

// Specification 2.136, 8.20
test("an empty list of categories says so, with a way on", () => {
  const html = written(
    <CategoriesPanel content={{ categories: [], active: null, products: null }} />,
  );
  for (const text of [
    "No clothing categories found.",
    "Create your first clothing category",
    "Retry",
  ]) {
    expect(html).toContain(text);
  }
});

// Specification 2.140
test("a category's products that could not be loaded are not called absent: there is Retry", () => {
  const html = written(<CategoryProducts products={null} newPath="/admin/products/new" />);
  expect(html).toContain("No products found");
  expect(html).toContain("Retry");
});

// Specification 2.140
test("a category without products leads to its first one", () => {
  const none = { rows: [], counts: { female: 0, male: 0, unisex: 0 }, page: 1, pageCount: 1 };
  const html = written(<CategoryProducts products={none} newPath="/admin/products/new?a=b" />);
  expect(html).toContain("No products in this category");
  expect(html).toMatch(/href="\/admin\/products\/new\?a=b"[^>]*>Add New Product</);
});

// Specification 8.25, 8.32
test("a product that could not be loaded for its form shows a message and Retry instead of the form", () => {
  const html = written(<ProductFormPage content={{ preset: null, found: null }} posted={null} />);
  expect(html).toContain("Failed to fetch product images");
  expect(html).toContain("Retry");
  expect(html).not.toContain("Product Name");
});

// Specification 8.20
test("categories whose images could not be loaded show the specification's message", () => {
  const html = written(<SiteImagesPanel content={{ part: "categories", categories: null }} />);
  expect(html).toContain("Failed to fetch custom categories");
  expect(html).toContain("Retry");
});

// Specification 8.14, 8.25
test("media and a page's images that could not be loaded show the specification's message", () => {
  const filter = readMediaFilter(new URLSearchParams());
  const storageTrouble = "The bucket shop cannot be reached.";
  const content = { filter, storageTrouble, found: null };
  const library = written(<MediaPanel content={content} />);
  expect(library).toContain(storageTrouble);
  expect(library).toContain("Failed to fetch media");
  expect(library).toContain("Retry");
  const heroes = { part: "heroes", pageName: "home", heroes: null } as const;
  const images = written(<SiteImagesPanel content={heroes} />);
  expect(images).toContain("Failed to fetch page images");
  expect(images).toContain("Retry");
});

// Specification 2.149
test("site images without a category say 'No categories found'", () => {
  const html = written(<SiteImagesPanel content={{ part: "categories", categories: [] }} />);
  for (const text of ["No categories found", "Upload Preset Images", "Refresh"]) {
    expect(html).toContain(text);
  }
});

// Specification 8.16
test("settings that could not be loaded show the specification's message, with Retry", () => {
  const html = written(
    <SettingsPanel content={{ tab: "general", settings: null, payments: null, images: null }} />,
  );
  expect(html).toContain("Error fetching settings");
  expect(html).toContain("Retry");
});

test("a tab that did not arrive is left as its own loader leaves it when the database fails", () => {
  const left = (query: string) => tabFallback(new URLSearchParams(query));
  expect(left("tab=products&q=gown")).toMatchObject({
    tab: "products",
    content: { filter: { search: "gown" }, found: null },
  });
  expect(left("tab=categories").content).toEqual({ categories: [], active: null, products: null });
  expect(left("tab=media&q=gown").content).toMatchObject({
    filter: { search: "gown" },
    found: null,
  });
  expect(left("tab=site-images").content).toEqual({ part: "categories", categories: null });
  const heroes = { part: "heroes", pageName: "shop", heroes: null };
  expect(left("tab=site-images&part=heroes&page=shop").content).toEqual(heroes);
  const settings = { tab: "footer", settings: null, payments: null, images: null };
  expect(left("tab=settings&part=footer").content).toEqual(settings);
});

// Specification 2.153
test("settings that are still loading show the specification's message", () => {
  expect(written(<SettingsLoading />)).toContain("Loading settings...");
});
