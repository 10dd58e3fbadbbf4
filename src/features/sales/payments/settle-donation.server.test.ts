import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { contentVersion } from "#db/schema/catalog.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { payments as paymentRows } from "#db/schema/payments.server.ts";
import {
  DONATION_SESSION_MS,
  openDonation,
} from "#features/sales/donations/open-donation.server.ts";
import type { PaymentProvider, SessionEvent } from "#platform/payments.server.ts";
import type { TestPayments } from "#platform/test-payments.server.ts";
import { createTestPayments } from "#platform/test-payments.server.ts";
import type { FixedClock } from "#tests/support/clock.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { onlyProvider } from "#tests/support/payments.ts";
import { SESSION_CHECK_MS } from "./check-sessions.server.ts";
import { settlePayment } from "./settle-session.server.ts";
import { settleWithoutOrder } from "./settle-without-order.server.ts";
import { findDonation, sweepDonations } from "./sweep-payments.server.ts";

const publicUrl = "https://shop.example";
const nothing = { optionId: null, address: null };
let database: TestDatabase;
let clock: FixedClock;
let payments: TestPayments;
const settled: ContentChange[] = [];

beforeEach(async () => {
  settled.length = 0;
  database = await createTestDatabase();
  clock = fixedClock("2026-11-20T09:00:00-04:00");
  payments = createTestPayments({ db: database.db, clock, secret: "only-for-tests", publicUrl });
});
afterEach(() => database.close());

const deps = (provider: PaymentProvider = payments) => ({
  db: database.db,
  payments: onlyProvider(provider),
  clock,
  publicUrl,
  logger: pino({ level: "silent" }),
  jobs: { send: async () => undefined },
  content: { settle: async (change: ContentChange) => void settled.push(change) },
});

async function opened(): Promise<string> {
  const result = await openDonation(deps(), { amount: money(5_000), email: "donor@example.com" });
  if (!result.ok) throw new Error("not opened");
  return result.value.sessionId;
}

async function paid(sessionId: string): Promise<SessionEvent> {
  const message = await payments.controls.pay(sessionId, nothing);
  const event = message && (await payments.readEvent(message.body, message.signature));
  if (!event) throw new Error("no message");
  return event;
}

const rows = () => database.db.select().from(donations);
const mails = () => database.db.select().from(mailOutbox);

