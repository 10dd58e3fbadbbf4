import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { expectReadable, scriptRuns } from "#tests/support/browser/shop.ts";
import { tailorAt } from "#tests/support/browser/tailor.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** A paid shirt without a draft, and a tailor's browser. */
async function aShirt(browser: Browser, shop: string, page: Page) {
  const box = currentShop().measurementBox;
  const specification = measuredSpecification(MEASURED_MAN);
  const { orderItemId } = await inShopDatabase(shop, (db) =>
    createGarmentOrder(db, { box, specification, terms: { garment: "shirt" } }),
  );
  return {
    path: `/admin/atelier/patterns/${orderItemId}`,
    tailor: await tailorAt(browser, shop, page),
  };
}

/** The shop's own run may have drafted it already. */
async function openDraft(table: Page, path: string): Promise<void> {
  await table.goto(path);
  const wait = table.getByRole("button", { name: "Draft it now" });
  for (const button of await wait.all()) await button.click();
  await expect(table.getByRole("region", { name: "Ease and options" })).toBeVisible();
}

const measure = (table: Page, name: string) =>
  table.getByRole("region", { name: "Finished measures" }).getByRole("row", { name });

test("a tailor adds ease at the chest by keyboard, sees the drawing and the measures change, and saves the next version", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const { path, tailor } = await aShirt(browser, baseURL ?? "", page);
  await using session = tailor;
  const { page: table } = session;
  await openDraft(table, path);
  await scriptRuns(table);
  await expect(measure(table, "Chest")).not.toContainText("+");
  const slider = table.getByRole("slider", { name: /^Ease, chest/ });
  await slider.focus();
  const before = await slider.inputValue();
  for (let step = 0; step < 4; step += 1) await table.keyboard.press("ArrowRight");
  expect(Number(await slider.inputValue())).toBeCloseTo(Number(before) + 2, 5);
  // 2 % of a chest of 98.3 cm, measured along the seams.
  await expect(measure(table, "Chest")).toContainText("+1.9");
  await expect(table.getByRole("status").filter({ hasText: "Chest +1.9" })).toBeVisible();
  await expect(table.getByRole("region", { name: "Drawing, changed" })).toContainText(
    "Before the change",
  );
  await expectReadable(table);
  await table.getByRole("button", { name: "Save as version 2" }).click();
  await expect(table.getByText("Saved. This version")).toBeVisible();
  await expect(measure(table, "Chest")).not.toContainText("+");
  expect(Number(await slider.inputValue())).toBeCloseTo(Number(before) + 2, 5);
});

test("the drawing zooms and moves by keyboard, and the cloth for another width is shown", {
  tag: "@both",
}, async ({ baseURL, browser, page }) => {
  const { path, tailor } = await aShirt(browser, baseURL ?? "", page);
  await using session = tailor;
  const { page: table } = session;
  await openDraft(table, path);
  await scriptRuns(table);
  await table.getByRole("navigation", { name: "Parts" }).getByText("Yoke", { exact: true }).click();
  const frame = table.getByRole("region", { name: "Drawing of Yoke" });
  const drawing = frame.getByRole("img");
  const width = async () => (await drawing.boundingBox())?.width ?? 0;
  const whole = await width();
  await frame.focus();
  for (const key of ["+", "+", "+"]) await table.keyboard.press(key);
  await expect.poll(width).toBeGreaterThan(2 * whole);
  const left = await frame.evaluate((element) => element.scrollLeft);
  await table.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(left);
  await table.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(whole, 0);
  await table.getByLabel("Another width (cm)").fill("110");
  await table.getByRole("button", { name: "Show", exact: true }).click();
  await expect(table.getByText("110 cm wide").locator("xpath=..")).toContainText(/\d\.\d\d m/);
  await expectAccessible(table);
});

test.describe("without JavaScript", () => {
  test("a tailor enters the ease as a number, sees the change and saves it", {
    tag: "@both",
  }, async ({ baseURL, browser, page }) => {
    const { path, tailor } = await aShirt(browser, baseURL ?? "", page);
    await using session = tailor;
    const state = await session.page.context().storageState();
    const plain = await browser.newContext({
      ...{ baseURL: baseURL ?? "", storageState: state, javaScriptEnabled: false },
    });
    const table = await plain.newPage();
    await openDraft(table, path);
    const chest = table.getByRole("spinbutton", { name: /^Ease, chest/ });
    await chest.fill("20");
    await table.getByRole("button", { name: "Show the change" }).click();
    await expect(measure(table, "Chest")).toContainText("+");
    await expect(chest).toHaveValue("20");
    await table.getByRole("button", { name: "Save as version 2" }).click();
    await expect(table.getByText("Saved. This version")).toBeVisible();
    await expect(chest).toHaveValue("20");
    await plain.close();
  });
});
