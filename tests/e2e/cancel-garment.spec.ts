import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createGarmentOrder, garmentsOf, staffMember } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** A guest's paid suit of $120.00. */
async function guestsSuit(shop: string) {
  const box = currentShop().measurementBox;
  const email = newEmail();
  return inShopDatabase(shop, async (db) => {
    const order = await createGarmentOrder(db, {
      ...{ box, customerEmail: email, terms: { policyVersion: 2 } },
    });
    const { userId } = await staffMember(db, true, "Rosa");
    return { ...order, email, garmentId: order.garments[0]?.id ?? "", userId };
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tailor's form moves a garment, and the customer who saw the earlier share is asked again and gets the new one", {
    tag: "@both",
  }, async ({ baseURL, browser, page, noise }) => {
    noise.expect(/status of 409/);
    const shop = baseURL ?? "";
    const suit = await guestsSuit(shop);
    await page.goto("/order-lookup");
    await page.getByRole("textbox", { name: "Order Number" }).fill(suit.orderId.slice(0, 8));
    await page.getByRole("textbox", { name: "Email" }).fill(suit.email);
    await page.getByRole("button", { name: "Find your order" }).click();
    const garment = page.getByRole("article", { name: "Stabroek Suit" });
    await garment.getByText("Cancel this garment").click();
    const free = garment.getByRole("button", { name: "Cancel it and get $120.00 back" });
    await expect(free).toBeVisible();

    const context = await browser.newContext({ baseURL: shop, javaScriptEnabled: false });
    await using tailor = await anotherSession(browser, shop, suit.userId);
    await context.addCookies(await tailor.page.context().cookies());
    const work = await context.newPage();
    await work.goto(`/admin/atelier/production/${suit.garmentId}`);
    await work.getByRole("button", { name: "Measurements are checked" }).click();
    await work.getByRole("checkbox", { name: "Drafted by hand" }).check();
    await work.getByRole("button", { name: "Pattern is ready" }).click();
    await work.getByRole("button", { name: "Approve to cut" }).click();
    await expect(work.getByRole("button", { name: "Cloth is cut" })).toBeVisible();
    await context.close();

    await free.click();
    await expect(page.getByText("It was not cancelled, because it has changed")).toBeVisible();
    await garment.getByText("Cancel this garment").click();
    await garment.getByRole("button", { name: "Cancel it and get $90.00 back" }).click();
    await expect(garment).toContainText("Cancelled.");
    const [row] = await inShopDatabase(shop, (db) => garmentsOf(db, suit.orderItemId));
    expect(row?.stage).toBe("cancelled");
  });
});

test("a customer cancels a garment before it is approved to cut, and the order's progress says so", {
  tag: "@both",
}, async ({ baseURL, page }) => {
  const suit = await guestsSuit(baseURL ?? "");
  await visit(page, "/order-lookup");
  await page.getByRole("textbox", { name: "Order Number" }).fill(suit.orderId.slice(0, 8));
  await page.getByRole("textbox", { name: "Email" }).fill(suit.email);
  await page.getByRole("button", { name: "Find your order" }).click();
  const garment = page.getByRole("article", { name: "Stabroek Suit" });
  await garment.getByText("Cancel this garment").click();
  await expect(garment).toContainText("75 % of its price before the cloth is cut");
  await expectAccessible(page);
  await expectReadable(page);
  await garment.getByRole("button", { name: "Cancel it and get $120.00 back" }).click();
  await expect(garment).toContainText("Cancelled.");
  await expect(page.getByRole("region", { name: "Progress" })).toContainText(
    "You cancelled a garment",
  );
});
