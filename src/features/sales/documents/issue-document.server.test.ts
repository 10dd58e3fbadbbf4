import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { refundOrder } from "#features/sales/payments/refund-order.server.ts";
import { settleRefund } from "#features/sales/payments/settle-refund.server.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { createOrder } from "#tests/support/orders.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { issueDocument } from "./issue-document.server.ts";

const bench = checkoutSuite();

const issued = () =>
  bench.db
    .select()
    .from(taxDocuments)
    .orderBy(asc(taxDocuments.kind), asc(taxDocuments.year), asc(taxDocuments.number));

test("a paid order has its invoice, with the seller and the tax number of that day", async () => {
  const invoices = (taxNumber: string) => ({
    settingName: "invoices",
    settingValue: { taxNumber, noTaxReason: "Zero-rated" },
  });
  await bench.db.delete(siteSettings);
  await bench.db.insert(siteSettings).values(invoices("TIN 1"));
  const order = await paidOrder(bench);
  const { settingValue } = invoices("TIN 2");
  await bench.db.update(siteSettings).set({ settingValue });
  expect(await issued()).toMatchObject([
    {
      kind: "invoice",
      number: 1,
      orderId: order.id,
      issuedAt: bench.clock.now(),
      seller: { name: "Demerara Atelier", taxNumber: "TIN 1", noTaxReason: "Zero-rated" },
    },
  ]);
});

test("a refund has its credit note, and one that the bank sends back its debit note, once each", async () => {
  const order = await paidOrder(bench);
  await refundOrder(bench, {
    actor: order.owner,
    orderId: order.id,
    amount: money(1_250),
    reason: "Torn",
    items: [],
    returnRequestId: null,
    key: randomUUID(),
  });
  const [refund] = await bench.db.select().from(refunds);
  if (!refund) throw new Error("The refund was not written");
  const providerRefund = {
    id: refund.providerRefundId,
    key: refund.id,
    failure: "lost",
    paymentId: null,
  };
  for (const status of ["succeeded", "failed", "failed"] as const) {
    await settleRefund(bench, {
      payment: { id: refund.paymentId, orderId: order.id },
      providerRefund: { ...providerRefund, status, amount: money(1_250) },
    });
  }
  const documents = (await issued()).map(({ kind, number, refundId }) => [kind, number, refundId]);
  expect(documents).toEqual([
    ["credit_note", 1, refund.id],
    ["debit_note", 1, refund.id],
    ["invoice", 1, null],
  ]);
});

/** Concurrently; those of `rolledBack` fail at their end. */
async function issueAtOnce(years: readonly number[], rolledBack: ReadonlySet<number>) {
  const orders = await Promise.all(
    years.map(async () => findOrderById(bench.db, await createOrder(bench.db))),
  );
  await Promise.allSettled(
    orders.map((order, index) =>
      bench.db.transaction(async (tx) => {
        if (!order) throw new Error("The order was not written");
        const issuedAt = new Date(`${years[index]}-06-01T12:00:00Z`);
        await issueDocument(tx, { kind: "invoice", order, refundId: null, issuedAt });
        if (rolledBack.has(index)) throw new Error("The payment failed");
      }),
    ),
  );
}

test("numbers have no gap and no double within a year, however many payments arrive at once and fail", async () => {
  const year = fc.constantFrom(2026, 2027);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ year, fails: fc.boolean() }), { minLength: 2, maxLength: 12 }),
      async (payments) => {
        const failing = payments.flatMap(({ fails }, index) => (fails ? [index] : []));
        await issueAtOnce(
          payments.map((payment) => payment.year),
          new Set(failing),
        );
        for (const each of [2026, 2027]) {
          const rows = await bench.db
            .select({ number: taxDocuments.number })
            .from(taxDocuments)
            .where(eq(taxDocuments.year, each))
            .orderBy(asc(taxDocuments.number));
          expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
        }
      },
    ),
    { numRuns: 15 },
  );
  expect((await issued()).length).toBeGreaterThan(0);
});

test("an order asked for twice at once has one invoice", async () => {
  const order = await findOrderById(bench.db, await createOrder(bench.db));
  if (!order) throw new Error("The order was not written");
  const issuedAt = new Date("2026-11-20T13:00:00Z");
  const issue = () =>
    bench.db.transaction((tx) =>
      issueDocument(tx, { kind: "invoice", order, refundId: null, issuedAt }),
    );
  await Promise.allSettled([issue(), issue()]);
  const first = await issue();
  expect(first.number).toBe(1);
  expect(await issued()).toHaveLength(1);
});
