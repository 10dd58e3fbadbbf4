import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { orderNumber } from "#core/document-number.ts";
import { newId } from "#core/ids.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import {
  approvePattern,
  checkMeasurements,
  draftPattern,
  endSchedule,
  patternPath,
  tailorAt,
} from "#tests/support/browser/tailor.ts";
import { DEMO_SUIT, demoLine } from "#tests/support/demo-garments.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { calibrationSquares, readDrawnPages } from "#tests/support/pdf-scale.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

/** The pages of a downloaded PDF. */
async function download(page: Page, name: RegExp) {
  const path = await page.getByRole("link", { name }).getAttribute("href");
  const response = await page.request.get(path ?? "");
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return readDrawnPages(await response.body());
}

/** The line of an order below a tab of the list of patterns, opened by keyboard. */
async function lineBelow(table: Page, tab: RegExp, number: string) {
  await visit(table, "/admin/atelier/patterns");
  const link = table
    .getByRole("navigation", { name: "What to do" })
    .getByRole("link", { name: tab });
  await link.press("Enter");
  await expect(link).toHaveAttribute("aria-current", "page");
  return table.getByRole("listitem").filter({ hasText: number });
}

/** A paid suit that nothing is drafted of, and its order's number. */
async function orderSuit(shop: Shop): Promise<{ number: string; orderItemId: string }> {
  return shop.inDatabase(async (db) => {
    const { orderId, orderItemId } = await createGarmentOrder(db, {
      box: shop.measurementBox,
      specification: measuredSpecification(MEASURED_MAN),
      terms: { product: DEMO_SUIT, options: [] },
      lines: [await demoLine(db, DEMO_SUIT)],
    });
    return { number: orderNumber(orderId), orderItemId };
  });
}

test("a paid suit is drafted to its body at once on request; the tailor downloads its patterns true to scale", async ({
  browser,
  shop,
}) => {
  await endSchedule(shop);
  const { number } = await orderSuit(shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;

  await test.step("what is not drafted yet says so", async () => {
    await visit(page, "/admin/atelier/patterns");
    await page.getByRole("listitem").filter({ hasText: number }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: DEMO_SUIT })).toBeVisible();
    await expect(page.getByRole("main").getByText("This pattern is being drafted")).toBeVisible();
    await expectReadable(page);
    await expectFitsEveryWidth(page);
    await page.getByRole("button", { name: "Draft it now" }).press("Enter");
    await expect(page.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
    await expect(page).toHaveURL(/\/jacket$/);
  });
  await expectReadable(page);
  await expectFitsEveryWidth(page);
  await onPhone(page, () => expectReadable(page));
  const approval = page.getByRole("region", { name: "Approval" });
  await expect(approval).toContainText("not checked yet");

  await test.step("the roll and the tiles have a square of 100 mm", async () => {
    const [roll] = await download(page, /^Roll PDF, 841 mm/);
    expect(roll?.widthMm).toBeCloseTo(841, 0);
    const pages = await download(page, /^A4 PDF/);
    const promised = await page.getByRole("link", { name: /^A4 PDF/ }).innerText();
    expect(promised).toContain(`${pages.length} pages`);
    for (const page of [roll, pages[0]]) {
      const [square] = page ? calibrationSquares(page, 100) : [];
      expect(square?.widthMm).toBeCloseTo(100, 1);
      expect(square?.heightMm).toBeCloseTo(100, 1);
    }
    expect(pages[1]?.widthMm).toBeCloseTo(210, 0);
  });
});

