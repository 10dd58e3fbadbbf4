import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { DELETED_EMAIL } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { sessions, staffInvitations, verifications } from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderNotes, orders, savedOrderViews } from "#db/schema/orders.server.ts";
import { paymentEvents, payments, testPaymentSessions } from "#db/schema/payments.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import {
  storeCreditAccounts,
  storeCreditEntries,
  storeCreditLinks,
} from "#db/schema/store-credit.server.ts";
import { readActivityFilter } from "#features/base/audit/activity-filter.ts";
import { listActivity } from "#features/base/audit/activity-queries.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { findBounce } from "#features/base/mail/outbox-queries.server.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { deleteEmailFiles } from "#platform/mailer.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { createOrder } from "#tests/support/orders.ts";
import { readableText } from "#tests/support/readable-text.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { RetentionKind } from "./apply-retention.server.ts";
import { applyRetention } from "./apply-retention.server.ts";

const bench = adminSuite();
const PERSON = "asha@example.com";
const logger = createLogger("silent");

const SECOND_MS = 1_000;
const daysAgo = (days: number, shiftMs = 0) =>
  new Date(bench.clock.now().getTime() - days * DAY_MS - shiftMs);

/** Of a kind's default period. */
const pastAndWithin = (kind: Exclude<RetentionKind, "inbox">) => {
  const days = SETTINGS_DEFAULTS.privacy[kind];
  return { past: daysAgo(days, SECOND_MS), within: daysAgo(days, -SECOND_MS) };
};

const apply = (changes: Partial<Parameters<typeof applyRetention>[0]> = {}, batchSize?: number) =>
  applyRetention(
    {
      db: bench.db,
      clock: bench.clock,
      logger,
      emails: emailRegistry,
      deleteEmailFiles: async () => 0,
      isStopping: () => false,
      ...changes,
    },
    batchSize === undefined ? {} : { batchSize },
  );

const setPeriods = async (changes: Partial<Record<RetentionKind, number>>) => {
  await bench.db.insert(siteSettings).values({
    settingName: "privacy",
    settingValue: { ...SETTINGS_DEFAULTS.privacy, ...changes },
  });
};

