import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor } from "#tests/support/browser/fixtures.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { productPath, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const LIST = "/admin?tab=products";

/** A table for wide screens and cards for phones: one is visible. */
const visible = (page: Page, role: "button" | "checkbox" | "link", name: string | RegExp) =>
  page.getByRole("main").getByRole(role, { name, exact: true }).filter({ visible: true });

const copyOf = (name: string) => `${name} (copy)`;

/** An unpublished product; filters the list by its name. */
async function makeCopy(page: Page, name: string): Promise<string> {
  await visit(page, `${LIST}&q=${encodeURIComponent(name)}`);
  const earlier = visible(page, "button", `Delete ${copyOf(name)}`);
  // A failed attempt left its copy.
  if ((await earlier.count()) > 0) {
    await earlier.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(earlier).toHaveCount(0);
  }
  await visible(page, "button", `Duplicate ${name}`).click();
  await expect(page.getByText("The copy is a draft until you publish it.")).toBeVisible();
  await expect(visible(page, "checkbox", `Select ${copyOf(name)}`)).toHaveCount(1);
  return copyOf(name);
}

test("a draft opens as its page will look, from the list and the form, and for nobody but admins", async ({
  page,
  browser,
}) => {
  const name = await makeCopy(page, "Sash Belt");
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
  await expect(preview.getByText("Please choose a size")).toHaveCount(0);
  await expectAccessible(preview);
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

// Specification 2.128
test("every tab of the dashboard has its URL, and an unknown tab opens the products", async ({
  page,
}) => {
  await visit(page, "/admin?tab=nonsense");
  const tabs = page.getByRole("navigation", { name: "Content", exact: true });
  const current = tabs.locator("[aria-current=page]");
  await expect(current).toHaveText("All Products");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Content Management System");
  await tabs.getByRole("link", { name: "Clothing Categories" }).click();
  await expect(page).toHaveURL("/admin?tab=categories");
  await expect(current).toHaveText("Clothing Categories");
  await page.goBack();
  await expect(current).toHaveText("All Products");
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
  const address = page.url();
  const served = await (await page.request.get(address)).text();
  const names = new Set(served.match(/aria-label="Select (?!all)[^"]+"/g)).size;
  expect(names).toBeGreaterThan(0);
  await expect(visible(page, "checkbox", /^Select (?!all)/)).toHaveCount(names);
  await visit(page, address);
  await expect(visible(page, "checkbox", /^Select (?!all)/)).toHaveCount(names);
  await expect(page.getByLabel("Category", { exact: true }).locator(":checked")).toHaveText(
    "Evening Elegance",
  );
});

test("an empty list says so and links to all products", async ({ page }) => {
  await visit(page, `${LIST}&q=zzqx`);
  await expect(page.getByText("No products found")).toBeVisible();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page).toHaveURL(LIST);
  await expect(visible(page, "link", /^View /).first()).toHaveAttribute("target", "_blank");
});

// Specification 1.5, 2.146, 5.39, 8.12
test("a product is deleted after the specification's question, and Undo restores it in the shop", async ({
  page,
}, { retry }) => {
  // A failed attempt may have left its product deleted.
  const name = retry > 0 ? "Hammock Lounge Trousers" : "Sunday Robe";
  const address = await productPath(page.request, name);
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
test("selected products change together, and one Undo reverts them all", { tag: "@both" }, async ({
  page,
  isMobile,
}) => {
  const name = await makeCopy(page, isMobile ? "Seawall Shirt Dress" : "Harvest Wool Coat");
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
  await visible(page, "button", `Delete ${name}`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No products found")).toBeVisible();
});

test("a change by another admin is not overwritten, and the list shows it", async ({
  page,
  noise,
  isMobile,
}) => {
  noise.expect(/status of 409/);
  const name = await makeCopy(page, isMobile ? "Regent Silk Shirt" : "Brickdam Trousers");
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
  await visible(page, "button", `Delete ${name}`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Product deleted successfully")).toBeVisible();
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

test.describe("by keyboard", () => {
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
    await expect(page.getByText("1 selected")).toBeVisible();
  });

  test("a column header sorts the list and reverses the order on the second press", async ({
    page,
  }) => {
    await visit(page, LIST);
    const head = page.getByRole("columnheader", { name: "Price" });
    await head.getByRole("link").click();
    await expect(page).toHaveURL(`${LIST}&sort=price`);
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
  });
});
