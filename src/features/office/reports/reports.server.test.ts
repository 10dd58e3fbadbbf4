import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { refundItems, refunds } from "#db/schema/payments.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { createMail } from "#tests/support/mails.ts";
import { createOrder, paymentOf } from "#tests/support/orders.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { getShopReport, readBeginnings } from "./report-queries.server.ts";

const bench = adminSuite();
const now = new Date("2026-11-20T12:00:00Z");

async function reports(currency: "USD" | "GYD" = "USD") {
  const read = await getShopReport(bench.db, { actor: bench.actor, now, currency });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const paid = (at: string, changes: Parameters<typeof createOrder>[1] = {}) =>
  createOrder(bench.db, { status: "completed", createdAt: new Date(at), ...changes });

describe("sales by day", () => {
  test("end and begin at midnight in Georgetown, four hours behind UTC, less what was refunded", async () => {
    await paid("2026-11-20T03:59:59Z");
    await paid("2026-11-20T04:00:00Z", { refundedMinor: 2_000 });
    await paid("2026-11-20T11:00:00Z");
    await createOrder(bench.db, { status: "pending", createdAt: now });
    const { sales } = await reports();
    expect(sales.days.slice(-2)).toEqual([
      { day: "2026-11-19", orders: 1, revenue: { minorUnits: 12_000, currency: "USD" } },
      { day: "2026-11-20", orders: 2, revenue: { minorUnits: 22_000, currency: "USD" } },
    ]);
    expect(sales.total.minorUnits).toBe(34_000);
  });

  test("are compared with the 30 days before, and ignore earlier days", async () => {
    await paid("2026-10-22T04:00:00Z");
    await paid("2026-10-22T03:59:00Z");
    await paid("2026-09-22T04:00:00Z");
    await paid("2026-09-22T03:59:00Z");
    const { sales } = await reports();
    expect(sales.days[0]).toMatchObject({ day: "2026-10-22", orders: 1 });
    expect(sales.before[0]).toMatchObject({ day: "2026-09-22", orders: 1 });
    expect(sales.total.minorUnits + sales.totalBefore.minorUnits).toBe(36_000);
  });

  test("are reported in one currency at a time, with the list of currencies", async () => {
    await paid("2026-11-20T11:00:00Z");
    expect((await reports()).currencies).toEqual(["USD"]);
    await paid("2026-11-20T11:00:00Z", { currency: "GYD" });
    const { sales, currencies } = await reports("GYD");
    expect(currencies).toEqual(["USD", "GYD"]);
    expect(sales.total).toEqual({ minorUnits: 12_000, currency: "GYD" });
  });
});

test("best sellers are ranked by items over the days of the chart, and link to products still in the shop", async () => {
  const productId = await addProduct(bench.db, "Kaieteur Gown");
  const gone = await addProduct(bench.db, "Gone Coat", { deletedAt: new Date(0) });
  const line = (id: string, productName: string, quantity: number) => ({
    productId: id,
    productName,
    quantity,
    discountMinor: 1_000,
  });
  await paid("2026-11-01T12:00:00Z", { lines: [line(productId, "Kaieteur Gown", 3)] });
  await paid("2026-11-19T12:00:00Z", {
    lines: [line(gone, "Gone Coat", 5), line(productId, "The Gown", 1)],
  });
  await paid("2026-09-01T12:00:00Z", { lines: [line(gone, "Gone Coat", 50)] });
  expect((await reports()).bestSellers).toEqual([
    { id: null, name: "Gone Coat", quantity: 5, revenue: { minorUnits: 59_000, currency: "USD" } },
    {
      id: productId,
      name: "The Gown",
      quantity: 4,
      revenue: { minorUnits: 46_000, currency: "USD" },
    },
  ]);
});

describe("best sellers", () => {
  async function threeGowns() {
    const productId = await addProduct(bench.db, "Kaieteur Gown");
    const line = { productId, productName: "Kaieteur Gown", quantity: 3, unitPriceMinor: 10_000 };
    const orderId = await paid("2026-11-19T12:00:00Z", {
      subtotalMinor: 30_000,
      totalMinor: 30_000,
      lines: [line],
    });
    const [item] = await bench.db.select().from(orderItems).where(sql`order_id = ${orderId}`);
    return { productId, orderId, orderItemId: item?.id ?? "" };
  }
  const best = async () => {
    const [first] = (await reports()).bestSellers;
    return first && [first.quantity, first.revenue.minorUnits];
  };

  async function returned(status: "refunded" | "exchanged" | "declined", received: number) {
    const gowns = await threeGowns();
    const [request] = await bench.db
      .insert(returnRequests)
      .values({
        orderId: gowns.orderId,
        authorizationNumber: `RA-${newId()}`,
        status,
        reason: "other_size" as const,
      })
      .returning();
    const returnRequestId = request?.id ?? "";
    await bench.db.insert(returnRequestItems).values({
      returnRequestId,
      orderItemId: gowns.orderItemId,
      quantity: received,
      receivedQuantity: received,
    });
    return { ...gowns, returnRequestId };
  }

  async function refunded(
    gowns: Awaited<ReturnType<typeof threeGowns>>,
    quantity: number,
    more: Partial<typeof refunds.$inferInsert> = {},
  ) {
    const [refund] = await bench.db
      .insert(refunds)
      .values({
        orderId: gowns.orderId,
        paymentId: await paymentOf(bench.db, gowns.orderId),
        amountMinor: quantity * 10_000,
        currency: "USD",
        provider: "test",
        status: "succeeded" as const,
        ...more,
      })
      .returning();
    await bench.db
      .insert(refundItems)
      .values({ refundId: refund?.id ?? "", orderItemId: gowns.orderItemId, quantity });
  }

  test("leave out what came back for a refund, its money too", async () => {
    const gowns = await returned("refunded", 2);
    await refunded(gowns, 2, { returnRequestId: gowns.returnRequestId });
    expect(await best()).toEqual([1, 10_000]);
  });

  test("leave out what was refunded before it left, unless the refund failed", async () => {
    const gowns = await threeGowns();
    await refunded(gowns, 1);
    await refunded(gowns, 2, { status: "failed" });
    expect(await best()).toEqual([2, 20_000]);
  });

  test("count an exchanged item once, and its money stays", async () => {
    const { orderId, productId } = await returned("exchanged", 1);
    const other = { orderId, productId, productName: "Kaieteur Gown", size: "L", quantity: 1 };
    await bench.db.insert(orderItems).values({ ...other, unitPriceMinor: 0, position: 1 });
    expect(await best()).toEqual([3, 30_000]);
  });

  test("keep what was declined, and drop a product that came back whole", async () => {
    await returned("declined", 3);
    expect(await best()).toEqual([3, 30_000]);
    await bench.db.update(returnRequests).set({ status: "received" });
    expect(await best()).toBeUndefined();
  });
});

test("low stock follows the owner's threshold, fewest first, without made to order", async () => {
  const productId = await addProduct(bench.db, "Kaieteur Gown");
  const add = (size: string, stockCount: number | null) =>
    bench.db.insert(productVariants).values({ productId, size, stockCount, sku: newId() });
  await add("S", 3);
  await add("M", 0);
  await add("L", 4);
  await add("XL", null);
  await add("XXL", 1);
  expect((await reports()).low).toMatchObject({
    threshold: 3,
    total: 2,
    soldOut: 1,
    variants: [
      { name: "Kaieteur Gown", size: "XXL", quantity: 1 },
      { size: "S", quantity: 3 },
    ],
  });
});

test("the overview counts what is to ship, being paid, to answer, returned and not delivered", async () => {
  const { db } = bench;
  const sent = await paid("2026-11-01T12:00:00Z");
  const waiting = await paid("2026-11-02T12:00:00Z");
  const [item] = await db.select().from(orderItems).where(sql`order_id = ${sent}`);
  const [shipment] = await db
    .insert(shipments)
    .values({ orderId: sent, carrier: "DHL", shippedAt: now })
    .returning();
  await db.insert(shipmentItems).values({
    shipmentId: shipment?.id ?? "",
    orderItemId: item?.id ?? "",
    quantity: 1,
  });
  await createOrder(db, { status: "pending" });
  await db.insert(returnRequests).values({
    orderId: waiting,
    authorizationNumber: "RA-1",
    reason: "defective" as const,
  });
  await addInquiry(db);
  await addMessage(db);
  await addMessage(db, { status: "answered" });
  await createMail(db, { subject: "failed", status: "failed" });
  await createMail(db, { subject: "sent", status: "sent" });
  await createMail(db, { subject: "stored", status: "stored" });
  const { pending, states } = await reports();
  expect(pending).toEqual({
    toShip: 1,
    beingPaid: 1,
    unanswered: 2,
    openReturns: 1,
    unpaidReturns: 0,
    undeliveredMails: 1,
    storedMails: 1,
  });
  expect(states).toEqual({ completed: 2, pending: 1 });
});

describe("a new shop", () => {
  const begin = (env = { mailServer: null as string | null, acceptsCards: false }) =>
    readBeginnings(bench.db, { actor: bench.actor, env });

  test("reports its progress", async () => {
    expect(await begin()).toMatchObject({
      value: { isNamed: false, products: 0, acceptsCards: false, mail: "files", hasSold: false },
    });
    await addProduct(bench.db, "Kaieteur Gown");
    await bench.db.insert(siteSettings).values([
      { settingName: "general", settingValue: {} },
      { settingName: "shipping", settingValue: {}, version: 0 },
      { settingName: "integrations", settingValue: { stripeSecretKey: { sealed: "x" } } },
    ]);
    await paid("2026-11-01T12:00:00Z");
    expect(await begin({ mailServer: "mail.shop.example:587", acceptsCards: false })).toMatchObject(
      {
        value: {
          isNamed: true,
          products: 1,
          acceptsCards: true,
          isShippingSet: false,
          mail: "untried",
          hasSold: true,
        },
      },
    );
  });
});

test("10,000 orders are read once per chart, without nested scans", async () => {
  const { db, pool } = bench;
  await db.execute(sql`
    insert into orders (id, customer_email, subtotal_minor, total_amount_minor, status, created_at, completed_at)
    select gen_random_uuid(), 'c@example.com', 100, 100, 'completed', m, m
      from generate_series(1, 10000) n cross join lateral (select ${now.toISOString()}::timestamptz - n * interval '8 minutes' as m) t`);
  await db.execute(sql`
    insert into order_items (id, order_id, product_name, size, quantity, unit_price_minor)
    select gen_random_uuid(), id, 'Piece ' || left(id::text, 1), 'M', 1, 100 from ${orders}`);
  await db.execute(sql`analyze`);
  const plans = await plansOf(pool, () => reports());
  // Five charts and lists, and the threshold.
  expect(plans.length).toBeLessThanOrEqual(6);
  const read = plans.flat().map((node) => node["Actual Rows"] * node["Actual Loops"]);
  expect(Math.max(...read)).toBeLessThanOrEqual(20_000);
});

test("only an admin reads the reports", async () => {
  for (const actor of bench.strangers) {
    const refused = { ok: false, error: "forbidden" };
    expect(await getShopReport(bench.db, { actor, now, currency: "USD" })).toEqual(refused);
    const env = { mailServer: null as string | null, acceptsCards: false };
    expect(await readBeginnings(bench.db, { actor, env })).toEqual(refused);
  }
});
