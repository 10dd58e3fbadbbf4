import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { taxDocuments } from "#db/schema/documents.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { readOrderFilter } from "./order-filter.ts";
import { listOrders } from "./order-list-queries.server.ts";

const admin: Actor = { role: "admin", userId: "1", name: "Rosa", email: "rosa@staff.invalid" };
const customer: Actor = { ...admin, role: "customer" };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

async function list(query: string) {
  const filter = readOrderFilter(new URLSearchParams(query));
  const found = await listOrders(database.db, { actor: admin, filter });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const emails = async (query: string) => (await list(query)).rows.map((row) => row.customerEmail);

describe("anyone but an admin", () => {
  // Specification 6.12
  test.each([visitor, customer])("sees no order (%j)", async (actor) => {
    const orderId = await createOrder(database.db);
    const forbidden = { ok: false, error: "forbidden" };
    const filter = readOrderFilter(new URLSearchParams());
    expect(await listOrders(database.db, { actor, filter })).toEqual(forbidden);
    expect(await getAdminOrder(database.db, { actor, orderId })).toEqual(forbidden);
  });
});

describe("the list of orders", () => {
  test("finds an order by the number of its invoice or note, written in any way", async () => {
    const orderId = await createOrder(database.db, { customerEmail: "ada@example.com" });
    await createOrder(database.db);
    const issuedAt = new Date("2026-11-02T12:00:00Z");
    await database.db
      .insert(taxDocuments)
      .values({ kind: "invoice", year: 2026, number: 42, orderId, issuedAt });
    for (const text of ["INV-2026-00042", "inv 2026 42", "INV-2026-42"]) {
      expect(await emails(`q=${encodeURIComponent(text)}`)).toEqual(["ada@example.com"]);
    }
    for (const text of ["INV-2026-00043", "CN-2026-00042", "INV-2025-00042"]) {
      expect(await emails(`q=${text}`)).toEqual([]);
    }
  });

  test("shows the newest first, with what the owner needs to choose one", async () => {
    await createOrder(database.db, { createdAt: new Date("2026-11-01T12:00:00Z") });
    const id = await createOrder(database.db, {
      createdAt: new Date("2026-11-02T12:00:00Z"),
      customerEmail: "ada@example.com",
      status: "completed",
      madeToMeasure: true,
      lines: [{}, { size: "Custom", madeToMeasure: true }],
      subtotalMinor: 24_000,
      totalMinor: 24_000,
    });
    const { rows } = await list("");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      id,
      createdAt: new Date("2026-11-02T12:00:00Z"),
      status: "completed",
      shownStatus: "completed",
      customerEmail: "ada@example.com",
      customerName: "",
      lineCount: 2,
      madeToMeasure: true,
      total: { minorUnits: 24_000, currency: "USD" },
      credit: { minorUnits: 0, currency: "USD" },
      transfer: null,
      fulfillment: "unshipped",
      hasOpenReturn: false,
      isDisputed: false,
    });
  });

  test("counts every status within the other filters", async () => {
    await createOrder(database.db, { status: "completed" });
    await createOrder(database.db, { status: "completed", customerEmail: "ada@example.com" });
    await createOrder(database.db, { status: "pending", customerEmail: "ada@example.com" });
    expect((await list("")).counts).toEqual({ completed: 2, pending: 1 });
    const adas = await list("q=ada&status=pending");
    expect(adas.counts).toEqual({ completed: 1, pending: 1 });
    expect(adas.rows).toHaveLength(1);
  });

  test("is searched by the beginning of the order number or a part of the email", async () => {
    const id = await createOrder(database.db, { customerEmail: "Ada.Lovelace@Example.com" });
    await createOrder(database.db, { customerEmail: "rosa@example.org" });
    expect(await emails(`q=${id.slice(0, 8)}%E2%80%A6`)).toEqual(["Ada.Lovelace@Example.com"]);
    expect(await emails("q=lovelace@")).toEqual(["Ada.Lovelace@Example.com"]);
  });

  test("reads the pattern characters of a search literally", async () => {
    await createOrder(database.db, { customerEmail: "a_b@example.com" });
    await createOrder(database.db, { customerEmail: "axb@example.com" });
    expect(await emails("q=a_b")).toEqual(["a_b@example.com"]);
    expect(await emails("q=%25")).toEqual([]);
    expect(await emails("q='; drop table orders; --")).toEqual([]);
  });

  test("is filtered by days in Georgetown, both included", async () => {
    const at = (moment: string) =>
      createOrder(database.db, { createdAt: new Date(moment), customerEmail: `${moment}@x.gy` });
    await at("2026-11-01T03:59:59Z");
    await at("2026-11-01T04:00:00Z");
    await at("2026-11-03T03:59:59Z");
    await at("2026-11-03T04:00:00Z");
    expect(await emails("from=2026-11-01&to=2026-11-02")).toEqual([
      "2026-11-03T03:59:59Z@x.gy",
      "2026-11-01T04:00:00Z@x.gy",
    ]);
  });

  test("is filtered to made-to-measure orders", async () => {
    await createOrder(database.db, { madeToMeasure: true, customerEmail: "made@example.com" });
    await createOrder(database.db);
    expect(await emails("custom=1")).toEqual(["made@example.com"]);
  });

  test("shows 50 per page, every order once, and the last page for a page beyond it", async () => {
    await database.db.execute(sql`
      insert into orders (id, customer_email, subtotal_minor, total_amount_minor)
      select gen_random_uuid(), 'many@example.com', 100, 100 from generate_series(1, 120)`);
    const pages = await Promise.all(["", "page=2", "page=3"].map(list));
    const ids = pages.flatMap((page) => page.rows.map((row) => row.id));
    expect(pages.map((page) => page.rows.length)).toEqual([50, 50, 20]);
    expect(new Set(ids).size).toBe(120);
    expect(await list("page=999")).toEqual(await list("page=3"));
  });
});

describe("one order", () => {
  // Specification 3.24
  test("has its lines, colors, payment and timeline", async () => {
    const orderId = await createOrder(database.db, {
      status: "completed",
      payment: { sessionId: "test_1" },
      refundedMinor: 500,
      lines: [
        { color: "#20382D", colorName: "Forest" },
        { size: "Custom", madeToMeasure: true },
      ],
      events: ["placed", "completed"],
    });
    const found = await getAdminOrder(database.db, { actor: admin, orderId });
    if (!found.ok) throw new Error(found.error);
    const { order, colors, events, refunded } = found.value;
    expect(order.lines.map((line) => line.size)).toEqual(["M", "Custom"]);
    expect(Object.values(colors)).toEqual(["#20382D"]);
    expect(events.map((event) => event.type)).toEqual(["placed", "completed"]);
    expect(order.payment).toMatchObject({ provider: "test", sessionId: "test_1" });
    expect(refunded.minorUnits).toBe(500);
  });

  test.each(["nonsense", "", "../orders", "8a6e0804-2bd0-4672-b79d-d97027f9071a"])(
    "is not found under %j",
    async (orderId) => {
      expect(await getAdminOrder(database.db, { actor: admin, orderId })).toEqual({
        ok: false,
        error: "not_found",
      });
    },
  );
});
