import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { Transaction } from "#db/client.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { lockStock } from "#features/catalog/inventory/stock-ledger.server.ts";
import { lockCloths } from "#features/garments/cloth/commit-cloth.server.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { lockCreditAccount } from "#features/orders/store-credit/store-credit-ledger.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { addProduct, georgetown, placed, requestFor, reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import { addMeasuredShirt } from "#tests/support/deposit-order.ts";
import { specify } from "#tests/support/made-to-measure.ts";
import { staffMember } from "#tests/support/production.ts";
import { giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { receivePaymentEvent } from "./payment-events.server.ts";
import { releaseOrder } from "./payment-records.server.ts";

const bench = checkoutSuite();

let owner: SignedIn & { role: "admin" };

/** The shop whose orders are paid on the test page, with store credit beside it. */
const shop = () => {
  const payments = {
    current: async () => bench.testPage,
    of: async (name: string) => (name === "store_credit" ? bench.storeCredit : bench.testPage),
    known: async () => [],
    receive: ({ body, signature }: { body: string; signature: string }) =>
      bench.testPage.readEvent(body, signature),
  } as unknown as Payments;
  return { ...bench, payments } as typeof bench;
};

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
});

/** What the checkout sends of store credit of $35.00. */
async function withCredit() {
  const given = await giveStoreCredit(shop(), {
    actor: owner,
    email: `${randomUUID()}@example.com`,
    orderId: null,
    amount: money(3_500),
    note: "A gift",
    key: randomUUID(),
  });
  if (!given.ok) throw new Error(given.error);
  const creditToken = await mailedCreditToken(bench.db, given.value.email);
  return { shownCredit: 3_500, creditToken };
}

type Request = Parameters<typeof placed>[1];

/** An order that ended while its card payment was under way, and the payment's message. */
async function endedOrder(request: Request) {
  const order = await placed(shop(), request);
  const message = await bench.testPage.controls.pay(order.sessionId, {
    optionId: "standard",
    address: georgetown,
  });
  if (!message) throw new Error("The test page said nothing");
  await bench.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked) await releaseOrder(tx, locked, { as: "expired", because: "time_passed" });
  });
  const [entry] = await bench.db
    .select({ accountId: storeCreditEntries.accountId })
    .from(storeCreditEntries)
    .where(eq(storeCreditEntries.orderId, order.id));
  return { order, message, accountId: entry?.accountId ?? "" };
}

/** The late payment arrives while another path has the goods and takes the credit next, as a checkout does. */
async function expectPaidBeside(
  { accountId, message, order }: Awaited<ReturnType<typeof endedOrder>>,
  lockGoods: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  let paid: ReturnType<typeof receivePaymentEvent> | undefined;
  await bench.db.transaction(async (tx) => {
    await lockGoods(tx);
    paid = receivePaymentEvent(shop(), { sender: "test", ...message });
    await untilLocksAwaited(bench.db, { count: 1 });
    expect(await lockCreditAccount(tx, accountId)).toMatchObject({ balance: money(3_500) });
  });
  await paid;
  expect(await reread(bench.db, order.id)).toMatchObject({ status: "completed" });
}

test("a late card payment waits for the stock before it uses store credit again", async () => {
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 3 } });
  const [variant] = await bench.db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  const ended = await endedOrder({
    ...requestFor(productId, { size: "M" }),
    ...(await withCredit()),
  });
  const items = [{ variantId: variant?.id ?? "", quantity: 1 }];
  await expectPaidBeside(ended, (tx) => lockStock(tx, items));
});

test("a late card payment waits for the cloth before it uses store credit again", async () => {
  const shirt = await addMeasuredShirt(bench);
  const specification = await specify(bench, shirt.productId, shirt.choices);
  const request = requestFor(shirt.productId, { size: "Custom" });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const ended = await endedOrder({ ...request, lines, ...(await withCredit()) });
  await expectPaidBeside(ended, (tx) => lockCloths(tx, [shirt.clothId]));
});
