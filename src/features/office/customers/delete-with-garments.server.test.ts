import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { isWithoutCustomer } from "#features/garments/garment/garment.ts";
import { cancelRefundedGarments } from "#features/garments/garment/stored-garments.server.ts";
import { listGarments } from "#features/garments/production/board-queries.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { inSession } from "#tests/support/sessions.ts";
import { deleteAccount, eraseCustomer } from "./erase-customer.server.ts";

const bench = accountSuite();
const EMAIL = "asha@example.com";

beforeEach(() => bench.db.delete(mailOutbox));

const notices = () =>
  bench.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "garments-without-customer"));

/** A customer whose suit is cut and whose other suit was sent. */
async function customerWithGarments() {
  const { db } = bench;
  const actor = await bench.customer(EMAIL);
  const order = { userId: actor.userId, customerEmail: EMAIL };
  const inWork = await createGarmentOrder(db, order);
  const sent = await createGarmentOrder(db, order);
  await db
    .update(garments)
    .set({ stage: "cut" })
    .where(eq(garments.orderItemId, inWork.orderItemId));
  await db
    .update(garments)
    .set({ stage: "shipped" })
    .where(eq(garments.orderItemId, sent.orderItemId));
  return { actor, inWork, sent };
}

async function boardOf() {
  const actor = await staffMember(bench.db, true);
  const listed = await listGarments(bench.db, { actor, isOver: false });
  return listed.ok ? listed.value : [];
}

describe("deleting a customer with a garment in work", () => {
  test("tells the office by an email without a personal value, and the board to stop", async () => {
    const { actor, inWork } = await customerWithGarments();
    const [before] = (await boardOf()).filter(({ orderId }) => orderId === inWork.orderId);
    expect(before && isWithoutCustomer(before)).toBe(false);
    expect((await deleteAccount(bench, { actor, submittedEmail: EMAIL })).ok).toBe(true);
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("A customer with a garment in work was deleted");
    expect(notice?.textBody).toContain(
      `Stabroek Suit of order ${orderNumber(inWork.orderId)}: Cut`,
    );
    expect(`${notice?.textBody} ${notice?.dedupeKey}`).not.toMatch(/asha/i);
    const [card] = (await boardOf()).filter(({ orderId }) => orderId === inWork.orderId);
    expect(card && isWithoutCustomer(card)).toBe(true);
    expect(JSON.stringify(card)).not.toContain("@");
  });

  test("also when the office erases a guest, and the refund of the item ends it", async () => {
    const { db } = bench;
    const { inWork } = await customerWithGarments();
    const guest = "guest@example.com";
    await db
      .update(orders)
      .set({ userId: null, customerEmail: guest })
      .where(eq(orders.id, inWork.orderId));
    const actor = await inSession(db, await staffMember(db, false), bench.clock.now());
    const input = { actor, email: guest, submittedEmail: guest, isUnfinishedKnown: true };
    expect((await eraseCustomer(bench, input)).ok).toBe(true);
    expect(await notices()).toHaveLength(1);
    await db.transaction((tx) =>
      cancelRefundedGarments(tx, {
        orderId: inWork.orderId,
        at: new Date(),
        staff: null,
        isWhole: true,
      }),
    );
    expect((await boardOf()).filter(({ orderId }) => orderId === inWork.orderId)).toEqual([]);
  });

  test("sends nothing for garments that were sent", async () => {
    const { db } = bench;
    const { actor, inWork } = await customerWithGarments();
    await db
      .update(garments)
      .set({ stage: "shipped" })
      .where(eq(garments.orderItemId, inWork.orderItemId));
    expect((await deleteAccount(bench, { actor, submittedEmail: EMAIL })).ok).toBe(true);
    expect(await notices()).toEqual([]);
  });
});
