import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { addresses, customerNotes } from "#db/schema/customers.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { passwordResetRequests, verifications } from "#db/schema/identity.server.ts";
import { inboxReplies } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderEvents, orderNotes, orders, savedOrderViews } from "#db/schema/orders.server.ts";
import { paymentEvents, refunds, testPaymentSessions } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { findCreditByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder, paymentOf } from "#tests/support/orders.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { findCustomer } from "./customer-queries.server.ts";
import { eraseCustomer } from "./erase-customer.server.ts";
import { erasureWarningMessages } from "./erasure-obstacles.ts";

const bench = adminSuite();

/** Includes every stored spelling. */
type Person = { email: string; name: string; street: string; phone: string; secret: string };
const asha: Person = {
  email: "Asha.P@example.com",
  name: "Asha Zephyrine",
  street: "12 Quamina Passage",
  phone: "+592 555 0177",
  secret: "allergic to mohair",
};
const bibi: Person = {
  email: "bibi@example.com",
  name: "Bibi Oleander",
  street: "9 Regent Road",
  phone: "+592 555 0188",
  secret: "prefers silk",
};

const addressOf = ({ name, street, phone }: Person) => ({
  fullName: name,
  phone,
  line1: street,
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
});

async function aBoughtOrder(person: Person, userId: string | null) {
  const { db, actor } = bench;
  const sessionId = `cs_${newId()}`;
  const orderId = await createOrder(db, {
    userId,
    customerEmail: person.email,
    status: "refunded",
    completedAt: new Date(),
    shippingAddress: addressOf(person),
    payment: { sessionId },
    lines: [{ wearer: person.secret, monogram: person.secret }],
  });
  await db.insert(paymentEvents).values([
    {
      provider: "test",
      eventId: `evt_${sessionId}`,
      type: "paid",
      sessionId,
      payload: { customerEmail: person.email, address: addressOf(person) },
      processedAt: new Date(),
    },
    {
      provider: "test",
      eventId: `evt_r_${sessionId}`,
      type: "refunded",
      payload: { billing_details: { email: person.email.toLowerCase(), name: person.name } },
    },
  ]);
  await db.insert(testPaymentSessions).values({
    id: sessionId,
    status: "paid",
    request: { customerEmail: person.email, lines: [{ name: `Gown for ${person.secret}` }] },
    outcome: { address: addressOf(person), email: person.email },
    expiresAt: new Date(),
  });
  await db.insert(orderNotes).values({ orderId, authorName: "Rosa", note: person.secret });
  await db.insert(shipments).values({
    orderId,
    carrier: "DHL",
    trackingNumber: `JD ${person.phone}`,
    shippedAt: new Date(),
    trackingUrl: `https://dhl.example/${person.phone}`,
  });
  await db.insert(orderEvents).values([
    {
      orderId,
      type: "shipped",
      detail: { carrier: "DHL", trackingNumber: `JD ${person.phone}` },
    },
    { orderId, type: "shipment_undone", detail: { shipment: `DHL JD ${person.phone}` } },
    { orderId, type: "shipping_mismatch", detail: { city: person.street } },
    { orderId, type: "refund_failed", detail: { failure: `${person.name}: account closed` } },
  ]);
  await db.insert(returnRequests).values({
    orderId,
    authorizationNumber: `RA-${newId()}`,
    reason: "defective" as const,
    status: "refunded" as const,
    note: person.secret,
    staffNote: person.secret,
  });
  await db.insert(refunds).values({
    orderId,
    paymentId: await paymentOf(db, orderId),
    amountMinor: 100,
    currency: "USD",
    provider: "test",
    reason: person.secret,
    failure: `${person.name}: account closed`,
  });
  await recordChanges(db, actor, [
    {
      action: "changed the address of",
      subject: "order" as const,
      subjectId: orderId,
      before: addressOf(person),
      after: { ...addressOf(person), city: "Linden" },
    },
  ]);
  return orderId;
}

