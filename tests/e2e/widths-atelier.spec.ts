import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Database } from "#db/client.server.ts";
import { alterationRequests } from "#db/schema/alterations.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { addPattern } from "#features/garments/order-patterns/stored-patterns.server.ts";
import { proposalColumn } from "#features/garments/proposals/stored-proposals.server.ts";
import { submitInquiry } from "#features/office/inbox/submit-inquiry.server.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { fullyMeasured, SHIRT_BODY } from "#tests/support/browser/measured-person.ts";
import { openMeasurements } from "#tests/support/browser/open-measurements.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";
import { patternPath, tailorAt } from "#tests/support/browser/tailor.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { DEMO_SUIT, demoLine } from "#tests/support/demo-garments.ts";
import { guest } from "#tests/support/guest.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import { testPattern } from "#tests/support/patterns.ts";
import {
  addGarmentEvents,
  addMaker,
  createGarmentOrder,
  staffMember,
  worked,
} from "#tests/support/production.ts";
import { createLine } from "#tests/support/requests/buy-to-measure.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

/** The state that a page shows: readable on a wide screen and on a phone, and inside the window between. */
async function expectSound(page: Page): Promise<void> {
  await expectReadable(page);
  await expectFitsEveryWidth(page);
  await onPhone(page, () => expectReadable(page));
}

type Line = { orderId: string; orderItemId: string };

async function lookUp(page: Page, orderId: string, email: string): Promise<void> {
  await visit(page, "/order-lookup");
  await page.getByRole("textbox", { name: "Order Number" }).fill(orderNumber(orderId));
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Find your order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(orderNumber(orderId));
}

/** Proposes a waist of 83 cm for a line; returns the private link of the customer. */
async function storeProposal(db: Database, shop: Shop, { orderItemId }: Line): Promise<string> {
  const token = `${newId()}${newId()}`.replaceAll("-", "");
  const usual = testSpecification();
  const waist = { value: 830, confidence: 1, readings: 1, confirmed: true };
  const specification = { ...usual, measurements: { ...usual.measurements, waist } };
  const id = newId();
  const content = { specification, terms: testTerms(), note: "More room to sit." };
  await db.insert(contractProposals).values({
    id,
    orderItemId,
    baseVersion: 1,
    tokenHash: hashSecret(token),
    sealed: proposalColumn.seal(shop.measurementBox, { id }, content),
    createdAt: shop.now(),
  });
  return `/contract/${token}`;
}

test("a proposed change: what the customer finds and opens, and what is left when it has ended", async ({
  browser,
  noise,
  page,
  shop,
}) => {
  const email = newEmail();
  const { line, link } = await shop.inDatabase(async (db) => {
    const order = await createContractedOrder(db, {
      customerEmail: email,
      box: shop.measurementBox,
    });
    return { line: order, link: await storeProposal(db, shop, order) };
  });
  const agreed = page.getByRole("region", { name: "What we agreed" });

  await test.step("the lookup names the proposal", async () => {
    await lookUp(page, line.orderId, email);
    await expect(agreed).toContainText("A change is proposed");
    await expectSound(page);
  });

  await test.step("the code is asked for, refused and right", async () => {
    noise.expect(/status of 422/);
    await page.getByRole("button", { name: /^Send a code/ }).click();
    await expect(agreed).toContainText("The code was not sent");
    await page.getByRole("textbox", { name: "Code from the email" }).fill("12345");
    await page.getByRole("button", { name: "Open the measurements" }).click();
    await expect(agreed).toContainText("This is not the code that belongs");
    await expectSound(page);
    await openMeasurements(page, email);
    await expect(agreed).toContainText("A change is proposed");
    await expectSound(page);
  });

  await test.step("the link has the change and the form that declines it", async () => {
    await visit(page, link);
    await page.getByText("Decline it and keep what we agreed").click();
    await expect(page.getByRole("textbox", { name: "Reason" })).toBeVisible();
    await expectSound(page);
  });

  await shop.inDatabase((db) =>
    db
      .update(contractProposals)
      .set({ createdAt: new Date(shop.now().getTime() - 31 * DAY_MS) })
      .where(eq(contractProposals.orderItemId, line.orderItemId)),
  );

  await test.step("the ended proposal is in the lookup, and in the tailor's form", async () => {
    await lookUp(page, line.orderId, email);
    await expect(agreed).toContainText("A proposed change has ended");
    await expectSound(page);
    await using tailor = await tailorAt(browser, shop);
    const { page: table } = tailor;
    await visit(table, `/admin/orders/${line.orderId}/contracts/${line.orderItemId}`);
    await table.getByRole("textbox", { name: "Purpose" }).fill("Checking the fit");
    await table.getByRole("button", { name: "Open measurements" }).click();
    await expect(table.getByText("The last proposal ended without an answer")).toBeVisible();
    await expectSound(table);
  });
});