describe("after its period", () => {
  test("an ended session, lapsed link and invitation is deleted, and an open one stays", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("sessions");
    const userId = await createCustomer(db, { email: PERSON });
    const open = new Date(bench.clock.now().getTime() + DAY_MS);
    for (const [name, expiresAt] of Object.entries({ past, within, open })) {
      await db.insert(sessions).values({
        userId,
        token: name,
        expiresAt,
        ipAddress: "203.0.113.7",
        userAgent: "Firefox",
        createdAt: daysAgo(3_000),
      });
      await db.insert(verifications).values({ identifier: name, value: userId, expiresAt });
      await db
        .insert(staffInvitations)
        .values({ email: PERSON, tokenHash: hashSecret(name), expiresAt });
    }
    expect(await apply()).toMatchObject({ sessions: 3 });
    const left = [
      ...(await db
        .select({ name: sessions.token })
        .from(sessions)
        .where(eq(sessions.userId, userId))),
      ...(await db.select({ name: verifications.identifier }).from(verifications)),
      ...(await db.select({ name: staffInvitations.tokenHash }).from(staffInvitations)),
    ];
    const stored = ["open", "within"].flatMap((name) => [name, name, hashSecret(name)]);
    expect(left.map(({ name }) => name).sort()).toEqual(stored.sort());
  });

  const mail = (name: string, createdAt: Date, changes = {}) => ({
    dedupeKey: name,
    kind: "contact-message",
    recipient: PERSON,
    replyTo: PERSON,

    subject: `Asha wrote: ${name}`,
    textBody: "12 Camp Street",
    htmlBody: "<p>12 Camp Street",
    unsubscribeUrl: "https://shop.test/u?token=1",
    status: "sent" as const,
    createdAt,
    ...changes,
  });
  const mailOf = async (name: string) => {
    const [found] = await bench.db.select().from(mailOutbox).where(eq(mailOutbox.dedupeKey, name));
    return found;
  };

  test("an email loses its content, subject and addresses; newer and waiting ones stay whole", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("emails");
    const waiting = { status: "queued" };
    const failed = { status: "failed", lastError: `no route to ${PERSON}` };
    await db
      .insert(mailOutbox)
      .values([
        mail("past", past),
        mail("failed", past, failed),
        mail("within", within),
        mail("waiting", past, waiting),
      ]);
    const newer = [await mailOf("within"), await mailOf("waiting")];
    expect(await apply()).toMatchObject({ emails: 2 });
    for (const name of ["past", "failed"]) {
      const removed = await mailOf(name);
      expect(removed).toMatchObject({
        recipient: DELETED_EMAIL,
        replyTo: null,
        unsubscribeUrl: null,
        lastError: null,
        subject: "Contact message",
        textBody: "",
        htmlBody: "",
        dedupeKey: name,
      });
      expect(readableText(removed)).not.toMatch(/asha|Camp Street/i);
    }
    expect([await mailOf("within"), await mailOf("waiting")]).toEqual(newer);
  });

  test("an address that bounced is still known, so that no marketing email goes there", async () => {
    const { db, actor } = bench;
    const { past } = pastAndWithin("emails");
    const bounced = { status: "bounced", bouncedAt: past, lastError: "550 no such user" };
    await db.insert(mailOutbox).values([mail("bounced", past, bounced), mail("earlier", past)]);
    await apply();
    const found = await findBounce(db, { actor, recipient: PERSON });
    expect(found).toMatchObject({ ok: true, value: { reason: "550 no such user" } });
    expect(await mailOf("bounced")).toMatchObject({ textBody: "", htmlBody: "", replyTo: null });
  });

  test("a one-time link that an earlier version of the shop stored is removed at once", async () => {
    const link = {
      kind: "account-reset-password",
      textBody: "?token=s3cret",
      htmlBody: "?token=s3cret",
    };
    await bench.db
      .insert(mailOutbox)
      .values([
        mail("sent", bench.clock.now(), link),
        mail("waiting", bench.clock.now(), { ...link, status: "queued" }),
      ]);
    expect(await apply()).toMatchObject({ emails: 1 });
    expect(await mailOf("sent")).toMatchObject({ textBody: "", htmlBody: "", recipient: PERSON });
    expect((await mailOf("waiting"))?.textBody).toContain("s3cret");
  });

  test("an email stored as a file is deleted with the same period", async () => {
    const folder = await mkdtemp(join(tmpdir(), "atelier-retention-"));
    const { past, within } = pastAndWithin("emails");
    for (const [name, at] of [
      ["past.eml", past],
      ["past.eml.draft.part", past],
      ["within.eml", within],
      ["readme.txt", past],
    ] as const) {
      await writeFile(join(folder, name), PERSON);
      await utimes(join(folder, name), at, at);
    }
    const files = (before: Date) => deleteEmailFiles(folder, before);
    expect(await apply({ deleteEmailFiles: files })).toMatchObject({ emails: 2 });
    expect((await readdir(folder)).sort()).toEqual(["readme.txt", "within.eml"]);
    expect(await deleteEmailFiles(join(folder, "none"), past)).toBe(0);
    await rm(folder, { recursive: true });
  });

  test("an applied provider message loses its content and is still recognised; an unapplied one stays", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("events");
    const event = (eventId: string, createdAt: Date, processedAt: Date | null = createdAt) => ({
      provider: "stripe:live",
      eventId,
      type: "paid",
      createdAt,
      processedAt,
      payload: { customer_details: { email: PERSON } },
    });
    await db
      .insert(paymentEvents)
      .values([event("past", past), event("within", within), event("unapplied", past, null)]);
    const session = (id: string, createdAt: Date, status: "paid" | "open" = "paid") => ({
      id,
      status,
      createdAt,
      expiresAt: createdAt,
      request: { customerEmail: PERSON, total: { minorUnits: 100, currency: "USD" } },
      outcome: status === "paid" ? { address: { line1: "12 Camp Street" }, card: "4242" } : null,
    });
    await db
      .insert(testPaymentSessions)
      .values([session("past", past), session("within", within), session("open", past, "open")]);
    expect(await apply()).toMatchObject({ events: 2 });
    const left = await db.select().from(paymentEvents).orderBy(paymentEvents.eventId);
    expect(left.map(({ eventId, payload }) => [eventId, "customer_details" in payload])).toEqual([
      ["past", false],
      ["unapplied", true],
      ["within", true],
    ]);
    const retentionDays = await db
      .select()
      .from(testPaymentSessions)
      .orderBy(testPaymentSessions.id);
    expect(retentionDays).toMatchObject([
      { id: "open", request: { customerEmail: PERSON } },
      {
        id: "past",
        outcome: { address: null, card: "4242" },
        request: { customerEmail: DELETED_EMAIL, total: { minorUnits: 100 } },
      },
      { id: "within", request: { customerEmail: PERSON } },
    ]);
  });

  test("an unchanged cart line is deleted, a removal after 90 days, and the saved wishlist stays", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("carts");
    const userId = await createCustomer(db, { email: PERSON });
    const productId = await addProduct(db, "Kaieteur Gown");
    const other = await addProduct(db, "Silk Tie");
    const line = (size: string, changedAt: Date, quantity = 1) => ({
      userId,
      productId,
      size,
      quantity,
      changedAt,
    });
    await db
      .insert(cartLines)
      .values([
        line("past", past),
        line("within", within),
        line("removed long ago", daysAgo(90, SECOND_MS), 0),
        line("removed", daysAgo(90, -SECOND_MS), 0),
      ]);
    await db.insert(wishlistEntries).values([
      { userId, productId, saved: true, changedAt: past },
      { userId, productId: other, saved: false, changedAt: past },
    ]);
    expect(await apply()).toMatchObject({ carts: 3 });
    const left = await db.select({ size: cartLines.size }).from(cartLines).orderBy(cartLines.size);
    expect(left).toEqual([{ size: "removed" }, { size: "within" }]);
    expect(await db.select().from(wishlistEntries)).toMatchObject([{ productId, saved: true }]);
  });

  const address = {
    fullName: "Asha Persaud",
    phone: "+592 555 0100",
    line1: "12 Camp Street",
    line2: "",
    city: "Georgetown",
    region: "",
    postalCode: "",
    country: "GY",
  };
  const anOrder = (createdAt: Date, changes: Parameters<typeof createOrder>[1] = {}) =>
    createOrder(bench.db, {
      customerEmail: PERSON,
      status: "expired",
      createdAt,
      shippingAddress: address,
      ...changes,
    });
  const orderOf = async (id: string) => {
    const [row] = await bench.db.select().from(orders).where(eq(orders.id, id));
    return row;
  };

  test("an unpaid order becomes anonymous, with its notes and its account; its amounts stay", async () => {
    const { db, actor } = bench;
    const { past, within } = pastAndWithin("unpaidOrders");
    const userId = await createCustomer(db, { email: PERSON });
    const expired = await anOrder(past, { userId });
    const cancelled = await anOrder(past, { status: "cancelled" });
    const recent = await anOrder(within);
    await db.insert(orderNotes).values({ orderId: expired, authorName: "Rosa", note: "mohair" });
    await db.update(payments).set({ url: "https://pay.example/cs_1" });
    await recordChanges(db, actor, [
      {
        action: "changed the address of",
        subject: "order",
        subjectId: expired,
        before: address,
        after: { ...address, city: "Linden" },
      },
    ]);
    const before = await orderOf(recent);
    expect(await apply()).toMatchObject({ unpaidOrders: 2 });
    for (const id of [expired, cancelled]) {
      const order = await orderOf(id);
      expect(order).toMatchObject({
        userId: null,
        customerEmail: DELETED_EMAIL,
        totalMinor: 12_000,
        shippingAddress: { country: "GY", fullName: "", phone: "", line1: "" },
      });
      expect(readableText(order)).not.toMatch(/asha|persaud|camp/i);
    }
    expect(await orderOf(recent)).toEqual(before);
    expect(await db.select().from(orderNotes)).toEqual([]);
    const [retentionDays] = await db.select().from(auditLog).where(eq(auditLog.subjectId, expired));
    expect(retentionDays).toMatchObject({
      before: null,
      after: null,
      action: "changed the address of",
    });
    const urls = await db.select({ url: payments.url }).from(payments);
    expect(urls.filter(({ url }) => url !== null)).toHaveLength(1);
  });

  test("an order with any money, a pending one and a paid one are kept however old they are", async () => {
    const old = daysAgo(3_000);
    const retentionDays = [
      await anOrder(old, { status: "completed", completedAt: old }),
      await anOrder(old, { status: "refunded", completedAt: old }),
      await anOrder(old, { status: "pending" }),
      await anOrder(old, { status: "cancelled", completedAt: old }),
      await anOrder(old, { payment: { status: "wrong_amount", capturedMinor: 500 } }),
      await anOrder(old, { payment: { status: "processing" } }),
    ];
    const before = await Promise.all(retentionDays.map(orderOf));
    expect(await apply()).toMatchObject({ unpaidOrders: 0 });
    expect(await Promise.all(retentionDays.map(orderOf))).toEqual(before);
  });

  test("an unpaid donation loses its email; a paid one keeps it", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("unpaidOrders");
    const donation = (amountMinor: number, createdAt: Date, status: "expired" | "completed") => ({
      amountMinor,
      createdAt,
      status,
      email: PERSON,
    });
    await db
      .insert(donations)
      .values([
        donation(1, past, "expired"),
        donation(2, within, "expired"),
        donation(3, past, "completed"),
      ]);
    expect(await apply()).toMatchObject({ unpaidOrders: 1 });
    const rows = await db.select().from(donations).orderBy(donations.amountMinor);
    expect(rows.map(({ email }) => email)).toEqual([DELETED_EMAIL, PERSON, PERSON]);
  });

  test("a saved search for a person is deleted; other views stay", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("searches");
    const query = `q=${encodeURIComponent(PERSON)}`;
    await db.insert(savedOrderViews).values([
      { name: "past", query, createdAt: past },
      { name: "within", query, createdAt: within },
      { name: "a number", query: "q=8A6E0804", createdAt: past },
      { name: "states", query: "status=completed", createdAt: past },
    ]);
    expect(await apply()).toMatchObject({ searches: 1 });
    const left = await db.select({ name: savedOrderViews.name }).from(savedOrderViews);
    expect(left.map(({ name }) => name).sort()).toEqual(["a number", "states", "within"]);
  });

  test("changes to people's records lose their values; products and settings stay restorable", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("auditValues");
    const entry = (subject: string, subjectId: string, createdAt: Date) => ({
      actorName: "Rosa",
      action: "changed",
      subject,
      subjectId,
      createdAt,
      before: { name: "Asha Persaud" },
      after: { email: PERSON },
    });
    const personal = ["account", "order", "customer", "message", "inquiry", "mail", "donation"];
    await db
      .insert(auditLog)
      .values([
        ...personal.map((subject) => entry(subject, "past", past)),
        ...["product", "settings", "category"].map((subject) => entry(subject, "thing", past)),
        ...personal.map((subject) => entry(subject, "within", within)),
      ]);
    expect(await apply()).toMatchObject({ auditValues: personal.length });
    const rows = await db.select().from(auditLog).where(eq(auditLog.actorName, "Rosa"));
    expect(rows).toHaveLength(2 * personal.length + 3);
    for (const row of rows) {
      const isRemoved = row.subjectId === "past";
      expect([row.before === null, row.after === null], row.subject).toEqual([
        isRemoved,
        isRemoved,
      ]);
    }
  });

  test("a back-in-stock request is deleted after its email, or after the request without one", async () => {
    const { db } = bench;
    const { past, within } = pastAndWithin("restockAlerts");
    const productId = await addProduct(db, "Kaieteur Gown");
    const variantId = newId();
    await db.insert(productVariants).values({ id: variantId, productId, size: "M", sku: newId() });
    const alert = (email: string, createdAt: Date, notifiedAt: Date | null = null) => ({
      variantId,
      email,
      createdAt,
      notifiedAt,
    });
    await db
      .insert(backInStockRequests)
      .values([
        alert("waiting-past@example.com", past),
        alert("sent-past@example.com", daysAgo(3_000), past),
        alert("waiting@example.com", within),
        alert("sent@example.com", past, within),
      ]);
    expect(await apply()).toMatchObject({ restockAlerts: 2 });
    const left = await db.select({ email: backInStockRequests.email }).from(backInStockRequests);
    expect(left.map(({ email }) => email).sort()).toEqual([
      "sent@example.com",
      "waiting@example.com",
    ]);
  });

  test("messages and inquiries stay until the owner sets a period, and new ones always", async () => {
    const { db } = bench;
    const ended = async (at: Date, status: "new" | "answered" | "closed") => {
      const inquiryId = await addInquiry(db, { email: PERSON });
      const messageId = await addMessage(db, { email: PERSON, message: "Hello" });
      await db.insert(inboxReplies).values({ messageId, authorName: "Rosa", body: "Dear Asha" });
      const changes = {
        status,
        respondedAt: status === "new" ? null : at,
        createdAt: daysAgo(3_000),
      };
      await db.update(contactMessages).set(changes).where(eq(contactMessages.id, messageId));
      await db
        .update(guyanaSalesInquiries)
        .set(changes)
        .where(eq(guyanaSalesInquiries.id, inquiryId));
      return [inquiryId, messageId];
    };
    const past = await ended(daysAgo(60, SECOND_MS), "answered");
    const within = await ended(daysAgo(60, -SECOND_MS), "closed");
    const open = await ended(daysAgo(60, SECOND_MS), "new");
    expect(await apply()).toMatchObject({ inbox: 0 });
    await setPeriods({ inbox: 60 });
    expect(await apply()).toMatchObject({ inbox: past.length });
    const left = [
      ...(await db.select({ id: guyanaSalesInquiries.id }).from(guyanaSalesInquiries)),
      ...(await db.select({ id: contactMessages.id }).from(contactMessages)),
    ];
    expect(left.map(({ id }) => id).sort()).toEqual([...within, ...open].sort());
    expect(await db.select().from(inboxReplies)).toHaveLength(2);
  });
});

