import { expect } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { garments } from "#db/schema/production.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession, inShopDatabase } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pressOn, toggle, typeInto } from "#tests/support/browser/keyboard.ts";
import { button, link } from "#tests/support/browser/locators.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { createGarmentOrder, garmentEventsOf, staffMember } from "#tests/support/production.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

/** A paid suit, and a tailor with the atelier role. */
async function paidSuit(shop: string) {
  const box = currentShop().measurementBox;
  return inShopDatabase(shop, async (db) => {
    const order = await createGarmentOrder(db, {
      ...{ box, customerEmail: newEmail(), shippingAddress: HOME, shippingMethod: "Standard" },
    });
    const { userId } = await staffMember(db, true, "Rosa");
    return { ...order, garmentId: order.garments[0]?.id ?? "", userId };
  });
}

test("the tailor moves a paid garment from received to shipped with the keyboard", {
  tag: "@both",
}, async ({ baseURL, browser, viewport }) => {
  const shop = baseURL ?? "";
  const suit = await paidSuit(shop);
  await using tailor = await anotherSession(browser, shop, suit.userId);
  const { page } = tailor;
  await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
  await visit(page, "/admin/atelier/production");
  await expectReadable(page);
  const card = page.getByRole("article").filter({ hasText: suit.orderId.slice(0, 8) });
  await pressOn(page, card.getByRole("link", { name: "Stabroek Suit" }));
  const now = page.getByRole("listitem").filter({ hasText: "(now)" });
  await expect(now).toContainText("Received");
  await expectAccessible(page);
  await pressOn(page, button(page, "Measurements are checked"));
  await expect(now).toContainText("Measurements checked");
  await toggle(page, page.getByRole("checkbox", { name: "Drafted by hand" }));
  await pressOn(page, button(page, "Pattern is ready"));
  await expect(now).toContainText("Pattern ready");
  await pressOn(page, button(page, "Approve to cut"));
  await expect(now).toContainText("Approved to cut");
  await typeInto(page, page.getByLabel("Minutes of work for “Cut”"), "45");
  await pressOn(page, button(page, "Cloth is cut"));
  await expect(now).toContainText("Cut");
  await pressOn(page, button(page, "It is sewn"));
  await expect(now).toContainText("Sewn");
  await pressOn(page, button(page, "It is finished"));
  await expect(now).toContainText("Finished");
  await expectReadable(page);
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  await pressOn(page, link(page, "Ship it with its order"));
  await typeInto(page, page.getByLabel("Carrier"), "DHL");
  await pressOn(page, button(page, "Send the parcel and tell the customer"));
  await expect(page.getByText("The parcel is on its way.", { exact: false })).toBeVisible();
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);
  await expect(now).toContainText("Shipped");
});

test("a stage that a tablet ended without a network arrives once when the network is back", async ({
  baseURL,
  browser,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const shop = baseURL ?? "";
  const suit = await paidSuit(shop);
  await using tablet = await anotherSession(browser, shop, suit.userId);
  const { page } = tablet;
  await page.setViewportSize({ width: 820, height: 1180 });
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);
  await page.context().setOffline(true);
  await page.getByRole("textbox", { name: "Note for the atelier" }).fill("Left cuff 5 mm longer");
  await page.getByRole("button", { name: "Add the note" }).click();
  await page.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(page.getByText("2 changes are waiting to send")).toBeVisible();
  await expect(page.getByText("There is no connection.", { exact: false })).toBeVisible();
  await expectReadable(page);
  await page.context().setOffline(false);
  await expect(page.getByText("changes are waiting to send")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Left cuff 5 mm longer",
  );
  const events = await inShopDatabase(shop, (db) => garmentEventsOf(db, suit.garmentId));
  expect(events.map(({ kind, toStage }) => toStage ?? kind)).toEqual([
    ...["received", "note", "checked"],
  ]);
});

test("a tablet that comes back too late shows its change beside the shop's, and keeps it as a note", async ({
  baseURL,
  browser,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const shop = baseURL ?? "";
  const suit = await paidSuit(shop);
  const path = `/admin/atelier/production/${suit.garmentId}`;
  await using tablet = await anotherSession(browser, shop, suit.userId);
  const { page } = tablet;
  await page.setViewportSize({ width: 820, height: 1180 });
  await visit(page, path);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(page.getByText("1 change is waiting to send")).toBeVisible();

  const { userId } = await inShopDatabase(shop, (db) => staffMember(db, true, "Devi"));
  await using colleague = await anotherSession(browser, shop, userId);
  await visit(colleague.page, path);
  await colleague.page.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(colleague.page.getByRole("button", { name: "Pattern is ready" })).toBeVisible();
  await expect(colleague.page.getByText("waiting to send")).toHaveCount(0);

  await page.context().setOffline(false);
  const refused = page.getByRole("alert").filter({ hasText: "this change was not stored" });
  await expect(refused.getByRole("definition")).toContainText([
    "Measurements checked",
    /Devi.*measurements checked/i,
  ]);
  await expect(refused.getByRole("button", { name: "Do it all the same" })).toHaveCount(0);
  await expectReadable(page);
  await visit(page, path);
  await refused.getByRole("button", { name: "Keep it as a note" }).click();
  await expect(refused).toHaveCount(0);
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Was not recorded: Measurements checked",
  );
  const events = await inShopDatabase(shop, (db) => garmentEventsOf(db, suit.garmentId));
  expect(events.map(({ kind, toStage }) => toStage ?? kind)).toEqual([
    ...["received", "checked", "note"],
  ]);
});

test("on a phone each stage of a long board is one tap away", { tag: "@phone" }, async ({
  baseURL,
  browser,
  viewport,
}) => {
  const shop = baseURL ?? "";
  const suit = await paidSuit(shop);
  const many = await inShopDatabase(shop, async (db) => {
    const like = { productName: "Stabroek Suit", size: "Custom", madeToMeasure: true };
    const { orderItemId } = await createGarmentOrder(db, { lines: [{ ...like, quantity: 12 }] });
    const own = and(eq(garments.orderItemId, orderItemId), eq(garments.number, 1));
    await db.update(garments).set({ stage: "sewn" }).where(own);
    return eq(garments.orderItemId, orderItemId);
  });
  await using tailor = await anotherSession(browser, shop, suit.userId);
  const { page } = tailor;
  await page.setViewportSize(viewport ?? { width: 390, height: 844 });
  await visit(page, "/admin/atelier/production");
  const sewn = page.getByRole("heading", { name: /^Sewn/ });
  await expect(sewn).not.toBeInViewport();
  const stages = page.getByRole("navigation", { name: "Stages" });
  await stages.getByRole("link", { name: /^Sewn \d/ }).click();
  await expect(sewn).toBeInViewport();
  // Twelve suits would move the dates that other tests are promised.
  await inShopDatabase(shop, (db) => db.update(garments).set({ stage: "shipped" }).where(many));
});