test("a defective suit: the owner's form that has it made again, both contracts, and the customer's", async ({
  browser,
  page,
  shop,
}) => {
  const email = newEmail();
  const { orderId, ownerId } = await shop.inDatabase(async (db) => {
    const order = await createContractedOrder(db, {
      customerEmail: email,
      box: shop.measurementBox,
      lines: [await demoLine(db, DEMO_SUIT)],
    });
    const request = { id: newId(), authorizationNumber: `RA-${newId().slice(-8).toUpperCase()}` };
    const state = { status: "received", reason: "defective", receivedAt: shop.now() } as const;
    await db.insert(returnRequests).values({ ...request, ...state, orderId: order.orderId });
    const item = { orderItemId: order.orderItemId, quantity: 1, receivedQuantity: 1 };
    await db.insert(returnRequestItems).values({ returnRequestId: request.id, ...item });
    const owner = { email: newEmail(), role: "admin", name: "Rosa Gomes" } as const;
    return { ...order, ownerId: await createCustomer(db, owner) };
  });
  await using owner = await anotherSession(browser, shop.url, ownerId);
  const { page: admin } = owner;
  await visit(admin, `/admin/orders/${orderId}`);
  await admin.locator("summary").filter({ hasText: "Exchange it" }).click();
  const exchange = admin.getByRole("form", { name: "Exchange it" });
  const instead = exchange.getByLabel(`Instead of ${DEMO_SUIT}, Custom`);
  const [again] = await instead
    .locator("option")
    .filter({ hasText: "made again to its contract" })
    .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value }) => value));
  await instead.selectOption(again ?? "");
  await expectSound(admin);
  await exchange.getByRole("button", { name: "Exchange and tell the customer" }).click();
  const contracts = admin.getByRole("region", { name: "Made to measure" });
  await expect(contracts.getByRole("link", { name: /^Open the contract/ })).toHaveCount(2);
  await expectSound(admin);

  await lookUp(page, orderId, email);
  await openMeasurements(page, email);
  const agreed = page.getByRole("region", { name: "What we agreed" });
  await expect(agreed).toContainText("Made again at no charge");
  await expectSound(page);
});