async function aGuestsLife(person: Person, userId: string | null = null) {
  const { db } = bench;
  const { email, name, street, phone, secret } = person;
  const orderId = await aBoughtOrder(person, userId);
  const inquiryId = await addInquiry(db, {
    firstName: name,
    lastName: name,
    email,
    phone,
    address: street,
    additionalNotes: secret,
  });
  const messageId = await addMessage(db, { fullName: name, email, phone, message: secret });
  await db.insert(inboxReplies).values([
    { inquiryId, authorName: "Rosa", body: `Dear ${name}` },
    { messageId, authorName: "Rosa", body: `Dear ${name}` },
  ]);
  await db.insert(customerNotes).values({
    email: email.toLowerCase(),
    authorName: "Rosa",
    note: secret,
  });
  await db.insert(donations).values({ amountMinor: 5_000, email, status: "completed" });
  const productId = await addProduct(db, "Kaieteur Gown");
  const variantId = newId();
  await db.insert(productVariants).values({ id: variantId, productId, size: "M", sku: newId() });
  await db.insert(backInStockRequests).values({ variantId, email });
  await db.insert(passwordResetRequests).values({ email });
  const mail = (dedupeKey: string, recipient: string, replyTo: string | null = null) => ({
    dedupeKey,
    kind: "any",
    recipient,
    replyTo,
    subject: name,
    textBody: `${street} ${secret}`,
    htmlBody: phone,
  });
  await db
    .insert(mailOutbox)
    .values([
      { ...mail(`order-confirmation:${orderId}`, email), status: "sent" },
      mail(`donation-receipt:${newId()}`, email),
      mail(`contact-message:${messageId}`, "shop@example.com", email),
      mail(`purchase-inquiry:${inquiryId}`, "shop@example.com"),
      { ...mail(newId(), "shop@example.com", email.toUpperCase()), status: "bounced" },
    ]);
  const query = `q=${encodeURIComponent(email)}`;
  await db.insert(savedOrderViews).values({ name: `Their orders ${newId()}`, query });
  return { orderId, productId };
}

async function anAccountsLife(person: Person) {
  const { db } = bench;
  const { email, name } = person;
  const userId = await createCustomer(db, { email: email.toLowerCase(), name, lastName: name });
  const left = await aGuestsLife(person, userId);
  await db.insert(addresses).values({ ...addressOf(person), userId });
  await addMeasuredPerson(db, userId, measuredPerson(name, { chest: 1 }));
  await openSession(testAuth(db), userId);
  await db.insert(cartLines).values({
    userId,
    productId: left.productId,
    size: "M",
    quantity: 1,
    changedAt: new Date(),
  });
  const expiresAt = new Date();
  await db.insert(verifications).values([
    { identifier: `reset-password:${newId()}`, value: userId, expiresAt },
    { identifier: email.toLowerCase(), value: newId(), expiresAt },
  ]);
  return left;
}

type Column = { table: string; column: string };

async function placesThatSay(text: string): Promise<string[]> {
  const { rows } = await bench.db.execute<Column>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`);
  expect(rows.length).toBeGreaterThan(150);
  const places: string[] = [];
  for (const { table, column } of rows) {
    const found = await bench.db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${sql.identifier(table)}
       where position(lower(${text}) in lower(${sql.identifier(column)}::text)) > 0`);
    if ((found.rows[0]?.count ?? 0) > 0) places.push(`${table}.${column}`);
  }
  return places;
}

const textsOf = ({ email, name, street, phone, secret }: Person) => [
  email,
  encodeURIComponent(email),
  name,
  street,
  phone,
  secret,
];

const erase = (person: Person, changes: Partial<Parameters<typeof eraseCustomer>[1]> = {}) =>
  eraseCustomer(
    { ...bench, jobs: { send: async () => undefined }, publicUrl: "https://shop.example" },
    {
      actor: bench.actor,
      email: person.email,
      submittedEmail: person.email,
      isUnfinishedKnown: false,
      ...changes,
    },
  );

