import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { rateLimits } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { countAttempt, senderKey } from "#features/base/identity/attempts.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { createOrder } from "#tests/support/orders.ts";
import { staffMember } from "#tests/support/production.ts";
import { inSession } from "#tests/support/sessions.ts";
import { findObstacles } from "./customer-queries.server.ts";
import { deleteAccount, eraseCustomer } from "./erase-customer.server.ts";
import { erasureWarningMessages } from "./erasure-obstacles.ts";

const bench = accountSuite();
const EMAIL = "asha@example.com";

beforeEach(() => bench.db.delete(mailOutbox));

/** A customer whose order ended after its deposit of $36.00 had arrived. */
async function customerWithDeposit() {
  const actor = await bench.customer(EMAIL);
  const orderId = await createOrder(bench.db, {
    customerEmail: EMAIL,
    userId: actor.userId,
    status: "cancelled",
    payment: {
      method: "manual",
      provider: "manual",
      status: "owed_back",
      depositMinor: 3_600,
      capturedMinor: 3_600,
    },
  });
  return { actor, orderId };
}

describe("a customer whose deposit has to go back", () => {
  test("deletes the account once it went back, so that the order says whose it is, and still has the emails about the money", async () => {
    const { db } = bench;
    const { actor, orderId } = await customerWithDeposit();
    const kinds = ["deposit-owed", "deposit-undone", "bank-transfer"];
    await db.insert(mailOutbox).values(
      kinds.map((kind) => ({
        dedupeKey: `${kind}:${newId()}`,
        kind,
        recipient: EMAIL,
        subject: "Your order",
        textBody: "$36.00",
        htmlBody: "$36.00",
      })),
    );
    const input = { actor, submittedEmail: EMAIL };
    expect(await deleteAccount(bench, input)).toEqual({ ok: false, error: "deposit_owed" });
    await db.update(payments).set({ refundedMinor: 3_600 }).where(eq(payments.orderId, orderId));
    expect((await deleteAccount(bench, input)).ok).toBe(true);
    const left = await db.select({ kind: mailOutbox.kind }).from(mailOutbox);
    const about = left.map(({ kind }) => kind).filter((kind) => kinds.includes(kind));
    expect(about.toSorted()).toEqual(["deposit-owed", "deposit-undone"]);
  });

  test("is erased on request after a warning", async () => {
    const { db } = bench;
    const { actor: customer } = await customerWithDeposit();
    const actor = await inSession(db, await staffMember(db, false), bench.clock.now());
    const input = { actor, email: EMAIL, submittedEmail: EMAIL };
    expect(await eraseCustomer(bench, { ...input, isUnfinishedKnown: false })).toEqual({
      ok: false,
      error: "unfinished",
    });
    const person = { email: EMAIL, userId: customer.userId, isStaff: false };
    expect(erasureWarningMessages(await findObstacles(db, person))).toEqual([
      expect.stringMatching(/^\$36\.00 that was paid by transfer has not gone back: send it first/),
    ]);
    expect((await eraseCustomer(bench, { ...input, isUnfinishedKnown: true })).ok).toBe(true);
  });
});

test("an account on somebody else's email learns nothing of her money by its deletion, and resets none of her counters", async () => {
  const { db } = bench;
  await createOrder(db, {
    customerEmail: EMAIL,
    status: "cancelled",
    payment: {
      method: "manual",
      provider: "manual",
      status: "owed_back",
      depositMinor: 3_600,
      capturedMinor: 3_600,
    },
  });
  const actor = await bench.customer(EMAIL, { email: EMAIL, emailVerified: false });
  const hers = senderKey("message", EMAIL, "203.0.113.0");
  const limit = { most: 5, windowS: 60 };
  await countAttempt(bench, hers, limit);
  await countAttempt(bench, `account|sign-in|${actor.userId}`, limit);
  expect((await deleteAccount(bench, { actor, submittedEmail: EMAIL })).ok).toBe(true);
  const counters = await db.select({ key: rateLimits.key }).from(rateLimits);
  expect(counters).toEqual([{ key: hers }]);
});
