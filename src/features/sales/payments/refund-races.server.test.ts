import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bumpForStock } from "#db/content-version.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import {
  ensureCreditAccount,
  lockCreditAccount,
} from "#features/orders/store-credit/store-credit-ledger.server.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { garmentsOf, orderCoats, staffMember } from "#tests/support/production.ts";
import { refundOrder } from "./refund-order.server.ts";
import { settlePayment } from "./settle-session.server.ts";

const bench = checkoutSuite();

/** A paid order of two coats, of which one has left, whose cloth is used up by them. */
async function halfSentOrder() {
  const clothId = await addCloth(bench.db, 6_000);
  const order = await orderCoats(bench, { quantity: 2, clothId });
  await settlePayment(bench, order.event);
  const [first] = await garmentsOf(bench.db, order.itemId);
  await bench.db
    .update(garments)
    .set({ stage: "shipped" })
    .where(eq(garments.id, first?.id ?? ""));
  const [row] = await bench.db.select().from(orders).where(eq(orders.id, order.id));
  const [line] = await bench.db.select().from(orderItems).where(eq(orderItems.id, order.itemId));
  if (!row || !line?.productId) throw new Error("no order");
  return { ...order, row, productId: line.productId };
}

test("a refund of a garment as store credit waits for the credit before it raises the content version, as a checkout does", async () => {
  const order = await halfSentOrder();
  const actor = await staffMember(bench.db, false);
  const { customerEmail, currency, totalMinor } = order.row;
  let refunded: ReturnType<typeof refundOrder> | undefined;
  const account = await bench.db.transaction((tx) =>
    ensureCreditAccount(tx, { email: customerEmail, currency }),
  );
  // A checkout that has held its credit and is about to announce what it sold out.
  await bench.db.transaction(async (tx) => {
    await lockCreditAccount(tx, account.id);
    refunded = refundOrder(bench, {
      actor,
      orderId: order.id,
      reason: "",
      returnRequestId: null,
      key: randomUUID(),
      asCredit: true,
      amount: { currency: "USD", minorUnits: totalMinor },
      items: [],
    });
    await untilLocksAwaited(bench.db, { count: 1 });
    await bumpForStock(tx, [order.productId]);
  });
  expect(await refunded).toMatchObject({ ok: true, value: { status: "succeeded" } });
  const stages = (await garmentsOf(bench.db, order.itemId)).map(({ stage }) => stage);
  expect(stages).toEqual(["shipped", "cancelled"]);
});
