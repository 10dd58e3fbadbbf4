import { expect } from "@playwright/test";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { createGarmentOrder, garmentsOf, staffMember } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

test("stages pressed faster than the page loads them again are all stored", async ({
  baseURL,
  browser,
}) => {
  const shop = baseURL ?? "";
  const box = currentShop().measurementBox;
  const suit = await inShopDatabase(shop, async (db) => {
    const order = await createGarmentOrder(db, { box, customerEmail: newEmail() });
    const { userId } = await staffMember(db, true, "Rosa");
    return { ...order, garmentId: order.garments[0]?.id ?? "", userId };
  });
  await using tailor = await anotherSession(browser, shop, suit.userId);
  // Its own fetches could not be held back.
  const context = await browser.newContext({ baseURL: shop, serviceWorkers: "block" });
  await context.addCookies(await tailor.page.context().cookies());
  const page = await context.newPage();
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);

  const held = Promise.withResolvers<void>();
  await page.route(/\.data(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const stored = () => page.waitForResponse(/\/production\/sync$/);
  const now = page.getByRole("listitem").filter({ hasText: "(now)" });
  const checked = stored();
  await page.getByRole("button", { name: "Measurements are checked" }).click();
  await checked;
  await page.getByRole("checkbox", { name: "Drafted by hand" }).check();
  const ready = stored();
  await page.getByRole("button", { name: "Pattern is ready" }).click();
  await ready;
  const approved = stored();
  await page.getByRole("button", { name: "Approve to cut" }).click();
  await approved;
  held.resolve();
  await expect(now).toContainText("Approved to cut");
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  await expect(page.getByText("this change was not stored")).toHaveCount(0);
  const [garment] = await inShopDatabase(shop, (db) => garmentsOf(db, suit.orderItemId));
  expect(garment?.stage).toBe("approved");
  await context.close();
});