test("the tailor approves both patterns of a suit, the jacket first, and the order's page leads to them", async ({
  browser,
  shop,
}) => {
  await endSchedule(shop);
  const { number, orderItemId } = await orderSuit(shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;
  await draftPattern(page, orderItemId);
  await visit(page, patternPath(orderItemId));
  await expect(page).toHaveURL(/\/jacket$/);
  const patterns = page.url();
  const approval = page.getByRole("region", { name: "Approval" });
  await checkMeasurements(page);
  await expect(await lineBelow(page, /^To approve/, number)).toContainText(
    "Pants with a fly: ready",
  );
  await expect(await lineBelow(page, /^Approved/, number)).toHaveCount(0);
  await visit(page, patterns);
  await approvePattern(page);
  await page.getByRole("link", { name: /^Pants with a fly/ }).click();
  await expect(page).toHaveURL(/\/chinos$/);
  await expect(approval.getByRole("button", { name: /^Approve version/ })).toBeVisible();
  await expect(page.getByText("Pattern ready", { exact: true })).toHaveCount(0);
  await expectFitsEveryWidth(page);
  await approvePattern(page);
  await expect(page.getByText("Pattern ready", { exact: true })).toBeVisible();
  await expect(await lineBelow(page, /^To approve/, number)).toHaveCount(0);
  await expect(await lineBelow(page, /^Approved/, number)).toContainText(
    "Pants with a fly: approved",
  );

  await test.step("the order's page leads to its garment and its patterns", async () => {
    await visit(page, patterns);
    await page.getByRole("link", { name: `Order ${number}` }).click();
    const garments = page.getByRole("region", { name: "In the atelier" });
    await expect(garments).toContainText("Pattern ready");
    await expectReadable(page);
    await expectFitsEveryWidth(page);
    await garments.getByRole("link", { name: DEMO_SUIT }).press("Enter");
    await expect(page.getByRole("button", { name: "Approve to cut" })).toBeVisible();
    await page.getByRole("link", { name: "Pattern of pants with a fly" }).press("Enter");
    await expect(page.getByRole("region", { name: /^Drawing of/ })).toBeVisible();
    await expect(page).toHaveURL(/\/chinos/);
  });
});

type DraftedShirt = { userId: string; orderId: string; orderItemId: string };

const shirts = new Map<Shop, Promise<DraftedShirt>>();

/** A customer's paid shirt, drafted once for the file, because a draft costs more than a page. */
function draftedShirt(browser: Browser, shop: Shop): Promise<DraftedShirt> {
  const known = shirts.get(shop);
  if (known) return known;
  const drafting = draftShirt(browser, shop);
  shirts.set(shop, drafting);
  return drafting;
}

async function draftShirt(browser: Browser, shop: Shop): Promise<DraftedShirt> {
  const order = await shop.inDatabase(async (db) => {
    const userId = await createCustomer(db, { email: `${newId()}@example.org` });
    const { orderId, orderItemId } = await createGarmentOrder(db, {
      box: shop.measurementBox,
      userId,
      specification: measuredSpecification(MEASURED_MAN),
      terms: { garment: "shirt", options: [] },
    });
    return { userId, orderId, orderItemId };
  });
  await using tailor = await tailorAt(browser, shop);
  await draftPattern(tailor.page, order.orderItemId);
  return order;
}

const measure = (table: Page, name: string) =>
  table.getByRole("region", { name: "Finished measures" }).getByRole("row", { name });

test("a tailor adds ease at the chest by keyboard, sees the drawing and the measures change, and saves the next version", async ({
  browser,
  shop,
}) => {
  const { orderItemId } = await draftedShirt(browser, shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;
  await visit(page, patternPath(orderItemId));
  await expect(measure(page, "Chest")).not.toContainText("+");
  const slider = page.getByRole("slider", { name: /^Ease, chest/ });
  await slider.focus();
  const before = await slider.inputValue();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  expect(Number(await slider.inputValue())).toBeCloseTo(Number(before) + 2, 5);
  // Two centimeters from 14.4 on; the finished garment had 14.43.
  await expect(measure(page, "Chest")).toContainText("+1.9");
  await expect(page.getByRole("status").filter({ hasText: "Chest +1.9" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Drawing, changed" })).toContainText(
    "Before the change",
  );
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await expect(page.getByText("Saved. This version")).toBeVisible();
  await expect(measure(page, "Chest")).not.toContainText("+");
  expect(Number(await slider.inputValue())).toBeCloseTo(Number(before) + 2, 5);
});

test("a tailor's tablet shows the drawing beside all controls, which have a tailor's names", async ({
  browser,
  shop,
}) => {
  const { orderItemId } = await draftedShirt(browser, shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;
  await page.setViewportSize({ width: 1024, height: 768 });
  await visit(page, patternPath(orderItemId));
  const drawing = page.getByRole("region", { name: /^Drawing of/ });
  const options = page.getByRole("form", { name: "Ease and options" });
  await options.getByText("More options of the design").click();
  await options.getByRole("slider", { name: "Ease, chest, centimeters" }).focus();
  await expect(drawing).toBeInViewport({ ratio: 0.95 });
  const last = options.getByRole("slider", { name: "Sleeve head height, percent" });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(drawing).toBeInViewport({ ratio: 0.95 });
  await expectReadable(page);
});

test("the drawing zooms and moves by keyboard, and the cloth for another width is shown", {
  tag: "@phone",
}, async ({ browser, shop }) => {
  const { orderItemId } = await draftedShirt(browser, shop);
  await using tailor = await tailorAt(browser, shop);
  const { page } = tailor;
  await visit(page, patternPath(orderItemId));
  await page.getByRole("navigation", { name: "Parts" }).getByText("Yoke", { exact: true }).click();
  const frame = page.getByRole("region", { name: "Drawing of Yoke" });
  const drawing = frame.getByRole("img");
  const width = async () => (await drawing.boundingBox())?.width ?? 0;
  const whole = await width();
  await frame.focus();
  for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
  await expect.poll(width).toBeGreaterThan(2 * whole);
  const left = await frame.evaluate((element) => element.scrollLeft);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(left);
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(whole, 0);
  await page.getByLabel("Another width (cm)").fill("110");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("110 cm wide").locator("xpath=..")).toContainText(/\d\.\d\d m/);
  await expectAccessible(page);
});

test("a customer sees the pattern of the ordered garment on the order's page", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ browser, shop }) => {
  const { orderId, userId } = await draftedShirt(browser, shop);
  await using customer = await anotherSession(browser, shop.url, userId);
  const { page } = customer;
  await visit(page, `/profile/orders/${orderId}`);
  await expect(page.getByRole("img", { name: /drafted to your measurements/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Roll PDF/ })).toHaveCount(0);
  await expectReadable(page);
  await expectFitsEveryWidth(page);
});
