import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser/fixtures.ts";
import { haveMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import {
  cartSidebar,
  expectReadable,
  storedCart,
  tile,
  visit,
} from "#tests/support/browser/shop.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const SHIRT = "Savannah Linen Shirt";
const SECOND_COLOR = "Sea Green";

test("a guest chooses, begins to measure, and finds everything again after a reload", {
  tag: "@phone",
}, async ({ page }) => {
  const path = `${await pathOfProduct("Kaieteur Gown")}/made-to-measure`;
  await visit(page, path);
  await expect(
    page.getByRole("heading", { level: 1, name: "Kaieteur Gown", exact: true }),
  ).toBeVisible();
  await expectReadable(page);

  await page.getByText("Easy", { exact: true }).click();
  const remarks = page.getByLabel("Anything the atelier should know");
  await remarks.fill("I wear it with flat shoes.");

  await page.getByRole("button", { name: "Begin measuring" }).click();
  await expect(page.getByRole("dialog", { name: "Measuring: Me" })).toBeVisible();
  await page.getByRole("button", { name: "Stop for now" }).click();
  await expect(page.getByText(/^0 of \d+ measured$/)).toBeVisible();

  await page.getByRole("button", { name: /^Add to Cart/ }).click();
  await expect(page.getByText(/missing\. Please measure before you order/)).toBeVisible();
  expect(await storedCart(page)).toBeNull();

  await visit(page, path);
  await expect(remarks).toHaveValue("I wear it with flat shoes.");
  await expect(page.getByRole("radio", { name: /^Easy/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Me", exact: true })).toBeChecked();
  await expectReadable(page);
});

test("Custom on the product page leads to the measurements in the chosen color, and adds nothing by itself", {
  tag: "@phone",
}, async ({ page }) => {
  await visit(page, await pathOfProduct(SHIRT));
  await tile(page, "Available Colors", SECOND_COLOR).click();
  await tile(page, "Available Sizes", "Custom").click();
  const main = page.getByRole("main");
  await expect(main).toContainText("with a tape in about");
  await expect(main.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  await main
    .getByRole("link", { name: "Give Your Measurements" })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/\/made-to-measure\?/);
  expect(new URL(page.url()).searchParams.get("color")).toBe(SECOND_COLOR);
  expect(await storedCart(page)).toBeNull();
});

const { wrist, ...ALL_BUT_WRIST } = SHIRT_BODY;

type StoredLine = { specification?: string; price: number; quantity: number };

const lines = async (page: Page) => (await storedCart(page)) as readonly StoredLine[];
const total = (page: Page) => page.getByLabel("Your order").locator("output");
const send = (page: Page, name: RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true });

async function addShirt(page: Page): Promise<void> {
  await send(page, /^Add to Cart/).click();
  await expect(cartSidebar(page)).toBeVisible();
}

test("a guest takes the last measurement, chooses options at a live total, and changes the piece in its place", {
  tag: "@phone",
}, async ({ page }) => {
  await haveMeasured(page, "Me", ALL_BUT_WRIST);
  const product = await pathOfProduct(SHIRT);
  await visit(page, `${product}?size=Custom`);
  await page
    .getByRole("link", { name: "Give Your Measurements" })
    .filter({ visible: true })
    .click();
  await expect(page.getByText("16 of 17 measured")).toBeVisible();

  await test.step("the guide asks for what is missing", async () => {
    await page.getByRole("button", { name: "Continue measuring" }).click();
    await page.getByRole("textbox", { name: "Wrist" }).fill(String(wrist / 10));
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Stop for now" }).click();
    await expect(page.getByText("17 of 17 measured")).toBeVisible();
  });

  await test.step("it starts as pictured, and every option changes the total and the drawing", async () => {
    await expect(page.getByRole("radio", { name: /^Band/ })).toBeChecked();
    const drawing = page.getByRole("img", { name: /^Drawing of Savannah Linen Shirt/ });
    await expect(drawing).toHaveAccessibleName(/Collar: Band, Cuff: One button/);
    const before = await drawing.innerHTML();
    await expect(total(page)).toHaveText("$279.00");
    await page.getByText("French", { exact: true }).click();
    await expect(total(page)).toHaveText("$294.00");
    await expect(drawing).toHaveAccessibleName(/Collar: Band, Cuff: French/);
    expect(await drawing.innerHTML()).not.toBe(before);
    await page.getByText("Classic", { exact: true }).click();
    await expect(total(page)).toHaveText("$299.00");
    await expectReadable(page);
  });

  await addShirt(page);
  await expect(cartSidebar(page)).toContainText("$299.00");
  const [added] = await lines(page);
  expect(added).toMatchObject({ price: 299, quantity: 1, specification: expect.any(String) });

  await test.step("a change replaces the line, also after a reload", async () => {
    await visit(page, `${product}/made-to-measure?line=${added?.specification}`);
    await expect(page.getByRole("radio", { name: /^French/ })).toBeChecked();
    await page.getByText("Two buttons", { exact: true }).click();
    await visit(page, page.url());
    await expect(page.getByRole("radio", { name: /^Two buttons/ })).toBeChecked();
    await send(page, /^Save Changes/).click();
    await expect(cartSidebar(page)).toContainText("$284.00");
    const [changed, ...others] = await lines(page);
    expect(others).toEqual([]);
    expect(changed).toMatchObject({ price: 284, quantity: 1 });
    expect(changed?.specification).not.toBe(added?.specification);
    await expect(page).toHaveURL(new RegExp(`line=${changed?.specification}$`));
  });

  await test.step("a second choice is a second line", async () => {
    await visit(page, `${product}/made-to-measure`);
    await expect(total(page)).toHaveText("$279.00");
    await addShirt(page);
    expect((await lines(page)).map(({ price }) => price)).toEqual([284, 279]);
    await visit(page, "/cart");
    await expect(page.getByRole("main")).toContainText("$563.00");
  });
});

test("without a connection nothing is added and nothing is lost", { tag: "@phone" }, async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/);
  await haveMeasured(page, "Me", SHIRT_BODY);
  const path = `${await pathOfProduct(SHIRT)}/made-to-measure`;
  await visit(page, path);
  await page.getByLabel("Letters").fill("R.S.");
  await page.context().setOffline(true);
  await send(page, /^Add to Cart/).click();
  await expect(page.getByText("Not added yet").filter({ visible: true })).toBeVisible();
  expect(await storedCart(page)).toBeNull();
  await page.context().setOffline(false);
  await visit(page, path);
  await expect(page.getByLabel("Letters")).toHaveValue("R.S.");
  await addShirt(page);
  expect(await lines(page)).toHaveLength(1);
});

test("the size dialog leads to the measurements, at the price from which Custom can be had", async ({
  page,
}) => {
  await visit(page, "/search?q=savannah+linen");
  await page.getByRole("button", { name: "Add to Cart: Savannah Linen Shirt" }).click();
  const dialog = page.getByRole("dialog", { name: "Savannah Linen Shirt" });
  await tile(dialog, "Available Sizes", "Custom").click();
  await expect(dialog).toContainText("From $279.00");
  await expect(dialog).toContainText("with a tape in about 11 minutes");
  await expect(dialog.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
  await expectReadable(page);
  await dialog.getByRole("link", { name: "Give Your Measurements" }).click();
  await expect(page.getByRole("complementary", { name: "Your order" })).toBeVisible();
  await expect(page).toHaveURL(/\/made-to-measure\?color=/);
  expect(await storedCart(page)).toBeNull();
});

test("a visitor sees the pattern of a shirt drafted to the measurements in the browser, before ordering", {
  tag: "@phone",
}, async ({ page }) => {
  await haveMeasured(page, "Me", SHIRT_BODY);
  await visit(page, `${await pathOfProduct(SHIRT)}/made-to-measure`);
  const pattern = page.getByRole("region", { name: "Your pattern" });
  await pattern.getByRole("button", { name: "Draw my pattern" }).click();
  const drawing = pattern.getByRole("img", { name: /the pattern drafted to your measurements/ });
  await expect(drawing).toBeVisible();
  await expect(pattern).toContainText("Not to scale");
  await expectReadable(page);
  const before = await drawing.innerHTML();
  await page.getByRole("radio", { name: /^Easy/ }).press("Space");
  await pattern.getByRole("button", { name: "Draw it again" }).click();
  await expect.poll(() => drawing.innerHTML()).not.toBe(before);
});

test("the inquiry for the size Custom leads to the measurements, and is sent with the chosen options", {
  tag: "@phone",
}, async ({ page }) => {
  await haveMeasured(page, "Asha", SHIRT_BODY);
  await visit(page, `${await pathOfProduct(SHIRT)}/inquiry?size=M`);
  const hint = page.getByRole("link", { name: "Measure and choose first" });
  await expect(hint).toHaveCount(0);
  await page.getByLabel("Size").selectOption("Custom");
  await expect(hint).toBeVisible();
  await expectReadable(page);
  await hint.click();
  await expect(page).toHaveURL(/\/made-to-measure$/);
  await page.getByText("French", { exact: true }).click();
  await page.getByRole("button", { name: "Guyana Sales" }).click();
  await expect(page).toHaveURL(/\/inquiry\?size=Custom/);
  const main = page.getByRole("main");
  await expect(main).toContainText("Cuff: French");
  await expect(main).toContainText("$294.00 for one");
  await expect(page.getByLabel("Size")).toHaveValue("Custom");
  await expectReadable(page);
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Persaud");
  await page.getByLabel("Email Address").fill(newEmail());
  await page.getByLabel("Phone Number").fill("+592 555 0100");
  await page.getByLabel("Address", { exact: true }).fill("Lot 12\nCamp Street");
  await page.getByLabel("City").fill("Georgetown");
  await page.getByRole("button", { name: "Submit Inquiry" }).click();
  await expect(page).toHaveURL(/\/inquiry\/sent$/);
  expect(await storedCart(page)).toBeNull();
});
