import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { productCategories } from "#db/schema/catalog.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { holdResponses } from "#tests/support/browser/hold-responses.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { openPicker, pressOn, tabTo } from "#tests/support/browser/keyboard.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import { scriptRuns, scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

const NEW = "/admin/products/new";
const LIST = "/admin?tab=products";
const images = (page: Page) =>
  page.getByRole("list", { name: "Images", exact: true }).getByRole("listitem");
const picker = (page: Page) => page.getByLabel(/choose them/);

async function edit(page: Page, name: string): Promise<void> {
  await visit(page, `${LIST}&q=${encodeURIComponent(name)}`);
  await page
    .getByRole("link", { name: `Edit ${name}`, exact: true })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Product");
}

/** Published, without an image. */
async function addSmartProduct(db: Database, name: string): Promise<void> {
  const [category] = await db
    .select()
    .from(productCategories)
    .where(eq(productCategories.name, "Smart Casual"));
  if (!category) throw new Error("The category is missing");
  await addProduct(db, name, { categoryId: category.id });
}

test("all rows are counted at once in a form that was opened by its URL", async ({ page }) => {
  await visit(page, NEW);
  await page.getByLabel("Pieces each").fill("5");
  await page.getByRole("button", { name: "Set all rows" }).click();
  await expect(page.getByLabel("Pieces of M", { exact: true })).toHaveValue("5");
});

test("what is entered before the page's script has arrived stays in the form and is saved", {
  tag: "@phone",
}, async ({ page }) => {
  const deliver = await holdResponses(page, /\/assets\/[^/]+\.js$/);
  await page.goto(NEW, { waitUntil: "commit" });
  await page.getByLabel("Product Name").fill("Early Wrap");
  await page.getByLabel("Description").fill("Written at once.");
  await page.getByLabel("Category", { exact: true }).selectOption("Smart Casual");
  await page.getByLabel("Price ($)").fill("65");
  await page.locator("label", { has: page.getByLabel("M", { exact: true }) }).click();
  deliver();
  await scriptRuns(page);
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(page.getByLabel("Product Name")).toHaveValue("Early Wrap");
  await expect(page.getByLabel("Description")).toHaveValue("Written at once.");
  await expect(page.getByLabel("M", { exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Save as Draft" }).click();
  await expect(toasts(page).getByText("nobody sees it until you publish it")).toBeVisible();
});

// The keyboard test covers this at 1440 px: admin-keyboard.spec.ts.
// Specification 2.15, 2.20, 2.166, 2.169, 2.170, 2.171, 2.172, 2.173, 2.175, 3.37, 5.28, 5.29, 5.31
// Specification 5.33, 7.33, 8.23, 8.31
test("a product is created with images, sizes, colors and stock, and appears in the shop", {
  tag: "@phone",
}, async ({ page }) => {
  const name = "Berbice Wrap";
  await visit(page, NEW);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create New Product");
  const submit = page.getByRole("button", { name: "Publish" });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("No images uploaded yet.")).toHaveText(
    "No images uploaded yet. Add some images to showcase this product.",
  );
  await page.getByLabel("Category", { exact: true }).selectOption("Smart Casual");
  await page.getByLabel("Price ($)").fill("");
  await submit.click();
  await expect(page.getByText("Product name is required").first()).toBeVisible();
  await expect(page.getByText("Price is required").first()).toBeVisible();
  await page.getByLabel("Product Name").fill(name);
  await page.getByLabel("Description").fill("Cut on the bias.");
  await page.getByLabel("Price ($)").fill("129.50");
  await page.getByRole("group", { name: "Sizes" }).getByText("M", { exact: true }).click();
  await page.getByRole("group", { name: "Colors" }).getByText("Blue", { exact: true }).click();
  await page.getByLabel("Custom color").fill("#12G");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Invalid color")).toBeVisible();
  await page.getByLabel("How M, Blue is sold").selectOption("Counted");
  await page.getByLabel("Pieces of M, Blue").fill("3");
  await picker(page).setInputFiles([await photograph("front.png"), await photograph("back.png")]);
  await expect(page.getByText("2 image(s) selected for upload")).toBeVisible();
  await expect(images(page)).toHaveCount(2);
  await expect(images(page).first()).toContainText("Primary");
  await page.getByLabel("Alt text of image 2").fill("Seen from behind");
  await page.getByRole("button", { name: "Make image 2 primary" }).click();
  await expect(page.getByText("Primary image updated")).toBeVisible();
  // A trial click fails under the toast.
  await submit.click({ trial: true });
  await expect(page.getByLabel("Alt text of image 1")).toHaveValue("Seen from behind");
  await expectAccessible(page);
  expect(await scrollsSideways(page)).toBe(false);
  await submit.click();
  await expect(page.getByText("Product created successfully")).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "View in shop" }).click();
  const shop = await opened;
  await expect(shop).toHaveURL(/\/product\//);
  await expect(shop.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(shop.getByText("$129.50").first()).toBeVisible();
  await expect(shop.getByRole("main").getByAltText("Seen from behind").first()).toBeVisible();
  await shop.close();
  await edit(page, name);
  await page.getByRole("button", { name: "Remove image 2" }).click();
  await expect(page.getByText("Image removed successfully")).toBeVisible();
});

test("an image given to a color shows with that color alone, and the choice survives the next edit", async ({
  page,
}) => {
  const name = "Two-Color Wrap";
  await visit(page, NEW);
  await page.getByLabel("Category", { exact: true }).selectOption("Smart Casual");
  await page.getByLabel("Product Name").fill(name);
  await page.getByLabel("Price ($)").fill("10");
  const colors = page.getByRole("group", { name: "Colors" });
  await colors.getByText("Blue", { exact: true }).click();
  await colors.getByText("Red", { exact: true }).click();
  await picker(page).setInputFiles([await photograph("front.png"), await photograph("back.png")]);
  await page.getByLabel("Alt text of image 1").fill("In red");
  await page.getByLabel("Alt text of image 2").fill("In blue");
  await page.getByLabel("Color of image 1").selectOption("Shows Red");
  await page.getByLabel("Color of image 2").selectOption("Shows Blue");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Product created successfully")).toBeVisible();
  await edit(page, name);
  await expect(page.getByLabel("Color of image 2")).toHaveValue("#0000FF");
  const preview = await page.getByRole("link", { name: /^Preview/ }).getAttribute("href");
  await visit(page, `${preview}?color=Blue`);
  const main = page.getByRole("main");
  await expect(main.getByAltText("In blue").first()).toBeVisible();
  await expect(main.getByAltText("In red")).toHaveCount(0);
  await main.getByRole("group", { name: "Available Colors" }).getByText("Red").click();
  await expect(main.getByAltText("In red").first()).toBeVisible();
  await expect(main.getByAltText("In blue")).toHaveCount(0);
});

// Specification 2.16, 2.161, 8.23
test("the second of two editors sees what changed, chooses, and overwrites nothing unread", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 409/);
  const name = "Abary Coat";
  await currentShop().inDatabase((db) => addSmartProduct(db, name));
  await edit(page, name);
  const other = await page.context().newPage();
  await edit(other, name);
  await other.getByLabel("Description").fill("Her words");
  await other.getByLabel("Price ($)").fill("99");
  await other.getByRole("button", { name: "Update Product" }).click();
  await expect(other.getByText("Product updated successfully")).toBeVisible();
  await other.close();
  await page.getByLabel("Description").fill("His words");
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(page.getByText("Someone else changed this product in the meantime")).toBeVisible();
  const price = page.getByRole("group", { name: "Price" });
  await expect(price.getByLabel(/Theirs/)).toBeChecked();
  const text = page.getByRole("group", { name: "Description" });
  await expect(text.getByLabel(/Yours/)).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Go on with these" }).click();
  await expect(page.getByLabel("Price ($)")).toHaveValue("99.00");
  await expect(page.getByLabel("Description")).toHaveValue("His words");
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(page.getByText("Product updated successfully")).toBeVisible();
  // The generated image must be accessible too.
  await visit(page, "/shop");
  await expectAccessible(page);
});

