import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { alterationRequests, fitFeedback } from "#db/schema/alterations.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { createChangeableGarment } from "#tests/support/demo-garments.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signedInCustomer, signInAs } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

const CLOTH = "Navy worsted twill";

/** A browser goes on with the cookies of another, so that its open pages are sent by somebody else. */
function becomes(browser: Visitor, other: Visitor): void {
  browser.cookies.clear();
  for (const [name, value] of other.cookies) browser.cookies.set(name, value);
}

/** A customer's suit that she may still change, and her browser. */
async function changeableSuit() {
  const suit = await createChangeableGarment(shop());
  return { ...suit, browser: await signInAs(visitor(), suit.userId) };
}

const stored = (orderItemId: string) =>
  shop().inDatabase(async (db) => ({
    contracts: await db.$count(contracts, eq(contracts.orderItemId, orderItemId)),
    alterations: await db.$count(alterationRequests),
    feedback: await db.$count(fitFeedback),
    garments: await db
      .select({ id: garments.id, stage: garments.stage })
      .from(garments)
      .where(eq(garments.orderItemId, orderItemId)),
  }));

test("forms of a garment that its customer opened change nothing when another customer or nobody sends them", async () => {
  const suit = await changeableSuit();
  const other = await changeableSuit();
  const before = await stored(suit.orderItemId);
  for (const stranger of [other.browser, visitor()]) {
    const order = await suit.browser.open(`/profile/orders/${suit.orderId}`);
    const form = await order.follow("Change this garment");
    const mine = new Map(suit.browser.cookies);
    becomes(suit.browser, stranger);
    const pages = [
      await form.press("Save the change", { [CLOTH]: true }),
      await order.press(/^Cancel it and get/),
    ];
    suit.browser.cookies.clear();
    for (const [name, value] of mine) suit.browser.cookies.set(name, value);
    for (const page of pages) {
      expect(page.text).not.toContain("Your change is saved");
      expect(page.text).not.toContain("98.7");
    }
    expect(await stored(suit.orderItemId)).toEqual(before);
  }
});

test("ids of another's garment in the addresses of one's own order open and change nothing", async () => {
  const suit = await changeableSuit();
  const { email, userId, visitor: asha } = await signedInCustomer();
  const worn = await deliveredGarment(shop().url, { email, userId });
  const before = await stored(suit.orderItemId);
  const addresses = [
    `/profile/orders/${suit.orderId}`,
    `/profile/orders/${suit.orderId}/garments/${suit.garmentId}`,
    `/profile/orders/${worn.orderId}/garments/${suit.garmentId}`,
    `/profile/orders/${suit.orderId}/garments/${worn.garmentId}`,
    `/profile/orders/${worn.orderId}/lines/${suit.orderItemId}`,
    `/profile/orders/${suit.orderId}/lines/${worn.orderItemId}`,
    `/profile/orders/${worn.orderId}/patterns/${suit.orderItemId}/jacket/svg`,
    `/profile/orders/${suit.orderId}/documents/${newId()}`,
    `/profile/orders/${suit.orderId}/receipt`,
    `/profile/orders/${suit.orderId}/invoice.pdf`,
    `/profile/orders/${suit.orderId}/return`,
    `/garment/${suit.garmentId}`,
    `/contract/${suit.orderItemId}`,
    `/made/${suit.garmentId}`,
  ];
  for (const address of addresses) {
    const shown = await asha.request(address);
    expect([address, shown.status]).toEqual([address, 404]);
    expect(await shown.text()).not.toContain("98.7");
  }
  const forms: Record<string, string>[] = [
    { intent: "request", remedy: "remake", note: "All of it." },
    { intent: "report", overall: "good" },
    { intent: "receipt" },
    { base: "1", remarks: "Mine now." },
    { intent: "cancel-garment", garment: suit.garmentId, percent: "100" },
  ];
  for (const fields of forms) {
    for (const address of addresses.slice(0, 3).concat(addresses[4] ?? "")) {
      const sent = await asha.post(address, fields);
      expect([address, fields, sent.status < 500]).toEqual([address, fields, true]);
    }
  }
  const mixed = await asha.post(`/profile/orders/${worn.orderId}`, {
    intent: "cancel-garment",
    garment: suit.garmentId,
    percent: "100",
  });
  expect(mixed.status).toBeLessThan(500);
  expect(await stored(suit.orderItemId)).toEqual(before);
});

test("a change with values out of range, an unknown choice or another version changes nothing", async () => {
  const suit = await changeableSuit();
  const before = await stored(suit.orderItemId);
  const path = `/profile/orders/${suit.orderId}/lines/${suit.orderItemId}`;
  const changes: Record<string, string>[] = [
    ...["-1", "0", "9999", "1e9", "NaN", "Infinity", "0x3f", "63;64", " ".repeat(90), "𝟼𝟹𝟶"].map(
      (value) => ({ base: "1", unit: "cm", "values.shoulderToWrist": value }),
    ),
    { base: "1", "values.__proto__": "63", "values.constructor": "63" },
    { base: "1", "values.nothing": "63" },
    { base: "1", "choices.Cloth": newId(), [`choices.${newId()}`]: newId() },
    { base: "0", remarks: "Please." },
    { base: "2", remarks: "Please." },
    { base: "-5", remarks: "Please." },
    { base: "1e300", remarks: "Please." },
    { base: "", remarks: "Please." },
    { base: "1", remarks: "x".repeat(100_000) },
    { base: "1", fit: "enormous" },
    { base: "1", shoulders: "none", posture: "none" },
  ];
  for (const fields of changes) {
    const response = await suit.browser.post(path, fields);
    expect([fields, response.status >= 400 && response.status < 500]).toEqual([fields, true]);
  }
  expect(await stored(suit.orderItemId)).toEqual(before);
});

test("a form of a change that arrives six times at once makes one new version", async () => {
  const suit = await changeableSuit();
  const order = await suit.browser.open(`/profile/orders/${suit.orderId}`);
  const form = await order.follow("Change this garment");
  const press = () => form.press("Save the change", { [CLOTH]: true });
  const pages = await Promise.all(Array.from({ length: 6 }, press));
  expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await stored(suit.orderItemId)).contracts).toBe(2);
});