describe("erasing a person on request", () => {
  test.each([
    ["with an account", anAccountsLife],
    ["who never had an account", aGuestsLife],
  ])("%s leaves no data of theirs in any table, and all data of others", async (_, live) => {
    await live(asha);
    await live(bibi);
    const before = new Map<string, string[]>();
    for (const text of textsOf(bibi)) before.set(text, await placesThatSay(text));
    expect(await placesThatSay(asha.secret)).toContain("order_notes.note");
    expect(await erase(asha)).toEqual({ ok: true, value: null });
    for (const text of textsOf(asha)) expect(await placesThatSay(text), text).toEqual([]);
    for (const [text, places] of before) expect(await placesThatSay(text), text).toEqual(places);
  });

  test("keeps the order's amounts for accounting, with the country for taxes", async () => {
    const { orderId } = await aGuestsLife(asha);
    await erase(asha);
    const [order] = await bench.db.select().from(orders);
    expect(order).toMatchObject({
      id: orderId,
      userId: null,
      totalMinor: 12_000,
      status: "refunded",
      shippingAddress: { country: "GY", line1: "" },
    });
    expect(await bench.db.select().from(donations)).toMatchObject([{ amountMinor: 5_000 }]);
  });

  test("is logged without personal data", async () => {
    await anAccountsLife(asha);
    await bench.db.delete(auditLog);
    await erase(asha);
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      {
        action: "erased",
        subject: "customer",
        before: null,
        after: { name: "a person on request", hadAccount: true, orders: 1 },
      },
    ]);
  });

  test("requires the email as confirmation, and an admin", async () => {
    await aGuestsLife(asha);
    expect(await erase(asha, { submittedEmail: "asha" })).toEqual({
      ok: false,
      error: "not_confirmed",
    });
    for (const actor of bench.strangers) {
      expect(await erase(asha, { actor })).toEqual({ ok: false, error: "forbidden" });
    }
    expect(await placesThatSay(asha.secret)).not.toEqual([]);
  });

  // Specification 2.122
  test("keeps store credit behind its private link only, after a warning of it", async () => {
    const { db, actor } = bench;
    const { orderId } = await aGuestsLife(asha);
    const given = await giveStoreCredit(
      { ...bench, jobs: { send: async () => undefined }, publicUrl: "https://shop.example" },
      {
        actor,
        email: asha.email,
        orderId,
        amount: money(4_950),
        note: asha.secret,
        key: newId(),
      },
    );
    if (!given.ok) throw new Error(given.error);
    const token = await mailedCreditToken(db, given.value.email);
    expect(await erase(asha)).toEqual({ ok: false, error: "unfinished" });
    const found = await findCustomer(db, { actor, email: asha.email });
    if (!found.ok) throw new Error(found.error);
    expect(erasureWarningMessages(found.value.obstacles)).toEqual([
      expect.stringMatching(/^\$49\.50 of store credit stays.*only the private link/),
    ]);
    expect(await erase(asha, { isUnfinishedKnown: true })).toEqual({ ok: true, value: null });
    for (const text of textsOf(asha)) expect(await placesThatSay(text), text).toEqual([]);
    expect(await findCreditByToken(db, token)).toMatchObject({
      email: null,
      balance: money(4_950),
    });
  });

  test("is refused for staff and during an open payment", async () => {
    const { db, actor } = bench;
    const owner = { ...asha, email: actor.email };
    expect(await erase(owner)).toEqual({ ok: false, error: "staff" });
    await createOrder(db, { customerEmail: asha.email, status: "pending" });
    const refused = await erase(asha, { isUnfinishedKnown: true });
    expect(refused).toEqual({ ok: false, error: "order_pending" });
  });

  test("requires a confirmation while a paid order is not sent or a return is open", async () => {
    const { db } = bench;
    const orderId = await createOrder(db, { customerEmail: asha.email, status: "completed" });
    expect(await erase(asha)).toEqual({ ok: false, error: "unfinished" });
    await db.update(orders).set({ status: "refunded" });
    await db.insert(returnRequests).values({
      orderId,
      authorizationNumber: "RA-1",
      reason: "defective" as const,
    });
    expect(await erase(asha)).toEqual({ ok: false, error: "unfinished" });
    expect(await erase(asha, { isUnfinishedKnown: true })).toEqual({ ok: true, value: null });
  });
});