// Specification 2.171, 5.25, 8.31
test("files that are not images are rejected with the specification's message, and the others are accepted", async ({
  page,
}) => {
  await visit(page, NEW);
  const notes = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
  const empty = { name: "empty.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) };
  await picker(page).setInputFiles([notes, empty, await photograph("gown.png", 80)]);
  const refused = page.getByRole("list", { name: "Not taken" });
  await expect(refused).toContainText("Invalid file type: notes.pdf is not a valid image file");
  await expect(refused).toContainText("File is smaller than 1 bytes (it is empty): empty.jpg");
  await expect(images(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await expect(page.getByText("Image removed from upload queue")).toBeVisible();
  await expect(images(page)).toHaveCount(0);
});

// Specification 2.165
test("leaving a page with unsaved changes asks first, and Escape stays", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, LIST);
  await page.getByRole("link", { name: "Add New Product" }).click();
  await page.getByLabel("Product Name").fill("Unsaved");
  await page.getByRole("link", { name: "Back" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Product Name")).toHaveValue("Unsaved");
  await page.getByRole("link", { name: "Back" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(LIST);
});

// Specification 8.23, 8.29, 8.30
test("a save that does not reach the shop loses no input", async ({ page, noise }) => {
  noise.expect(cutOffNoise);
  await visit(page, NEW);
  await page.getByLabel("Product Name").fill("Kept");
  await page.getByLabel("Price ($)").fill("80");
  await page.getByLabel("Category", { exact: true }).selectOption("Smart Casual");
  await page.route("**/admin/products/new.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("alert").getByText("Failed to save product")).toBeVisible();
  await expect(page.getByLabel("Product Name")).toHaveValue("Kept");
  await expect(page).toHaveURL(NEW);
});

// Specification 2.15, 2.139, 2.162, 2.163, 2.164, 2.166, 2.168, 2.174
test("Add Product in a category pre-selects it, and saving returns to the dashboard", async ({
  page,
}) => {
  await visit(page, "/admin?tab=categories");
  await page.route("**/admin/products/new.data*", async (route) => {
    await expect(page.getByText("Loading the product")).toBeAttached();
    await expect(page.getByText("Checking admin privileges...")).toBeAttached();
    await route.continue();
  });
  await page.getByRole("link", { name: "Add Product" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Create New Product in Business Attire",
  );
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("Business Attire");
  await expect(page.getByLabel("Category", { exact: true })).toHaveAttribute("readonly");
  await expect(page.getByLabel("Target Gender")).toBeDisabled();
  await page.getByLabel("Product Name").fill("Mahdia Suit");
  await page.getByLabel("Price ($)").fill("310");
  await page.route("**/admin/products/new.data*", async (route) => {
    // The dashboard loads the form again in advance.
    if (route.request().method() === "POST") {
      await expect(page.getByRole("button", { name: "Creating Product..." })).toBeVisible();
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Product created successfully")).toBeVisible();
  await expect(page).toHaveURL("/admin");
});

const csvFile = (rows: readonly string[]) => ({
  name: "pieces.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    ["Handle,Title,Variant Price,Option1 Name,Option1 Value", ...rows].join("\n"),
  ),
});

test("a CSV file is checked and imported with the keyboard, appears in the shop, and is exported unchanged", async ({
  page,
}) => {
  await test.step("the check lists every line and changes nothing", async () => {
    await visit(page, "/admin?tab=products");
    await pressOn(page, page.getByRole("link", { name: "Import", exact: true }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import products");
    const rows = [
      "pomeroon-wrap,Pomeroon Wrap,129.50,Size,S",
      "pomeroon-wrap,,,,M",
      "berbice-cape,Berbice Cape,ninety,Size,S",
    ];
    await tabTo(page, page.getByRole("main").getByRole("combobox").first());
    const picker = await openPicker(page, page.getByRole("button", { name: "Choose a CSV file" }));
    await picker.setFiles(csvFile(rows));
    await expect(page.getByRole("heading", { name: "pieces.csv is checked" })).toBeVisible();
    const lines = page.getByRole("region", { name: "Line by line" });
    await expect(lines.getByText("Pomeroon Wrap")).toBeVisible();
    await expect(lines.getByText("Price must be a number with at most two decimals")).toBeVisible();
    await pressOn(page, lines.getByRole("link", { name: "Refused 1" }));
    await expect(lines.getByText("Pomeroon Wrap")).toBeHidden();
    await expect(lines.getByText(/line 4, Variant Price/)).toBeVisible();
    await expectAccessible(page);
    const shop = await page.request.get("/search?q=pomeroon+wrap");
    expect(shop.status()).toBe(200);
    expect(await shop.text()).not.toContain("Pomeroon Wrap");
  });

  await test.step("the import shows its progress and the product is in the shop", async () => {
    await pressOn(page, page.getByRole("button", { name: "Import 1 product" }));
    await expect(page.getByText("The import is finished")).toBeVisible();
    await expect(page.getByText("1 created, 0 changed, 0 unchanged, 1 refused.")).toBeVisible();
    await expectAccessible(page);
    const report = page.waitForEvent("download");
    await pressOn(page, page.getByRole("link", { name: "Download the report" }));
    const text = await readFile(await (await report).path(), "utf8");
    expect(text).toContain("pomeroon-wrap,Pomeroon Wrap,new,created");
    const shop = await page.request.get("/search?q=pomeroon+wrap");
    expect(await shop.text()).toContain("Pomeroon Wrap");
  });

  await test.step("an exported file contains nothing to import", async () => {
    const exported = page.waitForEvent("download");
    await pressOn(page, page.getByRole("link", { name: "export your products" }));
    const path = await (await exported).path();
    const file = { name: "products.csv", mimeType: "text/csv", buffer: await readFile(path) };
    const again = page.getByRole("button", { name: /^Choose (a CSV|another) file/ });
    await (await openPicker(page, again)).setFiles(file);
    await expect(page.getByText("There is nothing to import")).toBeVisible();
    await pressOn(page, page.getByRole("button", { name: "Forget this file" }));
    await expect(page.getByRole("heading", { name: "products.csv is checked" })).toBeHidden();
    expect(await scrollsSideways(page)).toBe(false);
  });
});
