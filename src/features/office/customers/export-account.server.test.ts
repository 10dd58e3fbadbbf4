import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { inboxReplies } from "#db/schema/inbox.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { endStrangersRights } from "#features/base/identity/end-strangers-rights.server.ts";
import { createGroup } from "#features/body/links/sent-links.server.ts";
import { acceptSetApart } from "#features/body/measurement/set-apart-people.server.ts";
import { createRemadeGarment } from "#features/garments/garment/stored-garments.server.ts";
import { addPattern } from "#features/garments/order-patterns/stored-patterns.server.ts";
import { proposalColumn } from "#features/garments/proposals/stored-proposals.server.ts";
import { sealSpecification } from "#features/garments/specification/seal-specification.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { testPattern } from "#tests/support/patterns.ts";
import { createGarmentOrder, deliverGarment } from "#tests/support/production.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { inSession, openSession } from "#tests/support/sessions.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { exportAccount } from "./export-account.server.ts";

const bench = accountSuite();
const at = (day: number) => new Date(Date.UTC(2026, 10, day));

async function exported(person: SignedIn) {
  const actor = await inSession(bench.db, person, bench.clock.now());
  const found = await exportAccount(bench, { actor });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

/** Two shipments and a returned item; every text contains the name. */
async function travelledOrder(name: string, changes: Parameters<typeof createOrder>[1]) {
  const { db } = bench;
  const lines = [{ productName: `${name} shirt`, quantity: 2 }, { productName: `${name} gown` }];
  const orderId = await createOrder(db, { status: "completed", ...changes, lines });
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const [shirt = "", gown = ""] = items.sort((a, b) => a.position - b.position).map(({ id }) => id);
  const leaving = (number: number) => ({
    orderId,
    carrier: `${name} carrier`,
    shippedAt: at(number),
    trackingNumber: `${name}-${number}`,
    deliveredAt: number === 1 ? at(5) : null,
  });
  const sentShipments = await db
    .insert(shipments)
    .values([leaving(1), leaving(2)])
    .returning({ id: shipments.id });
  const [first = "", second = ""] = sentShipments.map(({ id }) => id);
  await db.insert(shipmentItems).values([
    { shipmentId: first, orderItemId: shirt, quantity: 1 },
    { shipmentId: second, orderItemId: gown, quantity: 1 },
    { shipmentId: second, orderItemId: shirt, quantity: 1 },
  ]);
  const [announced] = await db
    .insert(returnRequests)
    .values({
      orderId,
      authorizationNumber: `R-${name}`,
      reason: "other_size",
      note: `${name} note`,
      status: "received",
      staffNote: "A coffee stain",
      receivedAt: at(9),
      createdAt: at(7),
    })
    .returning({ id: returnRequests.id });
  await db.insert(returnRequestItems).values({
    returnRequestId: announced?.id ?? "",
    orderItemId: shirt,
    quantity: 2,
    receivedQuantity: 1,
  });
  return orderId;
}

async function conversation(name: string, email: string) {
  const { db } = bench;
  const messageId = await addMessage(db, { email, subject: "Hem", message: `${name} asks` });
  const inquiryId = await addInquiry(db, { email, additionalNotes: `${name} inquires` });
  const author = { authorName: "Rosa of the shop" };
  await db.insert(inboxReplies).values([
    { ...author, messageId, body: `Second answer to ${name}`, createdAt: at(12) },
    { ...author, messageId, body: `Answer to ${name}`, createdAt: at(11) },
    { ...author, inquiryId, body: `Price for ${name}`, createdAt: at(11) },
  ]);
}

describe("the export of an account", () => {
  test("has profile, addresses, measurements, sessions, cart and wishlist, and no secret", async () => {
    const { db } = bench;
    const actor = await bench.customer("asha@example.com");
    const { userId } = actor;
    await createOrder(db, { userId, payment: { sessionId: "cs_1" }, status: "completed" });
    const book = { fullName: "Asha Persaud", line1: "12 Camp Street", city: "Georgetown" };
    await db.insert(addresses).values({ ...book, userId, phone: "", country: "GY" });
    await addMeasuredPerson(db, userId, measuredPerson("Asha", { chest: 920 }));
    await openSession(testAuth(db), userId);
    const productId = await addProduct(db, "Kaieteur Gown");
    const change = { userId, productId, changedAt: bench.clock.now() };
    await db.insert(cartLines).values({ ...change, size: "M", quantity: 2 });
    await db.insert(wishlistEntries).values({ ...change, saved: true });
    const data = await exported(actor);
    expect(data).toMatchObject({
      profile: { email: "asha@example.com", firstName: "Asha" },
      addresses: [{ line1: "12 Camp Street" }],
      orders: [{ total: "120.00", lines: [{ productName: "Savannah Linen Shirt" }], returns: [] }],
      measurements: [
        { label: { value: "Asha" }, readings: { chest: [{ value: 920, entered: "92" }] } },
      ],
      measurementReads: [],
      // The one that was opened, and the one that exports.
      sessions: [{}, {}],
      cart: [{ product: "Kaieteur Gown", size: "M", quantity: 2 }],
      wishlist: [{ product: "Kaieteur Gown", saved: true }],
      messages: [],
      inquiries: [],
    });
    expect(JSON.stringify(data)).not.toMatch(/token|password|cs_/i);
  });

  test("names what is set apart until its account says whose it is, without what was measured", async () => {
    const { db } = bench;
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson("Vaughn", { chest: 1_020 });
    await addMeasuredPerson(db, actor.userId, person, bench.measurementBox);
    const submitted = { name: "Wedding of Asha", garment: "dress" };
    expect(await createGroup(bench, { actor, submitted })).toMatchObject({ ok: true });
    const nothing = { people: [], measurementLinks: [] };
    expect(await exported(actor)).toMatchObject({ setApartUntilConfirmed: nothing });
    await db.transaction((tx) => endStrangersRights(tx, actor.userId));
    const apart = await exported(actor);
    expect(apart).toMatchObject({
      measurements: [],
      measurementLinks: [],
      setApartUntilConfirmed: {
        people: [{ name: "Vaughn" }],
        measurementLinks: [{ name: "Wedding of Asha" }],
      },
    });
    expect(JSON.stringify(apart)).not.toContain("1020");
    await acceptSetApart(bench, { actor });
    expect(await exported(actor)).toMatchObject({
      measurements: [{ label: { value: "Vaughn" }, readings: { chest: [{ value: 1_020 }] } }],
      measurementLinks: [{ name: "Wedding of Asha" }],
      setApartUntilConfirmed: nothing,
    });
  });

  test("has contracts, proposals, specifications and readings by staff, with measurements as people read them", async () => {
    const { db, measurementBox } = bench;
    const actor = await bench.customer("asha@example.com");
    const { userId } = actor;
    const { orderItemId } = await createContractedOrder(db, { userId, box: measurementBox });
    await db.transaction((tx) =>
      addPattern(tx, measurementBox, {
        orderItemId,
        component: "jacket",
        contractVersion: 1,
        status: "review",
        origin: "order",
        staffId: null,
        packages: {},
        content: testPattern(),
      }),
    );
    const proposalId = newId();
    const content = { specification: testSpecification(), terms: testTerms(), note: "More room" };
    await db.insert(contractProposals).values({
      id: proposalId,
      orderItemId,
      baseVersion: 1,
      tokenHash: hashSecret(newId()),
      status: "declined",
      respondedAt: at(3),
      sealed: proposalColumn.seal(measurementBox, { id: proposalId }, content),
    });
    const productId = await addProduct(db, "Kaieteur Gown");
    for (const owner of [userId, (await bench.customer("bibi@example.com")).userId]) {
      const id = randomUUID();
      const specification = testSpecification({ label: owner === userId ? "Asha" : "Bibi" });
      await db.insert(fitSpecifications).values({
        id,
        productId,
        userId: owner,
        garment: "gown",
        choices: [],
        ...sealSpecification(measurementBox, { id, productId, specification, choices: [] }),
      });
    }
    await db.insert(measurementReads).values({
      subject: "contract",
      subjectId: orderItemId,
      userId,
      purpose: "Cutting the suit",
      readAt: at(2),
    });
    const data = await exported(actor);
    const asText = { Chest: "98.7 cm (38 7/8 in): Sure", Fit: "Regular", Monogram: "AP" };
    expect(data).toMatchObject({
      orders: [
        {
          contracts: [
            {
              version: 1,
              state: "valid",
              asText,
              specification: { measurements: { chest: { value: 987 } } },
              proposals: [{ status: "declined", note: "More room" }],
              patterns: [
                {
                  title: "Blazer, straight",
                  version: 1,
                  status: "review",
                  approvedAt: null,
                  measures: [{ label: "Chest", body: 983, easeAsked: 60, finished: 1_043 }],
                  reasons: ["The hem is not level."],
                  estimated: ["wrist"],
                },
              ],
            },
          ],
        },
      ],
      specifications: [{ product: "Kaieteur Gown", asText, specification: { label: "Asha" } }],
      measurementReads: [{ subject: "contract", purpose: "Cutting the suit" }],
    });
    expect(JSON.stringify(data)).not.toContain("Bibi");
  });

  test("is read in as many statements for four made-to-measure orders as for one", async () => {
    const { db, measurementBox } = bench;
    const actor = await bench.customer("asha@example.com");
    const order = async () => {
      const made = await createGarmentOrder(db, { userId: actor.userId, box: measurementBox });
      await db.transaction((tx) =>
        addPattern(tx, measurementBox, {
          orderItemId: made.orderItemId,
          component: "jacket",
          contractVersion: 1,
          status: "ready",
          origin: "order",
          staffId: null,
          packages: {},
          content: testPattern(),
        }),
      );
    };
    await order();
    const one = await statementsOf(bench.pool, () => exported(actor));
    for (let count = 0; count < 3; count += 1) await order();
    const four = await statementsOf(bench.pool, async () => {
      const { orders } = (await exported(actor)) as { orders: Record<string, unknown[]>[] };
      expect(orders).toHaveLength(4);
      for (const { contracts, garments } of orders) {
        expect(contracts).toMatchObject([{ version: 1, patterns: [{ version: 1 }] }]);
        expect(garments).toMatchObject([{ history: [{ stage: "received" }] }]);
      }
    });
    expect(four).toHaveLength(one.length);
  });

  test("has no pattern of a person who measured by link", async () => {
    const { db, measurementBox } = bench;
    const actor = await bench.customer("asha@example.com");
    const { orderItemId } = await createContractedOrder(db, {
      userId: actor.userId,
      box: measurementBox,
      specification: testSpecification({ measuredByLink: true }),
    });
    await db.transaction((tx) =>
      addPattern(tx, measurementBox, {
        orderItemId,
        component: "jacket",
        contractVersion: 1,
        status: "ready",
        origin: "order",
        staffId: null,
        packages: {},
        content: testPattern(),
      }),
    );
    expect(await exported(actor)).toMatchObject({ orders: [{ contracts: [{ patterns: [] }] }] });
  });

  test("has a garment that was made again among the contents of the shipment that brought it", async () => {
    const { db } = bench;
    const actor = await bench.customer("asha@example.com");
    const lines = [{ productName: "Stabroek Suit", size: "Custom", madeToMeasure: true }];
    const order = await createGarmentOrder(db, { userId: actor.userId, lines });
    const { garments: made, orderId, orderItemId } = order;
    const [suit] = made;
    if (!suit) throw new Error("The order has no garment");
    await deliverGarment(db, { orderId, orderItemId, garmentId: suit.id, at: at(3) });
    const staff = { userId: null, name: "Rosa Gomes" };
    const remadeId = await db.transaction((tx) =>
      createRemadeGarment(tx, { remakeOf: suit, at: at(5), staff }),
    );
    const [second] = await db
      .insert(shipments)
      .values({ orderId, carrier: "DHL", trackingNumber: "JD0148", shippedAt: at(20) })
      .returning({ id: shipments.id });
    await db
      .update(garments)
      .set({ stage: "shipped", shipmentId: second?.id ?? "" })
      .where(eq(garments.id, remadeId));
    const suits = { productName: "Stabroek Suit", size: "Custom", quantity: 1 };
    expect(await exported(actor)).toMatchObject({
      orders: [
        {
          shipments: [
            { shippedAt: at(3), pieces: [suits] },
            { trackingNumber: "JD0148", pieces: [{ ...suits, madeAgain: true }] },
          ],
        },
      ],
    });
  });

  test("has every shipment with tracking and dates, every return with its items, and the shop's replies", async () => {
    const actor = await bench.customer("asha@example.com");
    await travelledOrder("Asha", { userId: actor.userId });
    await conversation("Asha", "ASHA@example.com");
    const data = await exported(actor);
    const [order] = data.orders as { shipments: unknown[]; returns: unknown[] }[];
    expect(order?.shipments).toMatchObject([
      {
        carrier: "Asha carrier",
        trackingNumber: "Asha-1",
        trackingUrl: "",
        shippedAt: at(1),
        deliveredAt: at(5),
        pieces: [{ productName: "Asha shirt", size: "M", quantity: 1 }],
      },
      {
        trackingNumber: "Asha-2",
        shippedAt: at(2),
        deliveredAt: null,
        pieces: [{ productName: "Asha shirt" }, { productName: "Asha gown" }],
      },
    ]);
    expect(order?.returns).toMatchObject([
      {
        authorizationNumber: "R-Asha",
        reason: "other_size",
        note: "Asha note",
        status: "received",
        announcedAt: at(7),
        receivedAt: at(9),
        closedAt: null,
        pieces: [{ productName: "Asha shirt", quantity: 2, received: 1 }],
      },
    ]);
    expect(data).toMatchObject({
      messages: [{ answers: [{ answer: "Answer to Asha" }, { answer: "Second answer to Asha" }] }],
      inquiries: [{ notes: "Asha inquires", answers: [{ answer: "Price for Asha" }] }],
    });
    expect(JSON.stringify(data)).not.toMatch(/coffee|Rosa of the shop/);
  });

  test("has no data of anyone else, whatever email an order has", async () => {
    const asha = await bench.customer("asha@example.com");
    const bibi = await bench.customer("bibi@example.com");
    await travelledOrder("Asha", { userId: asha.userId, customerEmail: "Bibi@example.com" });
    await travelledOrder("Bibi", { userId: bibi.userId, customerEmail: "asha@example.com" });
    // Unconfirmed: possibly mistyped.
    await travelledOrder("Guest", { customerEmail: "ASHA@example.com" });
    await conversation("Asha", "Asha@Example.com");
    await conversation("Bibi", "bibi@example.com");
    await conversation("Another", "xasha@example.com");
    const hers = JSON.stringify(await exported(asha));
    expect(hers).toMatch(/Asha carrier.*Price for Asha/);
    expect(hers).not.toMatch(
      /Bibi (shirt|gown|carrier|note|asks|inquires)|(to|for) Bibi|Guest|Another/,
    );
    const others = JSON.stringify(await exported(bibi));
    expect(others).toMatch(/Bibi carrier.*Price for Bibi/);
    expect(others).not.toMatch(/Asha (shirt|gown|carrier|note|asks|inquires)|(to|for) Asha|Guest/);
  });

  // Specification 2.122
  test("has store credit with its ledger and without its link, only with a confirmed email", async () => {
    const owner = { ...(await bench.customer("owner@example.com")), role: "admin" as const };
    const give = async (email: string) => {
      const given = await giveStoreCredit(bench, {
        actor: owner,
        email,
        orderId: null,
        amount: money(1_250),
        note: "A late parcel",
        key: email,
      });
      if (!given.ok) throw new Error(given.error);
      return mailedCreditToken(bench.db, email);
    };
    const asha = await bench.customer("asha@example.com");
    const token = await give(asha.email);
    const data = await exported(asha);
    expect(data).toMatchObject({
      storeCredit: {
        balance: "12.50",
        currency: "USD",
        entries: [{ kind: "issue", amount: "12.50", note: "A late parcel" }],
      },
    });
    expect(JSON.stringify(data)).not.toContain(token);
    const email = "bibi@example.com";
    const bibi = await bench.customer(email, { email, emailVerified: false });
    await give(email);
    expect(await exported(bibi)).toMatchObject({ storeCredit: null });
  });

  test("is for its owner alone, and includes messages and replies only with a confirmed email", async () => {
    expect(await exportAccount(bench, { actor: visitor })).toEqual({
      ok: false,
      error: "forbidden",
    });
    const actor = await bench.customer("asha@example.com", {
      email: "asha@example.com",
      emailVerified: false,
    });
    await conversation("Asha", "asha@example.com");
    expect(await exported(actor)).toMatchObject({ messages: [], inquiries: [], backInStock: [] });
  });
});
