import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { claimGuestOrders } from "#features/orders/order/claim-orders.server.ts";
import {
  listMyOrders,
  MY_ORDERS_A_PAGE,
} from "#features/orders/order/my-order-list-queries.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { statementsOf } from "#tests/support/sent-statements.ts";
import { findMyOrder, lookUpOrder } from "./my-order-queries.server.ts";

const bench = accountSuite();

const address = {
  fullName: "Asha Persaud",
  phone: "",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};

describe("a customer's orders", () => {
  // Specification 6.2, 7.46
  test("are listed newest first, theirs alone", async () => {
    const asha = await bench.customer("asha@example.com");
    const bibi = await bench.customer("bibi@example.com");
    const at = (day: string) => ({ userId: asha.userId, createdAt: new Date(day) });
    const old = await createOrder(bench.db, at("2026-11-01T12:00:00Z"));
    const fresh = await createOrder(bench.db, {
      ...at("2026-11-02T12:00:00Z"),
      totalMinor: 12_000,
    });
    await createOrder(bench.db, { userId: bibi.userId });
    await createOrder(bench.db);
    const listed = await listMyOrders(bench.db, { actor: asha, page: 1 });
    expect(listed).toMatchObject({ ok: true, value: { page: 1, pageCount: 1 } });
    if (!listed.ok) return;
    expect(listed.value.rows.map((row) => row.id)).toEqual([fresh, old]);
    expect(listed.value.rows[0]?.total).toEqual({ minorUnits: 12_000, currency: "USD" });
  });

  test("come in pages: each on exactly one, and the last for a page beyond it", async () => {
    const asha = await bench.customer("asha@example.com");
    await bench.db.execute(sql`
      insert into orders (id, user_id, customer_email, subtotal_minor, total_amount_minor)
      select gen_random_uuid(), ${asha.userId}, 'asha@example.com', 100, 100 from generate_series(1, 45)`);
    const pages = await Promise.all(
      [1, 2, 3, 99].map((page) => listMyOrders(bench.db, { actor: asha, page })),
    );
    const ids = pages.slice(0, 3).flatMap((page) => (page.ok ? page.value.rows : []));
    expect(new Set(ids.map((row) => row.id)).size).toBe(45);
    expect(pages.map((page) => page.ok && page.value.rows.length)).toEqual([
      MY_ORDERS_A_PAGE,
      MY_ORDERS_A_PAGE,
      5,
      5,
    ]);
  });

  test("one is shown whole to its owner, and to nobody else, admins included", async () => {
    const asha = await bench.customer("asha@example.com");
    const bibi = await bench.customer("bibi@example.com");
    const orderId = await createOrder(bench.db, {
      userId: asha.userId,
      status: "completed",
      shippingAddress: address,
      payment: { sessionId: "cs_test_secret" },
      events: ["placed", "completed", "oversold"],
    });
    const now = bench.clock.now();
    const found = await findMyOrder(bench.db, { actor: asha, orderId, now });
    expect(found).toMatchObject({
      ok: true,
      value: {
        addressLines: expect.arrayContaining(["Guyana"]),
        order: { address, payment: { sessionId: null } },
      },
    });
    expect(found.ok && found.value.steps.map((step) => step.type)).toEqual(["placed", "completed"]);
    const notFound = { ok: false, error: "not_found" };
    for (const actor of [bibi, { ...bibi, role: "admin" } as const]) {
      expect(await findMyOrder(bench.db, { actor, orderId, now })).toEqual(notFound);
    }
    expect(await findMyOrder(bench.db, { actor: asha, orderId: "nonsense", now })).toEqual(
      notFound,
    );
    expect(await findMyOrder(bench.db, { actor: visitor, orderId, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
  });
});

describe("the page of an order", () => {
  test("is read in as many statements for five made-to-measure lines as for one", async () => {
    const asha = await bench.customer("asha@example.com");
    const statementsFor = async (count: number) => {
      const line = { productName: "Suit", size: CUSTOM_SIZE, madeToMeasure: true };
      const lines = Array.from({ length: count }, () => line);
      const { orderId } = await createGarmentOrder(bench.db, { userId: asha.userId, lines });
      return statementsOf(bench.pool, async () => {
        const found = await findMyOrder(bench.db, { actor: asha, orderId, now: bench.clock.now() });
        expect(found).toMatchObject({ ok: true });
        expect(found.ok && found.value.garments).toHaveLength(count);
      });
    };
    const one = await statementsFor(1);
    expect(await statementsFor(5)).toHaveLength(one.length);
  });
});

describe("orders placed without an account", () => {
  const ownerOf = async (orderId: string) => {
    const [row] = await bench.db.select().from(orders).where(eq(orders.id, orderId));
    return row?.userId;
  };

  test("become those of the account with the same confirmed email, once", async () => {
    const asha = await bench.customer("Asha@Example.com");
    const orderId = await createOrder(bench.db, { customerEmail: "asha@example.COM" });
    expect(await claimGuestOrders(bench, { actor: asha })).toBe(1);
    expect(await claimGuestOrders(bench, { actor: asha })).toBe(0);
    expect(await ownerOf(orderId)).toBe(asha.userId);
    const events = await bench.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId));
    expect(events.filter((event) => event.type === "claimed")).toHaveLength(1);
  });

  test("stay nobody's for an unconfirmed email, another email, staff and visitors; and an account's order stays its own", async () => {
    const bibi = await bench.customer("bibi@example.com");
    const unsure = await bench.customer("asha@example.com", {
      email: "asha@example.com",
      emailVerified: false,
    });
    const guest = await createOrder(bench.db, { customerEmail: "asha@example.com" });
    const bibis = await createOrder(bench.db, {
      customerEmail: "asha@example.com",
      userId: bibi.userId,
    });
    for (const actor of [unsure, bibi, { ...unsure, role: "admin" } as const, visitor]) {
      expect(await claimGuestOrders(bench, { actor })).toBe(0);
    }
    expect(await ownerOf(guest)).toBeNull();
    expect(await ownerOf(bibis)).toBe(bibi.userId);
  });
});

describe("the order look-up", () => {
  const look = (number: string, email: string) =>
    lookUpOrder(bench.db, { number, email, now: bench.clock.now() });

  test("shows an order for its number and email together, without the address or a way to pay", async () => {
    const id = await createOrder(bench.db, {
      customerEmail: "Asha@Example.com",
      shippingAddress: address,
      payment: { url: "https://pay.example/1" },
    });
    for (const number of [id.slice(0, 8), id.slice(0, 8), `#${id.slice(0, 8).toUpperCase()} `]) {
      expect(await look(number, " asha@example.com ")).toMatchObject({
        ok: true,
        value: { addressLines: [], order: { id, address: null, payment: { url: null } } },
      });
    }
  });

  test("answers alike whether the number, the email or both are wrong", async () => {
    const id = await createOrder(bench.db, { customerEmail: "asha@example.com" });
    const wrong: [string, string][] = [
      [id.slice(0, 8), "bibi@example.com"],
      ["00000000", "asha@example.com"],
      ["00000000", "bibi@example.com"],
      [id.slice(0, 7), "asha@example.com"],
      ["", "asha@example.com"],
      [id.slice(0, 8), ""],
      ["%", "%"],
      ["' or 1=1 --", "x\u0000@y"],
    ];
    for (const [number, email] of wrong) {
      expect(await look(number, email), number).toEqual({ ok: false, error: "not_found" });
    }
  });
});
