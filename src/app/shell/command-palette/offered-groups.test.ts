import { describe, expect, test } from "vitest";
import { NO_SEARCH_RESULTS } from "#features/office/reports/admin-search-results.ts";
import { businessAreas, contentAreas } from "../admin-areas.ts";
import type { Choice } from "./choice.ts";
import {
  firstGroups,
  foundChoices,
  groupsFor,
  searchDestinations,
  stillNamed,
} from "./offered-groups.ts";
import { parseRecent, withRecent } from "./recent-choices.browser.ts";

const labels = (text: string) => searchDestinations(text).map(({ label }) => label);

const gown: Choice = { kind: "product", path: "/admin/products/edit/1", label: "Kaieteur Gown" };

describe("places", () => {
  test("every page of the admin is found by its own name, and first", () => {
    for (const { label } of [...contentAreas, ...businessAreas]) {
      expect(labels(label)[0], label).toBe(label);
    }
  });

  test("settings are found by field, by inner tab and by other words an owner may use", () => {
    expect(labels("contact ph")).toEqual(["Contact Phone"]);
    expect(labels("delivery price")).toEqual(["Shipping rates"]);
    expect(labels("stripe")).toEqual([
      "Taxes worked out by Stripe",
      "Publishable Key",
      "Secret Key",
    ]);
    expect(searchDestinations("site name")[0]?.path).toBe("/admin?tab=settings#general.siteName");
  });

  test("actions are found by what they do", () => {
    expect(labels("new prod")).toEqual(["New product"]);
    expect(labels("add product")).toEqual(["New product", "Import products"]);
    expect(labels("csv")).toEqual(["Import products"]);
    expect(labels("add")).toContain("Upload");
  });

  test("a text of no word and a word of nothing find no place", () => {
    expect(labels(" % ")).toEqual([]);
    expect(labels("zzqx")).toEqual([]);
  });
});

test("before anything is typed stand what was chosen last, actions and pages, each once", () => {
  const upload: Choice = { kind: "action", path: "/admin?tab=media#upload", label: "Upload" };
  const groups = firstGroups([gown, upload]);
  expect(groups.map(({ title }) => title)).toEqual(["Recent", "Actions", "Pages"]);
  const paths = groups.flatMap(({ choices }) => choices.map(({ path }) => path));
  expect(new Set(paths).size).toBe(paths.length);
  expect(firstGroups([]).map(({ title }) => title)).toEqual(["Actions", "Pages"]);
});

test("places stand before what the shop found, so that a late answer moves nothing above it", () => {
  const titles = (found: readonly Choice[]) => groupsFor("orders", found).map(({ title }) => title);
  expect(titles([])).toEqual(["Pages", "Settings"]);
  expect(titles([gown])).toEqual(["Pages", "Settings", "Products"]);
});

test("what the shop found leads to its page of the admin and says what it is", () => {
  const id = "0198f000-0000-4000-8000-000000000009";
  const choices = foundChoices({
    ...NO_SEARCH_RESULTS,
    products: [
      {
        id,
        name: "Gown",
        categoryName: "Evening Elegance",
        price: { minorUnits: 124_900, currency: "USD" },
        inStock: false,
        image: null,
      },
    ],
    categories: [{ id, name: "Kaftans", productCount: 1 }],
    orders: [
      {
        id,
        customerEmail: "asha@example.com",
        status: "completed",
        total: { minorUnits: 12_000, currency: "USD" },
      },
    ],
    media: [{ id, name: "reel.mp4", isImage: false }],
  });
  expect(choices).toMatchObject([
    {
      path: `/admin/products/edit/${id}`,
      detail: "Evening Elegance · Out of Stock",
      aside: "$1,249.00",
    },
    { path: `/admin?tab=categories&category=${id}`, detail: "1 product" },
    { path: `/admin/orders/${id}`, label: "0198f000", detail: "asha@example.com · Completed" },
    { path: `/admin?tab=media&item=${id}`, detail: "Video" },
  ]);
});

test("until the shop has answered, of the last answer stays what the longer text still names", () => {
  const shirt: Choice = { kind: "product", path: "/admin/products/edit/2", label: "Linen Shirt" };
  expect(stillNamed([gown, shirt], "kaiet go")).toEqual([gown]);
  expect(stillNamed([gown, shirt], "silk")).toEqual([]);
});

describe("what was chosen last", () => {
  test("appears once, the newest first, five at most", () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ ...gown, path: `/admin/${index}` }));
    const recent = many.reduce<Choice[]>((held, choice) => withRecent(choice, held), []);
    expect(recent.map(({ path }) => path)).toEqual([6, 5, 4, 3, 2].map((n) => `/admin/${n}`));
    expect(withRecent({ ...gown, path: "/admin/4" }, recent)[0]?.path).toBe("/admin/4");
    expect(withRecent({ ...gown, path: "/admin/4" }, recent)).toHaveLength(5);
  });

  test("stores nothing about the customer", () => {
    const order: Choice = { kind: "order", path: "/admin/orders/1", label: "1…", detail: "a@b.c" };
    expect(JSON.stringify(withRecent(order, []))).not.toContain("a@b.c");
  });

  test.each([null, "", "{", "7", "{}", '[null, 1, {"path": "https://evil.example"}]'])(
    "is empty where the browser holds %j",
    (stored) => expect(parseRecent(stored)).toEqual([]),
  );

  test("comes back as it was kept, but never leads out of the shop", () => {
    const elsewhere = [
      { ...gown, path: "//evil.example" },
      { ...gown, path: "javascript:1" },
    ];
    expect(parseRecent(JSON.stringify([gown, ...elsewhere]))).toEqual([gown]);
  });
});
