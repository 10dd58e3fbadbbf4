import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { orderNumber } from "#core/document-number.ts";
import { garments } from "#db/schema/production.server.ts";
import { HOME } from "#tests/support/addresses.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { pressOn, toggle, typeInto } from "#tests/support/browser/keyboard.ts";
import { button, link } from "#tests/support/browser/locators.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { approveTestPattern } from "#tests/support/patterns.ts";
import {
  createGarmentOrder,
  garmentEventsOf,
  garmentsOf,
  staffMember,
} from "#tests/support/production.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

/** A paid suit, and a tailor with the atelier role. */
async function paidSuit(shop: Shop) {
  return shop.inDatabase(async (db) => {
    const order = await createGarmentOrder(db, {
      box: shop.measurementBox,
      customerEmail: newEmail(),
      shippingAddress: HOME,
      shippingMethod: "Standard",
    });
    const { userId } = await staffMember(db, true, "Rosa");
    return { ...order, garmentId: order.garments[0]?.id ?? "", userId };
  });
}

test("the tailor moves a paid garment from received to shipped with the keyboard", {
  tag: "@once-unsteady",
}, async ({ browser, shop }) => {
  const suit = await paidSuit(shop);
  await using tailor = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tailor;
  await visit(page, "/admin/atelier/production");
  await expectReadable(page);
  const card = page.getByRole("article").filter({ hasText: orderNumber(suit.orderId) });
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
  await pressOn(page, link(page, "Quality control"));
  await typeInto(page, page.getByLabel("Jacket, chest, in cm"), "104");
  await typeInto(page, page.getByLabel("Pants, waist, in cm"), "84");
  await pressOn(page, button(page, "Record the measures"));
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("Passed");
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);
  await pressOn(page, button(page, "It is finished"));
  await expect(now).toContainText("Finished");
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  await pressOn(page, link(page, "Ship it with its order"));
  await typeInto(page, page.getByLabel("Carrier"), "DHL");
  await pressOn(page, button(page, "Send the parcel and tell the customer"));
  await expect(page.getByText("The parcel is on its way.", { exact: false })).toBeVisible();
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);
  await expect(now).toContainText("Shipped");
});

test("a stage that a tablet ended without a network arrives once when the network is back", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const suit = await paidSuit(shop);
  await using tablet = await anotherSession(browser, shop.url, suit.userId);
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
  const events = await shop.inDatabase((db) => garmentEventsOf(db, suit.garmentId));
  expect(events.map(({ kind, toStage }) => toStage ?? kind)).toEqual([
    "received",
    "note",
    "checked",
  ]);
});

test("a tablet that comes back too late shows its change beside the shop's, and keeps it as a note", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const suit = await paidSuit(shop);
  const path = `/admin/atelier/production/${suit.garmentId}`;
  await using tablet = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tablet;
  await page.setViewportSize({ width: 820, height: 1180 });
  await visit(page, path);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Measurements are checked" }).click();
  await expect(page.getByText("1 change is waiting to send")).toBeVisible();

  const { userId } = await shop.inDatabase((db) => staffMember(db, true, "Devi"));
  await using colleague = await anotherSession(browser, shop.url, userId);
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
  const events = await shop.inDatabase((db) => garmentEventsOf(db, suit.garmentId));
  expect(events.map(({ kind, toStage }) => toStage ?? kind)).toEqual([
    "received",
    "checked",
    "note",
  ]);
});

test("a photo that a tablet took without a network survives a reload and arrives once", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const suit = await paidSuit(shop);
  const path = `/admin/atelier/production/${suit.garmentId}`;
  await using tablet = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tablet;
  await page.setViewportSize({ width: 820, height: 1180 });
  await visit(page, path);
  await page.context().setOffline(true);
  const form = page.getByRole("form", { name: "Add a photo" });
  const color = {
    create: { width: 900, height: 700, channels: 3 as const, background: "#9a5b25" },
  };
  await form.getByLabel("Photo").setInputFiles({
    name: "basted.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp(color).jpeg().toBuffer(),
  });
  await form.getByLabel("What it shows").fill("Basted sleeve");
  await form.getByRole("button", { name: "Add the photo" }).click();
  const waiting = page.getByText("1 photo is waiting to send");
  await expect(waiting).toBeVisible();
  await expect(page.getByText("There is no connection.", { exact: false })).toBeVisible();
  await expectReadable(page);
  // The page can be loaded again, and the photo cannot be sent yet.
  await page.route(/\/photos$/, (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await expect(waiting).toBeVisible();
  await page.unroute(/\/photos$/);
  await expect(waiting).toHaveCount(0);
  const images = page.getByRole("region", { name: "Photos" });
  await expect(images.getByRole("img", { name: "Basted sleeve" })).toHaveCount(1);
  await expectAccessible(page);
  const events = await shop.inDatabase((db) => garmentEventsOf(db, suit.garmentId));
  expect(events.map(({ kind, note }) => [kind, note])).toEqual([
    ["stage", ""],
    ["photo", "Basted sleeve"],
  ]);
});

test("“Pattern is ready” pressed before there is one says so once, and nothing is sent", async ({
  browser,
  shop,
}) => {
  const suit = await paidSuit(shop);
  await shop.inDatabase((db) =>
    db.update(garments).set({ stage: "checked" }).where(eq(garments.id, suit.garmentId)),
  );
  await using tailor = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tailor;
  await visit(page, `/admin/atelier/production/${suit.garmentId}`);
  const refusal = page.getByRole("alert").filter({ hasText: "There is no pattern" });
  for (const _ of [1, 2, 3]) {
    await page.getByRole("button", { name: "Pattern is ready" }).click();
    await expect(refusal).toHaveCount(1);
  }
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Drafted by hand" }).check();
  await page.getByRole("button", { name: "Pattern is ready" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "(now)" })).toContainText(
    "Pattern ready",
  );
  await expect(refusal).toHaveCount(0);
});

