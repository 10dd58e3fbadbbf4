import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { refunds } from "#db/schema/payments.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { requestGuestReturn } from "#features/sales/returns/request-return.server.ts";
import type { PaymentProvider } from "#platform/payments.server.ts";
import { addProduct, payUnheard, placed, requestFor, stockOf } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { sendItems } from "#tests/support/orders.ts";
import { onlyProvider } from "#tests/support/payments.ts";
import { cancelGuestItems, listItemCancellations } from "./cancel-items.server.ts";
import { settleSession } from "./settle-session.server.ts";

const bench = checkoutSuite();

function refusing() {
  const provider: PaymentProvider = {
    ...bench.testPage,
    refund: async (request) => ({
      ...request,
      id: null,
      status: "failed",
      failure: "Your account has too little money.",
    }),
  };
  return { ...bench, payments: onlyProvider(provider) };
}

async function paidShirts() {
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 5 } });
  const { id, sessionId } = await placed(bench, requestFor(productId, { quantity: 2 }));
  await payUnheard(bench, sessionId);
  const session = await bench.payments.readSession(sessionId);
  if (!session) throw new Error("no session");
  await settleSession(bench, "test", session);
  const order = await findOrderById(bench.db, id);
  if (!order) throw new Error("no order");
  const [offer] = await listItemCancellations(bench.db, order);
  if (!offer) throw new Error("nothing can be cancelled");
  const press = {
    number: id.slice(0, 8),
    email: order.customerEmail,
    orderItemId: offer.orderItemId,
    left: 2,
    quantity: 1,
    amountMinor: offer.amounts[0]?.minorUnits ?? 0,
  };
  const written = () => bench.db.select().from(refunds).where(eq(refunds.orderId, id));
  return { order, press, productId, written };
}

test("a second press of one form cancels nothing more", async () => {
  const { press, productId, written } = await paidShirts();
  expect(await cancelGuestItems(bench, press)).toEqual({ ok: true, value: null });
  expect(await cancelGuestItems(bench, press)).toEqual({ ok: true, value: null });
  expect(await written()).toHaveLength(1);
  expect(await stockOf(bench.db, productId)).toMatchObject({ stock: 4 });
});

test("once the provider has refused to give it back, another press says that the shop does it", async () => {
  const { press, written } = await paidShirts();
  expect(await cancelGuestItems(refusing(), press)).toEqual({ ok: true, value: null });
  expect(await cancelGuestItems(refusing(), press)).toEqual({ ok: false, error: "elsewhere" });
  expect((await written()).map(({ status }) => status)).toEqual(["failed"]);
});

test("a return of what was sent leaves what was not sent to be cancelled", async () => {
  const { order, press } = await paidShirts();
  const items = [{ itemId: press.orderItemId, quantity: 1 }];
  await sendItems(bench.db, order.id, items);
  const { email, number } = press;
  const requested = { reason: "changed_mind", note: "", items } as const;
  const announced = await requestGuestReturn(bench, { number, email, requested });
  expect(announced.ok).toBe(true);
  const [offer] = await listItemCancellations(bench.db, order);
  expect(offer?.amounts).toHaveLength(1);
  const left = { ...press, left: 1, amountMinor: offer?.amounts[0]?.minorUnits ?? 0 };
  expect(await cancelGuestItems(bench, left)).toEqual({ ok: true, value: null });
  expect(await listItemCancellations(bench.db, order)).toEqual([]);
});
