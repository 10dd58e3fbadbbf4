import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { productVariants } from "#db/schema/catalog.server.ts";
import { taxDocuments } from "#db/schema/documents.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { recordDelivery, shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { createOrder } from "#tests/support/orders.ts";
import { inSession } from "#tests/support/sessions.ts";
import { addOrderNote } from "../add-order-note.server.ts";
import { exportOrders } from "./export-orders.server.ts";
import { EVERY_ORDER, readOrderFilter } from "./order-filter.ts";
import { listOrders } from "./order-list-queries.server.ts";
import {
  deleteOrderView,
  keepOrderView,
  listOrderViews,
  renameOrderView,
} from "./order-views.server.ts";

const ISSUED = new Date("2026-11-20T13:00:00Z");

const suite = adminOrderSuite();
const forbidden = { ok: false, error: "forbidden" };

async function found(query: string) {
  const filter = readOrderFilter(new URLSearchParams(query));
  const list = await listOrders(suite.bench.db, { actor: suite.people.owner, filter });
  if (!list.ok) throw new Error(list.error);
  return list.value.rows;
}

const ids = async (query: string) => (await found(query)).map((row) => row.id);

async function views(actor: Actor = suite.people.owner) {
  const read = await listOrderViews(suite.bench.db, { actor });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

async function ship(items: { itemId: string; quantity: number }[]): Promise<string> {
  const shipment = {
    carrier: "UPS",
    trackingNumber: "1Z-999",
    trackingUrl: "",
    key: "",
    items,
  };
  const { owner } = suite.people;
  const shipped = await shipOrder(suite.deps, {
    actor: owner,
    orderId: suite.order.id,
    shipment,
  });
  if (!shipped.ok) throw new Error(JSON.stringify(shipped.error));
  return shipped.value.shipmentId;
}

describe("the order list", () => {
  test("is filtered by each stage of an order", async () => {
    const { id, shirt, gown } = suite.order;
    await createOrder(suite.bench.db, { status: "pending" });
    const ways = async () => {
      const named = ["to_ship", "unshipped", "partly_shipped", "shipped", "delivered"];
      const holding = await Promise.all(named.map((way) => ids(`way=${way}`)));
      return named.filter((_, index) => holding[index]?.includes(id));
    };
    expect(await ways()).toEqual(["to_ship", "unshipped"]);
    const first = await ship([{ itemId: shirt, quantity: 2 }]);
    expect(await ways()).toEqual(["to_ship", "partly_shipped"]);
    const second = await ship([{ itemId: gown, quantity: 1 }]);
    expect(await ways()).toEqual(["shipped"]);
    for (const shipmentId of [first, second]) {
      const { owner } = suite.people;
      await recordDelivery(suite.deps, {
        actor: owner,
        orderId: id,
        shipmentId: shipmentId,
        day: "",
      });
    }
    expect(await ways()).toEqual(["delivered"]);
    expect((await found(`way=delivered`))[0]?.fulfillment).toBe("delivered");
  });

  test("is searched by customer, product, tracking number, order number and email", async () => {
    const { id, shirt } = suite.order;
    await createOrder(suite.bench.db, { customerEmail: "bibi@example.com" });
    await ship([{ itemId: shirt, quantity: 1 }]);
    for (const text of ["persaud", "kaieteur", "1z-999", "asha@", id.slice(0, 8)]) {
      expect(await ids(`q=${encodeURIComponent(text)}`), text).toEqual([id]);
    }
    expect(await ids("q=%00%25")).toEqual([]);
  });

  test("is filtered and sorted by total", async () => {
    const cheap = await createOrder(suite.bench.db, { subtotalMinor: 5_000, totalMinor: 5_000 });
    expect(await ids("max=50.00")).toEqual([cheap]);
    expect(await ids("min=50.01")).toEqual([suite.order.id]);
    expect(await ids("sort=lowest")).toEqual([cheap, suite.order.id]);
    expect(await ids("sort=highest")).toEqual([suite.order.id, cheap]);
  });

  test("shows orders that need attention until a note settles them, and disputes while they last", async () => {
    const { db } = suite.bench;
    const { id } = suite.order;
    expect(await ids("attention=1")).toEqual([]);
    const alert = { orderId: id, type: "oversold", createdAt: new Date("2026-11-19T12:00:00Z") };
    await db.insert(orderEvents).values(alert);
    expect(await ids("attention=1")).toEqual([id]);
    await addOrderNote(suite.deps, { actor: suite.people.owner, orderId: id, note: "Being made" });
    expect(await ids("attention=1")).toEqual([]);
    await db.update(payments).set({ disputedAt: new Date() });
    expect(await found("attention=1")).toMatchObject([{ id, isDisputed: true }]);
  });

  test("shows returns until they are settled", async () => {
    const { db } = suite.bench;
    const orderId = suite.order.id;
    await db
      .insert(returnRequests)
      .values({ orderId, authorizationNumber: "RA-1", reason: "defective" });
    expect(await found("returns=open")).toMatchObject([{ id: orderId, hasOpenReturn: true }]);
    expect((await views()).counts).toEqual({ to_ship: 1, returns: 1, attention: 0 });
    await db.update(returnRequests).set({ status: "declined" });
    expect(await ids("returns=open")).toEqual([]);
  });
});

describe("a view of the order list", () => {
  const keep = (name: string, search: string, actor: Actor = suite.people.owner) =>
    keepOrderView(suite.deps, { actor, name, search });

  test("is saved, renamed and deleted, with an entry in the log each time", async () => {
    expect(await keep("Gifts", "?custom=1&page=7")).toEqual({
      ok: true,
      value: { query: "custom=1" },
    });
    expect((await keep("gifts", "custom=1")).ok).toBe(true);
    const [view] = (await views()).saved;
    expect(view).toMatchObject({ name: "Gifts", query: "custom=1" });
    const input = { actor: suite.people.owner, id: view?.id ?? "", name: "Made to measure" };
    expect((await renameOrderView(suite.deps, input)).ok).toBe(true);
    expect((await views()).saved.map(({ name }) => name)).toEqual(["Made to measure"]);
    expect(await deleteOrderView(suite.deps, input)).toEqual({ ok: true, value: null });
    expect(await deleteOrderView(suite.deps, input)).toEqual({ ok: true, value: null });
    expect((await views()).saved).toEqual([]);
    expect((await suite.changes()).map(({ action }) => action)).toEqual([
      "kept",
      "renamed",
      "deleted",
    ]);
  });

  test("has a unique name, even if two people choose it at once", async () => {
    const both = await Promise.all([keep("Gifts", "custom=1"), keep("GIFTS", "way=to_ship")]);
    const inUse = { ok: false, error: { code: "invalid", message: "This name is already used" } };
    expect(both.filter((each) => each.ok)).toHaveLength(1);
    expect(both).toContainEqual(inUse);
    await keep("Other", "");
    const other = (await views()).saved.find(({ name }) => name === "Other");
    const input = { actor: suite.people.owner, id: other?.id ?? "", name: "gifts" };
    expect(await renameOrderView(suite.deps, input)).toEqual(inUse);
    expect(await renameOrderView(suite.deps, { ...input, id: suite.order.id })).toEqual({
      ok: false,
      error: { code: "not_found" },
    });
  });

  test("is one of at most twenty", async () => {
    await suite.bench.db.execute(sql`
      insert into saved_order_views (id, name, query) select gen_random_uuid(), 'View ' || n, '' from generate_series(1, 20) n`);
    expect(await keep("One more", "")).toEqual({ ok: false, error: { code: "too_many" } });
  });

  test("is for admins only, and so is the CSV file", async () => {
    for (const actor of suite.strangers) {
      expect(await listOrderViews(suite.bench.db, { actor })).toEqual(forbidden);
      expect(await keep("Gifts", "", actor)).toEqual({ ok: false, error: { code: "forbidden" } });
      const input = { actor, id: suite.order.id, name: "Gifts" };
      expect(await renameOrderView(suite.deps, input)).toMatchObject({ ok: false });
      expect(await deleteOrderView(suite.deps, input)).toEqual(forbidden);
      expect(await exportOrders(suite.deps, { actor, filter: EVERY_ORDER })).toEqual(forbidden);
    }
  });
});

test("the exported file holds the filtered list, and nothing in it runs in a spreadsheet", async () => {
  const { db } = suite.bench;
  await createOrder(db, { customerEmail: "bibi@example.com" });
  await db
    .update(orders)
    .set({
      customerEmail: "=1+1@example.com",
      refundedMinor: 1_250,
      taxMinor: 2_200,
      shippingMinor: 1_500,
      discountMinor: 3_000,
      promotionMinor: 700,
    })
    .where(sql`status = 'completed'`);
  const productId = await addProduct(db, "Savannah Linen Shirt");
  const variant = { id: randomUUID(), productId, size: "M", sku: "LINEN-M" };
  await db.insert(productVariants).values(variant);
  await db
    .update(orderItems)
    .set({ variantId: variant.id })
    .where(eq(orderItems.id, suite.order.shirt));
  await db.insert(taxDocuments).values({
    kind: "invoice",
    year: 2026,
    number: 7,
    orderId: suite.order.id,
    issuedAt: ISSUED,
  });
  await db.insert(payments).values({
    orderId: suite.order.id,
    kind: "deposit",
    method: "store_credit",
    status: "captured",
    provider: "store_credit",
    amountMinor: 4_000,
    capturedMinor: 4_000,
    currency: "USD",
  });
  const filter = readOrderFilter(new URLSearchParams("status=completed"));
  const { owner } = suite.people;
  const unproved = await exportOrders(suite.deps, { actor: owner, filter });
  expect(unproved).toEqual({ ok: false, error: "unconfirmed" });
  const actor = await inSession(db, owner, suite.deps.clock.now());
  const exported = await exportOrders(suite.deps, { actor, filter });
  if (!exported.ok) throw new Error(exported.error);
  let file = "";
  for await (const chunk of exported.value) file += chunk;
  const lines = file.split("\r\n");
  expect(lines[0]).toBe(
    "\uFEFFOrder,Placed (Georgetown),Status,Shipping,Customer,Email,Pieces,Made to measure,SKUs,Subtotal,Discounts,Shipping cost,Tax,Total,Store credit,Refunded,Currency,Invoice,Deposit asked for,Transferred so far,To send back by transfer",
  );
  expect(lines[1]).toBe(
    `${suite.order.id},2026-11-10 07:00,Completed,To ship,Asha Persaud,'=1+1@example.com,"2 x Savannah Linen Shirt, M; 1 x Kaieteur Gown, Custom",yes,2 x LINEN-M,740.00,37.00,15.00,22.00,740.00,40.00,12.50,USD,INV-2026-00007,0.00,0.00,0.00`,
  );
  expect(lines.slice(2)).toEqual([""]);
});