test("on a phone each stage of a long board is one tap away", {
  tag: ["@phone", "@once-unsteady"],
}, async ({ browser, shop, viewport }) => {
  const suit = await paidSuit(shop);
  await shop.inDatabase(async (db) => {
    const like = { productName: "Stabroek Suit", size: "Custom", madeToMeasure: true };
    const { orderItemId } = await createGarmentOrder(db, { lines: [{ ...like, quantity: 12 }] });
    const own = and(eq(garments.orderItemId, orderItemId), eq(garments.number, 1));
    await db.update(garments).set({ stage: "sewn" }).where(own);
  });
  await using tailor = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tailor;
  await page.setViewportSize(viewport ?? { width: 390, height: 844 });
  await visit(page, "/admin/atelier/production");
  await expectReadable(page);
  const sewn = page.getByRole("heading", { name: /^Sewn/ });
  await expect(sewn).not.toBeInViewport();
  const stages = page.getByRole("navigation", { name: "Stages" });
  await stages.getByRole("link", { name: /^Sewn \d/ }).click();
  await expect(sewn).toBeInViewport();
});

test("stages pressed faster than the page loads them again are all stored", {
  tag: "@once-unsteady",
}, async ({ browser, shop }) => {
  const suit = await paidSuit(shop);
  await using tailor = await anotherSession(browser, shop.url, suit.userId);
  const { page } = tailor;
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
  const [garment] = await shop.inDatabase((db) => garmentsOf(db, suit.orderItemId));
  expect(garment?.stage).toBe("approved");
});

/** A paid suit that was fitted, sewn to approved patterns, and a tailor with the atelier role. */
async function fittedSuit(shop: Shop) {
  const suit = await paidSuit(shop);
  const { orderItemId } = suit;
  await shop.inDatabase(async (db) => {
    const jacket = { component: "jacket", design: "jaeger", finished: { chest: 1_092 } } as const;
    const chinos = { component: "chinos", design: "charlie", finished: { waist: 846 } } as const;
    await approveTestPattern(db, { ...jacket, orderItemId, box: shop.measurementBox });
    await approveTestPattern(db, { ...chinos, orderItemId, box: shop.measurementBox });
    await db.update(garments).set({ stage: "fitted" }).where(eq(garments.id, suit.garmentId));
  });
  return suit;
}

/** What the chest should measure, in cm. */
async function chestTarget(page: Page): Promise<number> {
  const row = page.getByRole("listitem").filter({ has: page.getByLabel("Jacket, chest, in cm") });
  return Number(/Should be ([\d.]+) cm/.exec(await row.innerText())?.[1]);
}

test("a measure outside its tolerance holds the garment until the tailor accepts it with a reason", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(/status of 422/);
  const { garmentId, userId } = await fittedSuit(shop);
  await using tailor = await anotherSession(browser, shop.url, userId);
  const { page } = tailor;
  await page.setViewportSize({ width: 820, height: 1180 });
  const production = `/admin/atelier/production/${garmentId}`;
  await visit(page, production);
  await page.getByRole("link", { name: "Quality control" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Quality control" })).toBeVisible();
  await expectReadable(page);
  await expectFitsEveryWidth(page);

  const chest = page.getByLabel("Jacket, chest, in cm");
  const record = page.getByRole("button", { name: "Record the measures" });
  const checks = page.getByRole("region", { name: "Checks" });
  const target = await chestTarget(page);
  await chest.fill("a hand");
  await record.press("Enter");
  await expect(chest).toHaveAttribute("aria-invalid", "true");
  await expect(chest).toHaveValue("a hand");
  await chest.fill(String(target + 8));
  await page.getByLabel("Pants, waist, in cm").fill("84.6");
  await record.press("Enter");
  await expect(page.getByText("Outside a tolerance: a decision is needed")).toBeVisible();
  await expect(checks.getByRole("listitem")).toHaveText([/^Outside a tolerance.*Rosa/s]);

  await visit(page, production);
  await page.getByRole("button", { name: "It is finished" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "this change was not stored" });
  await expect(refused).toContainText("Quality control found a measure outside its tolerance");
  await refused.getByRole("button", { name: "Remove it" }).click();
  await expect(refused).toHaveCount(0);

  await page.getByRole("link", { name: "Quality control" }).click();
  await expect(chest).toHaveValue(String(target + 8));
  await page
    .getByLabel("Accepted outside a tolerance because")
    .fill("The customer asked for room over a jumper.");
  await record.press("Enter");
  await expect(checks.getByRole("listitem").first()).toContainText("Outside a tolerance, accepted");
  await expectReadable(page);

  await visit(page, production);
  await page.getByRole("button", { name: "It is finished" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "(now)" })).toContainText("Finished");
  await expect(page.getByText("waiting to send")).toHaveCount(0);
  const events = await shop.inDatabase((db) => garmentEventsOf(db, garmentId));
  expect(events.flatMap(({ toStage }) => toStage ?? [])).toEqual(["received", "finished"]);
});