test("a garment that its customer may cancel, and one whose corrections may be left out", async ({
  browser,
  page,
  shop,
}) => {
  const email = newEmail();
  const { cancellable, corrected, userId } = await shop.inDatabase(async (db) => {
    const id = await createCustomer(db, { email: newEmail() });
    const { measurementBox } = shop;
    const former = { garmentId: newId(), product: "Stabroek Suit", at: shop.now().toISOString() };
    const corrections = [{ point: "sleeve" as const, mm: -10, ...former }];
    const specification = testSpecification({ corrections });
    const order = await createGarmentOrder(db, {
      box: measurementBox,
      userId: id,
      specification,
    });
    const change = { point: "sleeve" as const, byMm: -10, changedMm: -10, reached: true };
    await db.transaction((tx) =>
      addPattern(tx, measurementBox, {
        orderItemId: order.orderItemId,
        component: "jacket",
        contractVersion: 1,
        status: "review",
        origin: "order",
        staffId: null,
        packages: {},
        content: testPattern({ changes: [change] }),
      }),
    );
    return {
      userId: id,
      corrected: order,
      cancellable: await createGarmentOrder(db, {
        box: measurementBox,
        customerEmail: email,
        terms: { policyVersion: 2 },
      }),
    };
  });

  await test.step("the rules of cancelling open on the order", async () => {
    await lookUp(page, cancellable.orderId, email);
    const garment = page.getByRole("article", { name: "Stabroek Suit" });
    await garment.getByText("Cancel this garment").click();
    await expect(garment.getByRole("button", { name: /^Cancel it and get / })).toBeVisible();
    await expectSound(page);
  });

  await test.step("the customer's form has the correction", async () => {
    await using customer = await anotherSession(browser, shop.url, userId);
    await visit(
      customer.page,
      `/profile/orders/${corrected.orderId}/lines/${corrected.orderItemId}`,
    );
    await expect(customer.page.getByLabel("Leave out: Sleeves: 1 cm shorter")).toBeVisible();
    await expectSound(customer.page);
    await visit(customer.page, "/profile/delete");
    await expect(customer.page.getByText("A made-to-measure piece is not finished")).toBeVisible();
    await expectSound(customer.page);
  });

  await test.step("the tailor's pattern has it too", async () => {
    await using tailor = await tailorAt(browser, shop);
    await visit(tailor.page, patternPath(corrected.orderItemId));
    await expect(tailor.page.getByRole("region", { name: "From earlier garments" })).toContainText(
      "Sleeves: 1 cm shorter",
    );
    await expectSound(tailor.page);
  });
});

test("a request to make a garment again: the atelier's list, the decision with its problem, and the customer's page", async ({
  browser,
  noise,
  shop,
}) => {
  noise.expect(/status of 422/);
  const userId = await shop.inDatabase((db) => createCustomer(db, { email: newEmail() }));
  const owner = { email: newEmail(), userId };
  const { garmentId, orderId, tailor } = await deliveredGarment(shop.url, owner);
  const requestId = newId();
  await shop.inDatabase((db) =>
    db.insert(alterationRequests).values({
      id: requestId,
      number: `AL-${requestId.slice(-8)}`,
      garmentId,
      remedy: "remake",
      status: "requested",
      isFree: true,
      currency: "USD",
    }),
  );
  await using staff = await anotherSession(browser, shop.url, tailor.userId);
  const { page } = staff;
  await visit(page, "/admin/atelier/alterations");
  await expectSound(page);
  await visit(page, `/admin/atelier/alterations/${requestId}`);
  await expectSound(page);
  const decision = page.getByRole("form", { name: "Decision" });
  await decision.getByLabel("For the customer").fill("We cut the sleeves anew.");
  await decision.getByRole("button", { name: "Decide and tell the customer" }).click();
  await expect(decision.getByText("Please choose why it did not fit.")).toBeVisible();
  await expect(decision.getByLabel("For the customer")).toHaveValue("We cut the sleeves anew.");
  await decision.getByLabel("Cause").selectOption({ label: "Pattern" });
  await decision.getByLabel("Cost for the house ($)").fill("42.50");
  await decision.getByRole("button", { name: "Decide and tell the customer" }).click();
  await expect(page.getByRole("link", { name: "The new garment in production" })).toBeVisible();
  await visit(page, "/admin/atelier/alterations");
  await expect(page.getByRole("region", { name: "Causes" })).toContainText("Pattern");
  await expectSound(page);

  await using customer = await anotherSession(browser, shop.url, userId);
  await visit(customer.page, `/profile/orders/${orderId}/garments/${garmentId}`);
  await expect(customer.page.getByText("Being made again")).toBeVisible();
  await expectSound(customer.page);
});

