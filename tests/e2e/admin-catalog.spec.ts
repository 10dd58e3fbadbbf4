import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { scriptRuns, scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const LIST = "/admin?tab=products";

/** A table for wide screens and cards for phones: one is visible. */
const visible = (page: Page, role: "button" | "checkbox" | "link", name: string | RegExp) =>
  page.getByRole("main").getByRole(role, { name, exact: true }).filter({ visible: true });

async function addDraft(name: string): Promise<string> {
  await currentShop().inDatabase((db) => addProduct(db, name, { draft: true, inStock: false }));
  return name;
}

test("a draft opens as its page will look, from the list and the form, and for nobody but admins", async ({
  page,
  browser,
}) => {
  const name = "Sash Belt (copy)";
  await visit(page, `${LIST}&q=Sash+Belt`);
  await visible(page, "button", "Duplicate Sash Belt").click();
  await expect(page.getByText("The copy is a draft until you publish it.")).toBeVisible();
  const link = visible(page, "link", `Preview ${name} (opens in a new tab)`);
  const path = (await link.getAttribute("href")) ?? "";
  await visible(page, "link", `Edit ${name}`).click();
  const inForm = page.getByRole("link", { name: "Preview (opens in a new tab)" });
  await expect(inForm).toHaveAttribute("href", path);
  const opening = page.waitForEvent("popup");
  await inForm.click();
  const preview = await opening;
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(preview.getByRole("region", { name: "Draft preview" })).toBeVisible();
  await expect(preview.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const add = preview.getByRole("button", { name: "Add to Cart" }).filter({ visible: true });
  await expect(add).toHaveAccessibleDescription(/A draft cannot be ordered/);
  await add.click({ force: true });
  await expectAccessible(preview);
  await expect(preview.getByText("Please choose a size")).toHaveCount(0);
  await onPhone(preview, () => expectAccessible(preview));
  await expectFitsEveryWidth(preview);
  await using visitor = await openVisitor(browser);
  for (const each of [path, `${path}.data`]) {
    const response = await visitor.page.request.get(each);
    expect(response.status(), each).toBe(404);
    expect(response.headers()["cache-control"]).toContain("no-store");
    expect(await response.text()).not.toContain(name);
  }
});

// Specification 2.130
test("the list is filtered by name, category and gender, and the URL keeps the filter", async ({
  page,
}) => {
  await visit(page, LIST);
  await page.getByLabel("Search by name").pressSequentially("shirt white");
  await expect(page).toHaveURL(`${LIST}&q=shirt+white`);
  await expect(visible(page, "checkbox", /^Select (?!all)/)).toHaveCount(1);
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.getByLabel("Search by name").fill("");
  await page.getByLabel("Category", { exact: true }).selectOption("Evening Elegance");
  await expect(page).toHaveURL(/category=/);
  const men = page.getByRole("navigation", { name: "Gender" }).getByRole("link", { name: /^Male/ });
  await men.click();
  await expect(page).toHaveURL(/gender=male/);
  // The URL changes before the list.
  await expect(men).toHaveAttribute("aria-current", "true");
  await expect(visible(page, "checkbox", /^Select (?!all)/)).toHaveCount(1);
  await expect(visible(page, "checkbox", "Select Rupununi Dinner Jacket")).toBeVisible();
  await page.reload();
  await scriptRuns(page);
  await expect(visible(page, "checkbox", /^Select (?!all)/)).toHaveCount(1);
  await expect(visible(page, "checkbox", "Select Rupununi Dinner Jacket")).toBeVisible();
  await expect(page.getByLabel("Category", { exact: true }).locator(":checked")).toHaveText(
    "Evening Elegance",
  );
});

// Specification 1.5, 2.146, 5.39, 8.12
test("a product is deleted after the specification's question, and Undo restores it in the shop", {
  tag: "@once-unsteady",
}, async ({ page }) => {
  const name = "Sunday Robe";
  const address = await pathOfProduct(name);
  await visit(page, `${LIST}&q=${encodeURIComponent(name)}`);
  await visible(page, "button", `Delete ${name}`).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question).toContainText(
    "This action cannot be undone. This will permanently delete the product from your database.",
  );
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(visible(page, "button", `Delete ${name}`)).toBeFocused();
  await visible(page, "button", `Delete ${name}`).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Product deleted successfully")).toBeVisible();
  await expect(visible(page, "button", `Delete ${name}`)).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Everything is as it was")).toBeVisible();
  await expect(visible(page, "button", `Delete ${name}`)).toHaveCount(1);
  expect((await page.request.get(address)).status()).toBe(200);
});

// Specification 2.131
test("selected products change together, and one Undo reverts them all", {
  tag: "@phone",
}, async ({ page }) => {
  const name = await addDraft("Harvest Wool Coat, shorter");
  await visit(page, `${LIST}&q=${encodeURIComponent(name)}`);
  await visible(page, "checkbox", `Select ${name}`).check();
  const bar = page.getByRole("region", { name: "Chosen products" });
  await expect(bar).toContainText("1 selected");
  await expectAccessible(page);
  expect(await scrollsSideways(page)).toBe(false);
  await bar.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("1 product is published")).toBeVisible();
  const status = page.getByRole("main").getByText("In Stock", { exact: true });
  await expect(status.filter({ visible: true })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Everything is as it was")).toBeVisible();
  await expect(status.filter({ visible: true })).toHaveCount(0);
});

test("a change by another admin is not overwritten, and the list shows it", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 409/);
  const name = await addDraft("Brickdam Trousers, wider");
  await visit(page, `${LIST}&q=${encodeURIComponent(name)}`);
  const other = await page.context().newPage();
  await visit(other, `${LIST}&q=${encodeURIComponent(name)}`);
  for (const each of [page, other]) await visible(each, "checkbox", `Select ${name}`).check();
  await other.getByRole("button", { name: "Feature", exact: true }).click();
  await expect(other.getByText("1 product is featured")).toBeVisible();
  await page.getByRole("button", { name: "In stock", exact: true }).click();
  await expect(page.getByText("Nothing was changed")).toBeVisible();
  await expect(page.getByText("Featured", { exact: true }).filter({ visible: true })).toHaveCount(
    1,
  );
  await other.close();
});

