import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DELETED_EMAIL } from "#core/email.ts";
import { money } from "#core/money-amount.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { addresses, customerNotes } from "#db/schema/customers.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { contactMessages } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orderEvents, orderItems, orderNotes, orders } from "#db/schema/orders.server.ts";
import { paymentEvents } from "#db/schema/payments.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { findCreditByToken } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { HOME } from "#tests/support/addresses.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { openSession } from "#tests/support/sessions.ts";
import { creditTokenIn, giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { deleteAccount } from "./erase-customer.server.ts";

const bench = accountSuite();

const address = { ...HOME, phone: "+592 555 0100" };

async function aLife(email: string, changes = {}) {
  const { db } = bench;
  const actor = await bench.customer(email, { email, ...changes });
  const { userId } = actor;
  const orderId = await createOrder(db, {
    userId,
    customerEmail: email,
    status: "completed",
    shippingAddress: address,
    payment: { sessionId: `cs_${userId}` },
  });
  await db.insert(paymentEvents).values({
    provider: "test",
    eventId: `evt_${userId}`,
    type: "session.paid",
    sessionId: `cs_${userId}`,
    payload: { customerEmail: email, address },
    processedAt: bench.clock.now(),
  });
  await db.insert(addresses).values({ ...address, userId });
  await addMeasuredPerson(db, userId, measuredPerson("Asha", { chest: 920 }));
  await openSession(testAuth(db), userId);
  const productId = await addProduct(db, `Kaieteur Gown for ${email}`);
  const changedAt = bench.clock.now();
  await db.insert(cartLines).values({ userId, productId, size: "M", quantity: 2, changedAt });
  await db.insert(wishlistEntries).values({ userId, productId, saved: true, changedAt });
  await db
    .insert(contactMessages)
    .values({ fullName: "Asha Persaud", email, subject: "Hem", message: "Is it long?" });
  await db.insert(customerNotes).values({ email, authorName: "Rosa", note: `Knows ${email}` });
  await db.insert(orderNotes).values({ orderId, authorName: "Rosa", note: `Calls from ${email}` });
  await db.insert(mailOutbox).values({
    dedupeKey: `order-confirmation:${orderId}`,
    kind: "order-confirmation",
    recipient: email,
    subject: "Order Confirmed!",
    textBody: "12 Camp Street",
    htmlBody: "12 Camp Street",
    status: "sent",
  });
  return { actor, orderId };
}

async function everything(): Promise<string> {
  const { db } = bench;
  return JSON.stringify([
    await db.select().from(profiles),
    await db.select().from(addresses),
    await db.select().from(measurementProfiles),
    await db.select().from(sessions),
    await db.select().from(cartLines),
    await db.select().from(wishlistEntries),
    await db.select().from(orders),
    await db.select().from(paymentEvents),
    await db.select().from(contactMessages),
    await db.select().from(customerNotes),
    await db.select().from(orderNotes),
    await db.select().from(mailOutbox).where(eq(mailOutbox.status, "sent")),
  ]);
}

describe("deleting an account", () => {
  // Specification 2.72
  test("leaves no personal data except the order's amounts, and sends a last email", async () => {
    const { actor, orderId } = await aLife("asha@example.com");
    const deleted = await deleteAccount(bench, { actor, submittedEmail: " ASHA@example.com " });
    expect(deleted).toEqual({ ok: true, value: null });
    const left = await everything();
    for (const trace of ["asha@example.com", "Persaud", "12 Camp Street", "555 0100", "long?"]) {
      expect(left, trace).not.toContain(trace);
    }
    const [order] = await bench.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({
      userId: null,
      customerEmail: DELETED_EMAIL,
      totalMinor: 12_000,
      status: "completed",
      shippingAddress: { country: "GY", line1: "" },
    });
    expect(await bench.db.select().from(orderItems)).toHaveLength(1);
    expect(await bench.db.select().from(cartLines)).toEqual([]);
    expect(await bench.db.select().from(wishlistEntries)).toEqual([]);
    const queued = await bench.db.select().from(mailOutbox).where(eq(mailOutbox.status, "queued"));
    expect(queued).toMatchObject([{ kind: "account-deleted", recipient: "asha@example.com" }]);
  });

  // Specification 2.122
  test("keeps store credit behind its private link, without the email, and the last email says so", async () => {
    const { actor, orderId } = await aLife("asha@example.com");
    const owner = { ...(await bench.customer("owner@example.com")), role: "admin" as const };
    const given = await giveStoreCredit(bench, {
      actor: owner,
      email: actor.email,
      orderId,
      amount: money(4_950),
      key: "one",
      note: "Asha's hem came loose",
    });
    if (!given.ok) throw new Error(given.error);
    const token = await mailedCreditToken(bench.db, actor.email);
    await bench.db.update(mailOutbox).set({ status: "sent" });
    expect((await deleteAccount(bench, { actor, submittedEmail: actor.email })).ok).toBe(true);
    expect(await findCreditByToken(bench.db, token)).toMatchObject({
      email: null,
      balance: money(4_950),
    });
    const [entry] = await bench.db.select().from(storeCreditEntries);
    expect(entry).toMatchObject({ amountMinor: 4_950, note: "" });
    expect(JSON.stringify(await bench.db.select().from(orderEvents))).not.toContain("hem");
    const [last] = await bench.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.kind, "account-deleted"));
    const ownToken = creditTokenIn(last?.textBody);
    expect(last?.textBody).toContain(`https://shop.example/store-credit/${ownToken}`);
    expect(ownToken).not.toBe(token);
    expect(await findCreditByToken(bench.db, ownToken)).toMatchObject({ balance: money(4_950) });
    expect(last?.textBody).toMatch(/\$49\.50 of store credit stays/);
  });

  test("also erases orders bought without the account, and no other customer's data", async () => {
    const { actor } = await aLife("asha@example.com");
    await createOrder(bench.db, { customerEmail: "asha@example.com", shippingAddress: address });
    await bench.db.update(orders).set({ status: "completed" });
    await aLife("bibi@example.com");
    expect((await deleteAccount(bench, { actor, submittedEmail: actor.email })).ok).toBe(true);
    const left = await everything();
    expect(left).not.toContain("asha@example.com");
    for (const hers of ["bibi@example.com", "12 Camp Street", "Is it long?"]) {
      expect(left).toContain(hers);
    }
    expect(await bench.db.$count(measurementProfiles)).toBe(1);
  });

  test("an unconfirmed email deletes nothing that was only sent under it", async () => {
    const { actor } = await aLife("asha@example.com", { emailVerified: false });
    const guest = await createOrder(bench.db, { customerEmail: "asha@example.com" });
    expect((await deleteAccount(bench, { actor, submittedEmail: actor.email })).ok).toBe(true);
    expect(await bench.db.select().from(contactMessages)).toHaveLength(1);
    const [order] = await bench.db.select().from(orders).where(eq(orders.id, guest));
    expect(order?.customerEmail).toBe("asha@example.com");
  });

  test.each([
    { emailVerified: true, left: ["account-deleted", "order-confirmation"] },
    { emailVerified: false, left: ["account-deleted", "inquiry-receipt", "order-confirmation"] },
  ])(
    "withdraws waiting emails except those about money, when emailVerified is $emailVerified",
    async ({ emailVerified, left }) => {
      const actor = await bench.customer("asha@example.com", {
        email: "asha@example.com",
        emailVerified,
      });
      const waiting = (kind: string, recipient: string) => ({
        dedupeKey: `${kind} ${recipient}`,
        kind,
        recipient,
        subject: kind,
        textBody: kind,
        htmlBody: kind,
      });
      const kinds = ["account-reset-password", "inquiry-receipt", "order-confirmation"];
      await bench.db
        .insert(mailOutbox)
        .values([
          ...kinds.map((kind) => waiting(kind, "Asha@example.com")),
          waiting("account-reset-password", "bibi@example.com"),
        ]);
      expect((await deleteAccount(bench, { actor, submittedEmail: actor.email })).ok).toBe(true);
      const mails = await bench.db.select().from(mailOutbox);
      const to = (name: string) =>
        mails.filter(({ recipient }) => recipient.toLowerCase().startsWith(name));
      expect(
        to("asha")
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(left);
      expect(to("bibi")).toHaveLength(1);
    },
  );

  test("requires the account's own email and no open payment, and is not possible for staff or visitors", async () => {
    const { actor } = await aLife("asha@example.com");
    const attempt = (
      submittedEmail: string,
      as: Parameters<typeof deleteAccount>[1]["actor"] = actor,
    ) => deleteAccount(bench, { actor: as, submittedEmail });
    expect(await attempt("bibi@example.com")).toEqual({ ok: false, error: "not_confirmed" });
    expect(await attempt("")).toEqual({ ok: false, error: "not_confirmed" });
    expect(await attempt(actor.email, visitor)).toEqual({ ok: false, error: "forbidden" });
    await createOrder(bench.db, { userId: actor.userId, status: "pending" });
    expect(await attempt(actor.email)).toEqual({ ok: false, error: "order_pending" });
    const owner = await bench.customer("owner@example.com", {
      email: "owner@example.com",
      role: "admin",
    });
    expect(await attempt(owner.email, { ...owner, role: "admin" })).toEqual({
      ok: false,
      error: "staff",
    });
    expect(await everything()).toContain("12 Camp Street");
  });
});