describe("a nightly run", () => {
  const endedSessions = async (count: number) => {
    const userId = await createCustomer(bench.db, { email: PERSON });
    const { past } = pastAndWithin("sessions");
    await bench.db
      .insert(sessions)
      .values(Array.from({ length: count }, () => ({ userId, token: newId(), expiresAt: past })));
  };

  test("obeys the periods of the settings", async () => {
    await endedSessions(1);
    await setPeriods({ sessions: 365 });
    expect(await apply()).toMatchObject({ sessions: 0 });
    await bench.db.delete(siteSettings);
    await setPeriods({ sessions: 7 });
    expect(await apply()).toMatchObject({ sessions: 1 });
  });

  test("removes everything in batches, and nothing a second time", async () => {
    await endedSessions(7);
    expect(await apply({}, 3)).toMatchObject({ sessions: 7 });
    const again = await apply({}, 3);
    expect(new Set(Object.values(again))).toEqual(new Set([0]));
  });

  test("ends after the current batch when the shop stops, and continues the next night", async () => {
    await endedSessions(7);
    let batches = 0;
    const isStopping = () => {
      batches += 1;
      return batches > 1;
    };
    expect(await apply({ isStopping }, 3)).toMatchObject({ sessions: 3 });
    expect(await apply()).toMatchObject({ sessions: 4 });
  });

  test("is one entry of Activity with counts and without personal data; a run without effect is none", async () => {
    const { db, actor } = bench;
    await endedSessions(2);
    await createOrder(db, {
      customerEmail: PERSON,
      status: "expired",
      createdAt: daysAgo(3_000),
    });
    await apply();
    await apply();
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        actorId: null,
        actorName: "The shop",
        action: "removed",
        subject: "personal data",
        before: null,
        after: { sessions: 2, unpaidOrders: 1 },
      },
    ]);
    const filter = readActivityFilter(new URLSearchParams("subject=personal data"));
    const listed = await listActivity(db, { actor, filter, period: { from: null, until: null } });
    const [entry] = listed.ok ? listed.value.entries : [];
    expect(entry?.changes.map(({ label }) => label).sort()).toEqual(["Sessions", "Unpaid orders"]);
    const { rows } = await db.execute<{ log: string }>(
      sql`select audit_log::text as log from audit_log`,
    );
    expect(rows[0]?.log).not.toMatch(/@|asha/i);
  });

  // Specification 2.122
  test("removes no store credit, however old it is", async () => {
    const { db } = bench;
    const createdAt = daysAgo(36_500);
    const [account] = await db
      .insert(storeCreditAccounts)
      .values({ email: PERSON, currency: "USD", balanceMinor: 5_000, createdAt })
      .returning();
    if (!account) throw new Error("no account");
    const entry = { accountId: account.id, kind: "issue", amountMinor: 5_000, createdAt } as const;
    await db.insert(storeCreditEntries).values(entry);
    const link = { accountId: account.id, tokenHash: hashSecret("a".repeat(64)), createdAt };
    await db.insert(storeCreditLinks).values(link);
    await apply();
    expect(await db.select().from(storeCreditAccounts)).toEqual([account]);
    expect(await db.select().from(storeCreditLinks)).toMatchObject([link]);
    expect(await db.select().from(storeCreditEntries)).toMatchObject([entry]);
  });

  test("goes on with the other kinds when one fails, and logs which", async () => {
    await endedSessions(1);
    const logged: unknown[] = [];
    const failing = {
      deleteEmailFiles: () => Promise.reject(new Error("the disk is away")),
      logger: { error: (details: unknown) => void logged.push(details) } as never,
    };
    await bench.db.insert(savedOrderViews).values({
      name: "past",
      query: `q=${PERSON}`,
      createdAt: daysAgo(3_000),
    });
    expect(await apply(failing)).toMatchObject({ sessions: 1, emails: 0, searches: 1 });
    expect(logged).toMatchObject([{ kind: "emails" }]);
  });
});