// Specification 8.13
test("when the shop does not respond, the list says so and stays", async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  await visit(page, LIST);
  await page.route(/\/admin\.data/, (route) => route.abort());
  await visible(page, "button", "Delete Kaieteur Gown").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(
    page.getByText(
      "Error deleting product: Failed to delete product: The shop could not be reached",
    ),
  ).toBeVisible();
  await expect(visible(page, "button", "Delete Kaieteur Gown")).toBeVisible();
});

test("an admin who was signed out meanwhile is sent to the login and back to the list", async ({
  page,
}) => {
  await visit(page, `${LIST}&q=gown`);
  await page.context().clearCookies();
  await visible(page, "button", "Duplicate Kaieteur Gown").click();
  await expect(page).toHaveURL("/login?next=%2Fadmin%3Ftab%3Dproducts%26q%3Dgown");
});

// Specification 2.131
test("j, k and the arrow keys move through the list, Space selects, and letters outside the list do nothing", async ({
  page,
}) => {
  await visit(page, LIST);
  await expect(page.getByText(/move between products, Space\s+selects one/)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("body")).toBeFocused();
  const boxes = visible(page, "checkbox", /^Select (?!all)/);
  await page.getByRole("region", { name: "Products", exact: true }).focus();
  await page.keyboard.press("j");
  await expect(boxes.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(boxes.nth(1)).toBeChecked();
  await expect(page.getByRole("main").getByText("1 selected")).toBeVisible();
});

const CATEGORIES = "/admin?tab=categories";
const strip = (page: Page) => page.getByRole("navigation", { name: "Clothing categories" });
const opened = (page: Page) => page.getByRole("heading", { level: 3 });

// The keyboard test covers this at 1440 px: admin-keyboard.spec.ts.
// Specification 1.5, 2.143, 2.144, 2.145, 4.35, 5.26, 8.20, 8.21
test("a category is created, described and deleted, and a mistake loses no input", {
  tag: "@phone",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  const name = "Kaftans";
  await visit(page, CATEGORIES);
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
  await expect(page.getByRole("main").getByText("No products in this category")).toBeVisible();

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
  await visit(page, CATEGORIES);
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
  const name = "Shawls";
  await visit(page, CATEGORIES);
  await page.getByRole("button", { name: "Add New Category" }).click();
  await page.getByLabel("Category Name").fill(name);
  await page.getByRole("button", { name: "Create Category" }).click();
  await expect(opened(page)).toHaveText(name);
  const form = await (await page.request.get(`${CATEGORIES}&dialog=edit-category`)).text();
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