describe("a donation", () => {
  // Specification 2.125
  it("opens a payment page for exactly its amount and is pending until paid", async () => {
    const sessionId = await opened();
    expect(await rows()).toMatchObject([{ status: "pending", amountMinor: 5_000 }]);
    expect(await database.db.select().from(paymentRows)).toMatchObject([
      { status: "pending", amountMinor: 5_000, sessionId, method: "test" },
    ]);
    const view = await payments.controls.look(sessionId);
    expect(view?.request).toMatchObject({
      kind: "donation",
      total: money(5_000),
      shippingOptions: [],
      successUrl: `${publicUrl}/new-dawn/thank-you?session_id=${sessionId}`,
    });
  });

  it("is completed once it is paid and gets one receipt, however often the message comes", async () => {
    const event = await paid(await opened());
    expect(await settlePayment(deps(), event)).toBe("completed");
    expect(await settlePayment(deps(), event)).toBe("duplicate");
    expect(await settlePayment(deps(), { ...event, id: "evt_other" })).toBe("unchanged");
    expect(await rows()).toMatchObject([{ status: "completed", completedAt: clock.now() }]);
    const [receipt, ...others] = await mails();
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      recipient: "donor@example.com",
      subject: "Receipt for your donation of $50.00 to New Dawn",
    });
    expect(receipt?.textBody).toContain("Received on 20 November 2026");
  });

  it("is in New Dawn's totals of every process before the donor is thanked, and so is its return", async () => {
    const event = await paid(await opened());
    expect(settled).toEqual([]);
    await settlePayment(deps(), event);
    expect(settled.map(({ tags }) => tags)).toEqual([["impact"]]);
    const [payment] = await database.db.select().from(paymentRows);
    await settleWithoutOrder(deps(), payment?.id ?? "", {
      type: "refunds.changed",
      refunds: [
        {
          id: "re_1",
          paymentId: "pi_1",
          key: null,
          failure: null,
          status: "succeeded",
          amount: money(5_000),
        },
      ],
    });
    expect(settled.map(({ tags }) => tags)).toEqual([["impact"], ["impact"]]);
    const [stored] = await database.db.select().from(contentVersion);
    expect(settled.at(-1)?.version).toBe(stored?.version);
  });

  it("is completed once by several concurrent messages", async () => {
    const event = await paid(await opened());
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, count) =>
        settlePayment(deps(), { ...event, id: `evt_${count % 3}` }),
      ),
    );
    expect(ends.filter((end) => end === "completed")).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it("is accepted even if it is paid after expiry", async () => {
    const event = await paid(await opened());
    await settlePayment(deps(), { ...event, id: "early", type: "session.expired" });
    expect(await rows()).toMatchObject([{ status: "expired" }]);
    expect(await settlePayment(deps(), event)).toBe("completed");
  });

  it("stays completed when a late message says it expired", async () => {
    const event = await paid(await opened());
    await settlePayment(deps(), event);
    const late = { ...event, id: "late", type: "session.expired" as const };
    expect(await settlePayment(deps(), late)).toBe("unchanged");
    expect(await rows()).toMatchObject([{ status: "completed" }]);
  });

  it("is not completed by a message about an order or without a subject", async () => {
    const event = await paid(await opened());
    for (const reference of [newId(), "nonsense"]) {
      const session = { ...event.session, id: `cs_${reference}`, reference };
      const other = { ...event, id: reference, session };
      expect(await settlePayment(deps(), other)).toBe("unknown");
    }
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    expect(await mails()).toEqual([]);
  });

  it("ends at once if no payment page opens", async () => {
    const broken: PaymentProvider = {
      ...payments,
      openSession: () => Promise.reject(new Error("away")),
    };
    const result = await openDonation(deps(broken), {
      amount: money(5_000),
      email: "donor@example.com",
    });
    expect(result).toEqual({ ok: false, error: "provider" });
    expect(await rows()).toMatchObject([{ status: "expired" }]);
  });
});

describe("a returning donor", () => {
  it("sees the donation completed even if the provider's message was lost", async () => {
    const sessionId = await opened();
    expect(await findDonation(deps(), sessionId)).toMatchObject({ status: "pending" });
    await payments.controls.pay(sessionId, nothing);
    clock.advance(SESSION_CHECK_MS);
    expect(await findDonation(deps(), sessionId)).toEqual({
      status: "completed",
      amount: money(5_000),
    });
    expect(await mails()).toHaveLength(1);
  });

  it("finds nothing with an unknown session", async () => {
    expect(await findDonation(deps(), "cs_test_nobody")).toBeNull();
  });

  it("sees the donation pending while the provider cannot be asked", async () => {
    const sessionId = await opened();
    const away: PaymentProvider = {
      ...payments,
      readSession: () => Promise.reject(new Error("away")),
    };
    expect(await findDonation(deps(away), sessionId)).toMatchObject({ status: "pending" });
  });
});

describe("the sweep", () => {
  it("completes what was paid, ends what expired unpaid, and leaves the rest", async () => {
    const paidSession = await opened();
    await payments.controls.pay(paidSession, nothing);
    const unpaid = await opened();
    await database.db.insert(donations).values({
      amountMinor: 100,
      email: "lost@example.com",
      createdAt: clock.now(),
    });
    clock.advance(DONATION_SESSION_MS + 1_000);
    const young = await opened();
    expect(await sweepDonations(deps())).toEqual({ completed: 1, expired: 2, left: 0 });
    const statusOf = async (sessionId: string) => {
      const [row] = await database.db
        .select({ donation: donations.status, payment: paymentRows.status })
        .from(donations)
        .innerJoin(paymentRows, eq(paymentRows.donationId, donations.id))
        .where(eq(paymentRows.sessionId, sessionId));
      return [row?.donation, row?.payment];
    };
    expect(await Promise.all([paidSession, unpaid, young].map(statusOf))).toEqual([
      ["completed", "captured"],
      ["expired", "expired"],
      ["pending", "pending"],
    ]);
  });
});
