import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { missingPageNoise, refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { fillDelivery } from "#tests/support/browser/payment.ts";
import { haveInCart, productPath, scrollsSideways, visit } from "#tests/support/browser/shop.ts";

test.use({ javaScriptEnabled: false });

// Specification 7.1
test("without JavaScript the shop is browsed by links to collections, filters, pages and products", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Explore Collection" }).click();
  await expect(page).toHaveURL("/shop");
  const grid = page.getByRole("region", { name: "Our Story" });
  await expect(grid.getByRole("article")).toHaveCount(12);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/shop?page=2");
  await expect(grid.getByRole("article")).toHaveCount(12);
  await page.getByRole("link", { name: "Male", exact: true }).click();
  await expect(page).toHaveURL("/shop?gender=male");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Evening Elegance/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Evening Elegance" })).toBeVisible();
  await page.getByRole("link", { name: "Kaieteur Gown", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

test("without JavaScript a card's button opens its product", async ({ page }) => {
  await page.goto("/collections/evening-elegance");
  const card = page.getByRole("article").filter({ hasText: "Kaieteur Gown" });
  await card.getByRole("button", { name: "Add to Cart: Kaieteur Gown" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
});

test("without JavaScript a product shows its whole text, and its sections open", async ({
  page,
}) => {
  await page.goto(await productPath(page.request, "Kaieteur Gown"));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Kaieteur Gown" })).toBeVisible();
  await expect(main).toContainText("$1,250.00");
  await expect(main.locator("img").first()).toBeVisible();
  await main.getByText("Delivery and returns", { exact: true }).click();
  await expect(main.getByText("Express: 2-3 business days, $25 flat").last()).toBeVisible();
});

async function addGown(page: Page): Promise<void> {
  await page.goto(await productPath(page.request, "Kaieteur Gown"));
  await page.getByText("M", { exact: true }).click();
  await page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/cart/simple");
}

test("without JavaScript a product is added to the cart, counted and removed", {
  tag: "@both",
}, async ({ page, context }) => {
  await page.goto("/cart");
  await expect(page).toHaveURL("/cart/simple");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await addGown(page);
  const line = page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
  await expect(line).toContainText("Kaieteur Gown");
  await expect(line).toContainText("Size: M");
  expect(await scrollsSideways(page)).toBe(false);
  await line.getByRole("spinbutton").fill("2");
  await line.getByRole("button", { name: /^Update/ }).click();
  await expect(line).toContainText("$2,500.00");
  await page.goto("/cart");
  await expect(line).toContainText("$2,500.00");
  const byName = (left: { name: string }, right: { name: string }) =>
    left.name.localeCompare(right.name);
  expect((await context.cookies()).sort(byName)).toMatchObject([
    { name: "da_cart", httpOnly: true, path: "/cart/simple" },
    { name: "da_cart_hint", value: "waiting" },
  ]);
  await line.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

test("without JavaScript a size must be chosen before the product is added", async ({ page }) => {
  const path = await productPath(page.request, "Kaieteur Gown");
  await page.goto(path);
  await page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(path);
  const response = await page.request.post("/cart/simple", {
    form: { intent: "add", product: path.split("/").at(-1) ?? "" },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(response.status()).toBe(422);
  expect(await response.text()).toContain("Please choose a size");
});

test("without JavaScript an order is placed and paid, and the cart is empty afterwards", async ({
  page,
  noise,
}) => {
  noise.expect(refusedFormNoise);
  await addGown(page);
  await page.getByLabel("Email").fill("rosa@example");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await page.getByLabel("Email").fill("rosa.plain@example.org");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await expect(page).toHaveURL(/\/checkout\/test-payment\//);
  await fillDelivery(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

test("a cart filled without JavaScript joins the browser's cart once JavaScript is back", async ({
  page,
  context,
  browser,
}) => {
  await addGown(page);
  const storageState = await context.storageState();
  const scripted = await browser.newContext({ javaScriptEnabled: true, storageState });
  const tab = await scripted.newPage();
  await haveInCart(tab, "Sash Belt", "M");
  await visit(tab, "/cart");
  const lines = tab.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: "Kaieteur Gown" })).toContainText("Size: M");
  await expect.poll(async () => (await scripted.cookies()).map(({ name }) => name)).toEqual([]);
  await visit(tab, "/cart");
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: "Kaieteur Gown" })).toContainText("$1,250.00");
  await scripted.close();
});

test("without JavaScript the menu leads to the collections", { tag: "@both" }, async ({
  page,
  isMobile,
}) => {
  await page.goto("/cart");
  if (isMobile) {
    await page.getByRole("banner").getByRole("link", { name: "Menu" }).click();
    await expect(page).toHaveURL(/#pages$/);
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "Shop" }),
    ).toBeInViewport();
    return;
  }
  await page.getByRole("banner").getByRole("link", { name: "Collections" }).click();
  await expect(page).toHaveURL("/shop");
  await expect(page.getByRole("heading", { name: "Explore Our Collections" })).toBeVisible();
});

test("without JavaScript the catalog's filters work", { tag: "@both" }, async ({
  page,
  isMobile,
}) => {
  await page.goto("/catalog");
  if (isMobile) await page.locator("summary").filter({ hasText: "Filters" }).click();
  await page.getByRole("link", { name: "Outerwear" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Harvest Wool Coat" })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Kaieteur Gown" })).toHaveCount(0);
});

test("without JavaScript an unknown page still links to the home page", async ({ page, noise }) => {
  noise.expect(missingPageNoise);
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
});

/** Millimetres and grams become the form's centimeters and kilograms. */
function entryOf(name: MeasurementName, value: number): string {
  const { kind } = MEASUREMENTS[name];
  if (kind === "angle") return String(value);
  return String(value / (kind === "weight" ? 1_000 : 10));
}

test("without JavaScript a shirt is measured in one form, a questioned value is kept, and it is in the cart", {
  tag: "@phone",
}, async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  await page.goto(await productPath(page.request, "Savannah Linen Shirt"));
  await page.getByText("Custom", { exact: true }).click();
  await page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/made-to-measure\?color=/);
  for (const [name, value] of Object.entries(SHIRT_BODY)) {
    const fields = page.locator(`input[name^="reading-${name}-"]`);
    for (const field of await fields.all())
      await field.fill(entryOf(name as MeasurementName, value));
  }
  await page.getByRole("textbox", { name: "Wrist", exact: true }).fill("");
  await page.getByRole("textbox", { name: "Neck", exact: true }).fill("31");
  await page.getByText("French", { exact: true }).click();
  await page.getByLabel("Anything the atelier should know").fill("A watch on the left wrist.");
  const add = page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true });

  await test.step("what is missing is named at its field, and nothing is lost", async () => {
    await add.click();
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await expect(
      page.getByRole("textbox", { name: "Wrist", exact: true }),
    ).toHaveAccessibleDescription(/Please measure this and enter it/);
    await expect(page.getByRole("textbox", { name: "Neck", exact: true })).toHaveValue("31");
    await expect(page.getByRole("radio", { name: /^French/ })).toBeChecked();
    await expect(page.getByLabel("Anything the atelier should know")).toHaveValue(/watch/);
    expect(await scrollsSideways(page)).toBe(false);
  });

  await test.step("a value that the others do not suggest is asked about once", async () => {
    await page.getByRole("textbox", { name: "Wrist", exact: true }).fill("17");
    await add.click();
    await page.getByRole("checkbox", { name: "The neck is right as it is" }).check();
    await add.click();
    await expect(page).toHaveURL("/cart/simple");
    await expect(page.getByRole("main")).toContainText("$294.00");
  });

  const line = page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");
  await test.step("the cart has its options, and keeps what is added before and after", async () => {
    await expect(line.first()).toContainText("Made to your measurements");
    await expect(line.first()).toContainText("Cuff: French");
    await page.goto(`${await productPath(page.request, "Savannah Linen Shirt")}`);
    await page.getByText("M", { exact: true }).first().click();
    await page.getByRole("button", { name: "Add to Cart" }).filter({ visible: true }).click();
    await expect(line).toHaveCount(2);
  });

  await test.step("the line is changed in its place, with the measurements it has", async () => {
    await line
      .first()
      .getByRole("button", { name: /^Change measurements and options/ })
      .click();
    const save = page.getByRole("button", { name: "Save Changes" }).filter({ visible: true });
    await expect(save).toBeVisible();
    await expect(page.getByRole("radio", { name: /^French/ })).toBeChecked();
    await expect(page.getByLabel("Anything the atelier should know")).toHaveValue(/watch/);
    await expect(page.getByRole("textbox", { name: "Wrist", exact: true })).toHaveValue("");
    await page.getByText("Two buttons", { exact: true }).click();
    await save.click();
    await expect(page).toHaveURL("/cart/simple");
    await expect(line).toHaveCount(2);
    await expect(line.first()).toContainText("Cuff: Two buttons");
    expect(await scrollsSideways(page)).toBe(false);
  });
});