test("an inquiry's measurements for an admin without the permission and for the atelier", async ({
  browser,
  shop,
}) => {
  const line = await createLine({
    productName: "Savannah Linen Shirt",
    priceUsd: 279,
    email: newEmail(),
    actor: guest,
    profile: fullyMeasured("Asha", SHIRT_BODY),
  });
  const { entryId, ownerId, tailorId } = await shop.inDatabase(async (db) => {
    const sent = await submitInquiry(
      {
        db,
        clock: { now: shop.now },
        publicUrl: shop.url,
        jobs: { send: async () => undefined },
      },
      {
        actor: guest,
        productId: line.id,
        key: newId(),
        inquiry: { ...INQUIRY, size: "Custom", specification: line.specification },
        network: "203.0.113.7",
      },
    );
    if (!sent.ok) throw new Error(sent.error);
    return {
      entryId: sent.value.id,
      ownerId: (await staffMember(db, false)).userId,
      tailorId: (await staffMember(db, true)).userId,
    };
  });
  await using owner = await anotherSession(browser, shop.url, ownerId);
  await visit(owner.page, `/admin/inbox/${entryId}`);
  await expectSound(owner.page);
  await visit(owner.page, `/admin/inbox/${entryId}/measurements`);
  await expect(owner.page.getByText("Only the atelier opens measurements")).toBeVisible();
  await expectSound(owner.page);
  await using tailor = await anotherSession(browser, shop.url, tailorId);
  await visit(tailor.page, `/admin/inbox/${entryId}/measurements`);
  await tailor.page.getByLabel("Purpose").fill("Calculating the price");
  await tailor.page.getByRole("button", { name: "Open measurements" }).click();
  const measured = tailor.page.getByRole("region", { name: "Measurements of Asha" });
  await expect(measured).toContainText("17 cm");
  await expectSound(tailor.page);
});

test("a maker's days away, the promise at risk, the pattern table with a wrong number, and a garment's label", async ({
  browser,
  noise,
  page,
  shop,
}) => {
  noise.expect(/status of 422/);
  const { makerId, labelToken, ownerId, productId } = await shop.inDatabase(async (db) => {
    const id = await addMaker(db, "Savi", { publicName: "Savi", isNewDawn: true });
    await addMaker(db, "Maya");
    const line = await demoLine(db, DEMO_SUIT);
    const { garments: own } = await createGarmentOrder(db, {
      lines: [line],
      box: shop.measurementBox,
      shippingMethod: "Standard",
      destination: "GY",
      arrivesUntil: "2026-11-26",
    });
    const risk = { makerId: id, shipBy: "2026-11-20" };
    await db
      .update(garments)
      .set(risk)
      .where(eq(garments.id, own[0]?.id ?? ""));
    const { garments: finished } = await createGarmentOrder(db, { lines: [line] });
    const finishedId = finished[0]?.id ?? "";
    await db
      .update(garments)
      .set({ makerId: id, stage: "finished", finishedAt: shop.now() })
      .where(eq(garments.id, finishedId));
    await addGarmentEvents(db, finishedId, [worked(840, { makerId: id })], { at: shop.now() });
    return {
      makerId: id,
      labelToken: finished[0]?.labelToken ?? "",
      ownerId: (await staffMember(db, false)).userId,
      productId: line.productId,
    };
  });
  await using owner = await anotherSession(browser, shop.url, ownerId);
  const { page: admin } = owner;
  await visit(admin, `/admin/atelier/makers/${makerId}`);
  await admin.getByLabel("First day").fill("2026-11-26");
  await admin.getByLabel("Last day").fill("2027-09-21");
  await admin.getByRole("button", { name: "Add the days" }).click();
  await expect(admin.getByRole("button", { name: /^Remove / })).toBeVisible();
  await expectSound(admin);
  await visit(admin, "/admin/atelier/promises");
  await expect(admin.getByRole("list", { name: "Promises at risk" })).toContainText("Expected");
  await expectSound(admin);

  await visit(admin, "/admin/atelier/pattern-table");
  await expect(admin.getByRole("link", { name: /^Kingston Pinstripe Suit/ })).toBeVisible();
  await expectSound(admin);
  await visit(admin, `/admin/atelier/pattern-table/${productId}`);
  const easy = admin
    .getByRole("region", { name: "Blazer, straight" })
    .getByRole("group", { name: /^Ease, chest/ })
    .getByLabel("Easy");
  await easy.fill("four hundred");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await expect(admin.getByText(/^Enter a number from/)).toBeVisible();
  await expect(easy).toHaveValue("four hundred");
  await expectSound(admin);

  await visit(page, `/made/${labelToken}`);
  await expect(page.getByText(/^Made by Savi in 14 hours/)).toBeVisible();
  await expectSound(page);
  await visit(page, `/product/${productId}`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Who made it" })).toContainText("Savi");
});
