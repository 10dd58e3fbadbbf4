import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { productCategories, products } from "#db/schema/catalog.server.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signedInAdmin } from "#tests/support/requests/sign-in.ts";

const { shop } = shopSuite();

const CATEGORIES = "/admin?tab=categories";
const PRODUCTS = "/admin?tab=products";

/** What a field holds, by the beginning of its label. */
const entryIn = (page: ShownPage, label: string) =>
  page.getByLabelText<HTMLInputElement>((text) => text.startsWith(label)).value;

function strip(page: ShownPage) {
  return page.inside(page.getByRole("navigation", { name: "Clothing categories" }));
}

// Specification 2.128
test("every tab of the dashboard has its URL, and an unknown tab opens the products", async () => {
  const admin = await signedInAdmin();
  const tabsOf = (page: ShownPage) =>
    page.inside(page.getByRole("navigation", { name: "Content" }));
  const current = (page: ShownPage) =>
    tabsOf(page).getAllByRole("link", { current: "page" }).map(textOf);
  const unknown = await admin.open("/admin?tab=nonsense");
  expect(current(unknown)).toEqual(["All Products"]);
  expect(unknown.getByRole("heading", { level: 1 }).textContent).toBe("Content Management System");
  const categories = await unknown.follow(
    tabsOf(unknown).getByRole("link", { name: "Clothing Categories" }),
  );
  expect(categories.url.search).toBe("?tab=categories");
  expect(current(categories)).toEqual(["Clothing Categories"]);
});

// Specification 2.135, 2.137, 3.7
test("the six system categories come first with a shield and cannot be deleted", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(CATEGORIES);
  expect(page.getByRole("heading", { name: "Clothing Categories" })).toBeDefined();
  expect(page.text).toContain("System categories cannot be deleted.");
  const links = strip(page).getAllByRole("link");
  const isShielded = links.map((link) => textOf(link).includes("System category"));
  expect(isShielded.slice(0, 6)).toEqual([true, true, true, true, true, true]);
  expect(isShielded.slice(6)).not.toContain(true);
  expect(links[0]?.getAttribute("aria-current")).toBe("true");
  expect(textOf(page.getByRole("heading", { level: 3 }))).toContain("Business Attire");
  expect(page.text).toContain("Professional wardrobe essentials");
  expect(page.getByRole("button", { name: "Edit" })).toBeDefined();
  expect(page.queryByRole("button", { name: "Delete" })).toBeNull();
});

// Specification 2.141
test("a product's card in its category shows its gender, price, stock, sizes and colors", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(CATEGORIES);
  const card = page
    .getAllByRole("article")
    .find((each) => textOf(each).includes("Stabroek Two-Piece Suit"));
  if (!card) throw new Error("The suit has no card");
  for (const text of ["Male", "$1,499.00", "In Stock", "XS · S · M · L · XL · XXL · Custom"]) {
    expect(textOf(card)).toContain(text);
  }
  const colors = page.inside(page.inside(card).getByRole("list", { name: "Colors" }));
  expect(colors.getAllByRole("listitem").length).toBeGreaterThan(0);
});

test("an empty list of products says so and links to all products", async () => {
  const admin = await signedInAdmin();
  const empty = await admin.open(`${PRODUCTS}&q=zzqx`);
  expect(empty.text).toContain("No products found");
  const all = await empty.follow("Show everything");
  expect(all.url.search).toBe("?tab=products");
  const list = all.inside(all.getByRole("main"));
  for (const link of list.getAllByRole("link", { name: /^View / })) {
    expect(link.getAttribute("target")).toBe("_blank");
  }
});

test("a column header sorts the list of products and reverses the order on the second press", async () => {
  const admin = await signedInAdmin();
  const priceOf = (page: ShownPage) => page.getByRole("columnheader", { name: /^Price/ });
  const press = (page: ShownPage) =>
    page.follow(page.inside(priceOf(page)).getByRole("link", { name: /^Price/ }));
  const ascending = await press(await admin.open(PRODUCTS));
  expect(ascending.url.search).toBe("?tab=products&sort=price");
  expect(priceOf(ascending).getAttribute("aria-sort")).toBe("ascending");
  const descending = await press(ascending);
  expect(priceOf(descending).getAttribute("aria-sort")).toBe("descending");
});

test("a category is added, changed and deleted with plain forms, and a mistake loses nothing", async () => {
  const admin = await signedInAdmin();
  const adding = await (await admin.open(CATEGORIES)).press("Add New Category");
  const refused = await adding.press("Create Category", {
    "Category Name": "smart casual",
    Description: "Long and light",
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Failed to create category");
  expect(refused.text).toContain("A category with this name exists already.");
  expect(entryIn(refused, "Description")).toBe("Long and light");
  const created = await refused.press("Create Category", { "Category Name": "Wraps" });
  expect(created.text).toContain("Category created successfully");
  const opened = await created.follow("Wraps");
  const editing = await opened.press("Edit");
  expect(entryIn(editing, "Category Name")).toBe("Wraps");
  const updated = await editing.press("Update Category", { Description: "Longer and lighter" });
  expect(updated.text).toContain("Category updated successfully");
  const stored = await shop().inDatabase((db) =>
    db.select().from(productCategories).where(eq(productCategories.name, "Wraps")),
  );
  expect(stored.map(({ description }) => description)).toEqual(["Longer and lighter"]);
  const asking = await updated.press("Delete");
  const question = asking.getByRole("region", { name: "Delete Wraps?" });
  expect(textOf(question)).toContain("This will permanently delete this clothing category.");
  const deleted = await asking.press(
    asking.inside(question).getByRole("button", { name: "Delete" }),
  );
  expect(deleted.text).toContain("Category deleted successfully");
  expect(strip(deleted).queryByRole("link", { name: "Wraps" })).toBeNull();
});

test("a product is created and edited with an image by plain forms, and an error keeps the input", async () => {
  const admin = await signedInAdmin();
  const name = "Quiet Shirt";
  const empty = await admin.open("/admin/products/new");
  const refused = await empty.press("Publish", {
    Category: "Smart Casual",
    "Price ($)": "",
    "Product Name": name,
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Price is required");
  expect(entryIn(refused, "Product Name")).toBe(name);
  const { buffer, mimeType } = await photograph("quiet.png", 200);
  const created = await refused.press("Publish", {
    "Price ($)": "80",
    "Drop pictures here, or choose them": new File([new Uint8Array(buffer)], "quiet.png", {
      type: mimeType,
    }),
  });
  expect(created.url.pathname + created.url.search).toBe(PRODUCTS);
  const [stored] = await shop().inDatabase((db) =>
    db.select().from(products).where(eq(products.name, name)),
  );
  const editing = await admin.open(`/admin/products/edit/${stored?.id}`);
  expect(entryIn(editing, "Price ($)")).toBe("80.00");
  const images = editing.getByRole("list", { name: "Images" });
  expect(editing.inside(images).getAllByRole("listitem")).toHaveLength(1);
});

test("an unknown product is a 404 page that leads to all products", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open("/admin/products/edit/0198f000-0000-7000-8000-000000000000");
  expect(page.status).toBe(404);
  expect(page.text).toContain("Product not found");
  const all = await page.follow("All products");
  expect(all.url.pathname + all.url.search).toBe(PRODUCTS);
});
