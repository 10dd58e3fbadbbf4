import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { ownerTest as test, uniqueName } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { visit } from "#tests/support/browser/shop.ts";

const TAB = "/admin?tab=categories";
const strip = (page: Page) => page.getByRole("navigation", { name: "Clothing categories" });
const opened = (page: Page) => page.getByRole("heading", { level: 3 });

// Specification 2.135, 2.137, 3.7
test("the six system categories come first with a shield and cannot be deleted", async ({
  page,
}) => {
  await visit(page, TAB);
  await expect(page.getByRole("heading", { name: "Clothing Categories" })).toBeVisible();
  await expect(page.getByText("System categories cannot be deleted.")).toBeVisible();
  const shields = strip(page).getByRole("link").filter({ hasText: "System category" });
  await expect(shields).toHaveCount(6);
  await expect(strip(page).getByRole("link").first()).toHaveAttribute("aria-current", "true");
  await expect(opened(page)).toContainText("Business Attire");
  await expect(page.getByText("Professional wardrobe essentials")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await expect(main.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
});

// Specification 2.141
test("a product's card shows its gender, price, stock, sizes and colors", { tag: "@both" }, async ({
  page,
}) => {
  await visit(page, TAB);
  const card = page.getByRole("article").filter({ hasText: "Stabroek Two-Piece Suit" });
  for (const text of ["Male", "$1,499.00", "In Stock", "XS · S · M · L · XL · XXL · Custom"]) {
    await expect(card).toContainText(text);
  }
  await expect(card.getByRole("list", { name: "Colors" }).getByRole("listitem")).not.toHaveCount(0);
  await card.getByRole("button", { name: "Delete Stabroek Two-Piece Suit" }).click();
  await expect(page.getByRole("alertdialog", { name: "Are you sure?" })).toBeVisible();
});

// The keyboard test covers this at 1440 px: admin-keyboard.spec.ts.
// Specification 1.5, 2.143, 2.144, 2.145, 4.35, 5.26, 8.20, 8.21
test("a category is created, described and deleted, and a mistake loses no input", {
  tag: "@phone",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  const name = uniqueName("Kaftans");
  await visit(page, TAB);
  await page.getByRole("button", { name: "Add New Category" }).click();
  const adding = page.getByRole("dialog", { name: "Add New Category" });
  await adding.getByRole("button", { name: "Create Category" }).click();
  await expect(adding.getByText("Category name is required")).toBeVisible();
  await expect(adding.getByLabel("Category Name")).toBeFocused();
  await adding.getByLabel("Category Name").fill("business attire");
  await adding.getByLabel("Description").fill("Long and light");
  await adding.getByRole("button", { name: "Create Category" }).click();
  await expect(page.getByText("Failed to create category")).toBeVisible();
  await expect(adding.getByText("A category with this name exists already.")).toBeVisible();
  await expect(adding.getByLabel("Description")).toHaveValue("Long and light");
  await expectAccessible(page);
  await adding.getByLabel("Category Name").fill(` ${name} `);
  await adding.getByRole("button", { name: "Create Category" }).click();
  await expect(page.getByText("Category created successfully")).toBeVisible();
  await expect(opened(page)).toHaveText(name);
  await expect(page.getByText("No products in this category")).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editing = page.getByRole("dialog", { name: "Edit Category" });
  await expect(editing.getByLabel("Category Name")).toHaveValue(name);
  await editing.getByLabel("Description").fill("Longer and lighter");
  await editing.getByRole("button", { name: "Update Category" }).click();
  await expect(page.getByText("Category updated successfully")).toBeVisible();
  await expect(page.getByRole("main").getByText("Longer and lighter")).toBeVisible();

  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(
    "This will permanently delete this clothing category. This action cannot be undone.",
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Category deleted successfully")).toBeVisible();
  await expect(opened(page)).toContainText("Business Attire");
  await expect(strip(page).getByRole("link", { name })).toHaveCount(0);
});

// Specification 8.20
test("when the shop does not respond, the dialog says so and keeps its input", async ({
  page,
  noise,
}) => {
  noise.expect(cutOffNoise);
  await visit(page, TAB);
  await page.route(/\/admin\.data/, (route) => route.abort());
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editing = page.getByRole("dialog", { name: "Edit Category" });
  await editing.getByLabel("Description").fill("What I typed");
  await editing.getByRole("button", { name: "Update Category" }).click();
  await expect(page.getByText("Failed to update category")).toBeVisible();
  await expect(editing.getByRole("alert")).toContainText("Failed to save category");
  await expect(editing.getByLabel("Description")).toHaveValue("What I typed");
});

// Specification 5.27, 8.20
test("a deletion that the server refuses shows the specification's message", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  const name = uniqueName("Shawls");
  await visit(page, TAB);
  await page.getByRole("button", { name: "Add New Category" }).click();
  await page.getByLabel("Category Name").fill(name);
  await page.getByRole("button", { name: "Create Category" }).click();
  await expect(opened(page)).toHaveText(name);
  const form = await (await page.request.get(`${TAB}&dialog=edit-category`)).text();
  const field = (named: string) => form.match(`name="${named}" value="([^"]+)"`)?.[1] ?? "";
  const system = { intent: "delete-category", id: field("id"), version: field("version") };
  await page.route(/\/admin\.data/, (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: new URLSearchParams(system).toString() })
      : route.continue(),
  );
  const remove = async () => {
    await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  };
  await remove();
  await expect(page.getByText("Cannot Delete")).toBeVisible();
  await expect(
    page.getByText("System categories cannot be deleted as they are used throughout the site."),
  ).toBeVisible();
  await page.unroute(/\/admin\.data/);
  await remove();
  await expect(page.getByText("Category deleted successfully")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a category is added, changed and deleted with plain forms, and a mistake loses nothing", async ({
    page,
    noise,
  }) => {
    noise.expect(/status of 422/);
    const name = uniqueName("Wraps");
    await page.goto(TAB);
    await page.getByRole("button", { name: "Add New Category" }).click();
    await page.getByLabel("Category Name").fill("smart casual");
    await page.getByLabel("Description").fill("Long and light");
    await page.getByRole("button", { name: "Create Category" }).click();
    await expect(page.getByText("Failed to create category")).toBeVisible();
    await expect(page.getByText("A category with this name exists already.")).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Long and light");
    await page.getByLabel("Category Name").fill(name);
    await page.getByRole("button", { name: "Create Category" }).click();
    await expect(page.getByText("Category created successfully")).toBeVisible();
    await strip(page).getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Category Name")).toHaveValue(name);
    await page.getByLabel("Description").fill("Longer and lighter");
    await page.getByRole("button", { name: "Update Category" }).click();
    await expect(page.getByText("Category updated successfully")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(
      page.getByText("This will permanently delete this clothing category."),
    ).toBeVisible();
    const question = page.getByRole("region", { name: `Delete ${name}?` });
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Category deleted successfully")).toBeVisible();
    await expect(strip(page).getByRole("link", { name })).toHaveCount(0);
  });
});
