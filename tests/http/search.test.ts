import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";

const { visitor } = shopSuite();

/** The names of the products that a search found, in their order. */
function foundNames(page: ShownPage, text: string): string[] {
  const found = page.inside(page.getByRole("region", { name: `“${text}”` }));
  return found
    .getAllByRole("article")
    .map((card) => page.inside(card).getByRole("heading").textContent ?? "");
}

test("without JavaScript, search, filters and sorting are forms", async () => {
  const search = await visitor().open("/search");
  const boxes = search.inside(search.getByRole("main")).getAllByLabelText("Search the shop");
  const box = boxes.at(-1) as HTMLInputElement;
  expect(box.form?.getAttribute("action")).toBe("/search");
  expect(box.form?.method).toBe("get");
  expect(box.name).toBe("q");
  const results = await visitor().open("/search?q=silk");
  const filters = await results.follow("Filter");
  const filtered = await filters.press("Show pieces", { "Evening Elegance": true });
  expect(filtered.url.search).toBe("?q=silk&gender=all&category=evening-elegance");
  expect(foundNames(filtered, "silk")[0]).toMatch(/Gown|Dress|Skirt/);
  const sorted = await filtered.press("Sort", { "Sort by": "Name, A to Z" });
  expect(sorted.url.searchParams.get("sort")).toBe("name");
  expect(sorted.url.searchParams.get("category")).toBe("evening-elegance");
  expect(foundNames(sorted, "silk")).toEqual(foundNames(filtered, "silk").toSorted());
  expect(foundNames(sorted, "silk")[0]).toBe("Hibiscus Column Dress");
});

test("sorting puts the cheapest first", async () => {
  const collection = await visitor().open("/collections/mens-accessories");
  const page = await collection.press("Sort", { "Sort by": "Price, low to high" });
  expect(page.url.pathname + page.url.search).toBe("/collections/mens-accessories?sort=price-up");
  const prices = page
    .inside(page.getByRole("main"))
    .getAllByRole("article")
    .map(({ textContent }) => Number(/\$([\d,.]+)/.exec(textContent ?? "")?.[1]));
  expect(prices.length).toBeGreaterThan(2);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  const [first] = page.inside(page.getByRole("main")).getAllByRole("article");
  expect(first?.textContent).toContain("Linen Pocket Square");
});

test("a search without a result suggests searches, collections and the shop", async () => {
  const page = await visitor().open("/search?q=zzqx");
  page.getByRole("heading", { name: "Nothing found for “zzqx”" });
  const main = page.inside(page.getByRole("main"));
  expect(main.getByRole("link", { name: "Browse Shop" }).getAttribute("href")).toBe("/shop");
  const collection = main.getByRole("link", { name: /^Evening Elegance/ });
  expect(collection.getAttribute("href")).toBe("/collections/evening-elegance");
});

test("a hostile search causes no server error", async () => {
  for (const text of [
    "%00",
    "%F0%9F%91%97",
    "%E0%A4%A",
    "%27%22%3B--",
    "%3Cscript%3E",
    "a".repeat(10_000),
    "+".repeat(99),
  ]) {
    for (const path of [
      `/search?q=${text}`,
      `/search/suggestions?q=${text}`,
      `/shop?size=${text}&color=${text}&price=${text}&category=${text}&sort=${text}&show=${text}`,
    ]) {
      expect((await visitor().request(path)).status, path.slice(0, 60)).toBeLessThan(500);
    }
  }
});
