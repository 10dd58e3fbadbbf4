import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DELETED_EMAIL } from "#core/email.ts";
import { money } from "#core/money-amount.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder, paymentOf } from "#tests/support/orders.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { CustomerFilter } from "./customer-filter.ts";
import { CUSTOMER_SORTS, readCustomerFilter } from "./customer-filter.ts";
import { deleteCustomerNote, writeCustomerNote } from "./customer-notes.server.ts";
import { findCustomer, listCustomers } from "./customer-queries.server.ts";

const bench = adminSuite();
const everybody = readCustomerFilter(new URLSearchParams());
const at = (day: number) => new Date(Date.UTC(2026, 9, day));

async function list(filter: Partial<CustomerFilter> = {}) {
  const { db, actor } = bench;
  const found = await listCustomers(db, { actor, filter: { ...everybody, ...filter } });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const emails = async (filter?: Partial<CustomerFilter>) =>
  (await list(filter)).rows.map(({ email }) => email);
const find = (email: string) => findCustomer(bench.db, { actor: bench.actor, email });

const paid = (customerEmail: string, changes: Parameters<typeof createOrder>[1] = {}) =>
  createOrder(bench.db, { customerEmail, status: "completed", createdAt: at(9), ...changes });

async function people() {
  const { db } = bench;
  const userId = await createCustomer(db, { email: "asha@example.com", createdAt: at(1) });
  await paid("Asha@example.com", { userId });
  // With another email, while signed in.
  await paid("work@example.com", { userId, refundedMinor: 2_000 });
  await paid("bibi@example.com", {
    createdAt: at(3),
    currency: "GYD",
    subtotalMinor: 900_000,
    totalMinor: 900_000,
    shippingAddress: {
      fullName: "Bibi Khan",
      phone: "(592) 600-1234",
      line1: "",
      line2: "",
      city: "",
      region: "",
      postalCode: "",
      country: "GY",
    },
  });
  await addMessage(db, { email: "Carl@example.com", fullName: "Carl Mentis", createdAt: at(5) });
  await paid(DELETED_EMAIL);
  return userId;
}

describe("the customers", () => {
  test("are all who have an account, bought or wrote, once each, without staff and erased people", async () => {
    await people();
    const { rows, total } = await list();
    expect(total).toBe(3);
    expect(rows).toMatchObject([
      { email: "carl@example.com", name: "Carl Mentis", hasAccount: false, orderCount: 0 },
      { email: "bibi@example.com", name: "Bibi Khan", spent: [{ minorUnits: 900_000 }] },
      {
        email: "asha@example.com",
        name: "Asha Persaud",
        hasAccount: true,
        since: at(1),
        orderCount: 2,
        spent: [{ minorUnits: 22_000, currency: "USD" }],
        lastOrderAt: at(9),
      },
    ]);
  });

  test.each([
    ["newest", ["carl@example.com", "bibi@example.com", "asha@example.com"]],
    ["spent", ["asha@example.com", "bibi@example.com", "carl@example.com"]],
    ["orders", ["asha@example.com", "bibi@example.com", "carl@example.com"]],
  ] as const)("are sorted by %s", async (sort, expected) => {
    await people();
    expect(await emails({ sort })).toEqual(expected);
  });

  test.each([
    ["persaud", "asha@example.com"],
    ["BIBI KHAN", "bibi@example.com"],
    ["592 600 1234", "bibi@example.com"],
    ["work@example", "asha@example.com"],
    ["carl@", "carl@example.com"],
    ["5550199", "asha@example.com"],
  ])("are found by name, email and phone: %j", async (search, expected) => {
    const userId = await people();
    await bench.db.insert(addresses).values({
      userId,
      fullName: "Asha",
      phone: "555-0199",
      line1: "Lot 1",
      city: "Georgetown",
    });
    expect(await emails({ search })).toEqual([expected]);
  });

  test.each(["%", "_", "\\", "' or true --"])("are not found by %j", async (search) => {
    await people();
    expect(await emails({ search })).toEqual([]);
  });

  test("have their last page beyond the last", async () => {
    await people();
    expect(await list({ page: 7 })).toMatchObject({ page: 1, pageCount: 1, rows: [{}, {}, {}] });
  });

  test("are listed and searched without repeated scans among 10,000 with as many orders", async () => {
    const { db, pool } = bench;
    await db.execute(sql`
      insert into profiles (id, name, email) select gen_random_uuid(), 'Customer ' || n, 'c' || n || '@example.com' from generate_series(1, 10000) n`);
    await db.execute(sql`
      insert into orders (id, customer_email, subtotal_minor, total_amount_minor, status, completed_at, user_id)
      select gen_random_uuid(), p.email, 100, 100, 'completed', now(), p.id from profiles p where p.role = 'customer'`);
    await db.execute(sql`analyze`);
    for (const sort of CUSTOMER_SORTS) {
      const plans = await plansOf(pool, () => list({ sort }));
      expect(plans).toHaveLength(1);
      const read = plans.flat().map((node) => node["Actual Rows"] * node["Actual Loops"]);
      expect(Math.max(...read)).toBeLessThan(40_000);
    }
    const plans = await plansOf(pool, () => find("c77@example.com"));
    expect(plans.length).toBeGreaterThan(0);
    const scans = plans.flat().filter((node) => node["Node Type"] === "Seq Scan");
    for (const scan of scans) expect(scan["Actual Rows"]).toBeLessThan(100);
  });
});

describe("a customer's page", () => {
  test("has orders, returns, inquiries, messages, addresses and email preferences, and no measurements", async () => {
    const { db } = bench;
    const userId = await people();
    const orderId = await paid("asha@example.com", { createdAt: at(20) });
    await db.insert(returnRequests).values({
      orderId,
      authorizationNumber: "RA-1",
      reason: "changed_mind" as const,
    });
    await addMeasuredPerson(db, userId, measuredPerson("Sunday", { chest: 9 }));
    await addInquiry(db, { email: "ASHA@example.com", firstName: "A.", phone: "555 0123" });
    const found = await find("Asha@Example.com");
    expect(found).toMatchObject({
      ok: true,
      value: {
        email: "asha@example.com",
        name: "Asha Persaud",
        phones: ["555 0123"],
        account: { isStaff: false, orderUpdates: true, emailNotifications: false },
        returns: [{ authorizationNumber: "RA-1", orderId }],
        entries: [{ kind: "inquiry" }],
        obstacles: { toShip: 3, openReturns: 1, beingPaid: 0 },
      },
    });
    expect(found.ok && found.value.orders).toHaveLength(3);
    expect(JSON.stringify(found)).not.toContain("Sunday");
  });

  test("says of each order what went back and what the owner has yet to send, and the list counts neither as spent", async () => {
    const { db } = bench;
    const createdAt = at(20);
    const orderId = await paid("dee@example.com", {
      createdAt,
      refundedMinor: 2_000,
      payment: { method: "manual", provider: "manual" },
    });
    const refund = { orderId, provider: "manual" as const, currency: "USD" };
    const paymentId = await paymentOf(db, orderId);
    await db.insert(refunds).values([
      { ...refund, paymentId, amountMinor: 2_000, status: "succeeded" },
      { ...refund, paymentId, amountMinor: 1_500, status: "pending" },
    ]);
    expect(await find("dee@example.com")).toMatchObject({
      value: {
        orders: [{ total: money(12_000), refunded: money(2_000), refundOwed: money(1_500) }],
      },
    });
    expect((await list({ search: "dee@" })).rows).toMatchObject([{ spent: [money(8_500)] }]);
  });

  test("has a name for someone who only wrote, and is not found for an unknown email", async () => {
    await people();
    expect(await find("carl@example.com")).toMatchObject({
      value: { name: "Carl Mentis", account: null, orders: [] },
    });
    expect(await find("nobody@example.com")).toEqual({ ok: false, error: "not_found" });
  });
});

describe("notes about a customer", () => {
  const write = (note: string, changes = {}) =>
    writeCustomerNote(bench, { actor: bench.actor, email: "Asha@example.com", note, ...changes });

  test("are stored once per press, newest first, and their text stays out of the log", async () => {
    await write("Likes linen.\r\nCalls on Mondays.");
    await write("Likes linen.\nCalls on Mondays. ");
    bench.clock.advance(1);
    await write("Allergic to mohair.");
    const found = await find("asha@example.com");
    expect(found).toMatchObject({
      value: {
        notes: [
          { note: "Allergic to mohair.", isOwn: true, authorName: "Rosa" },
          { note: "Likes linen.\nCalls on Mondays." },
        ],
      },
    });
    const log = JSON.stringify(await bench.db.select().from(auditLog));
    expect(log).toContain("wrote");
    expect(log).not.toMatch(/linen|mohair|asha/i);
  });

  test("need text within the limit, and an admin", async () => {
    expect(await write(" \u200B")).toEqual({ ok: false, error: "empty" });
    expect(await write("x".repeat(2_001))).toEqual({ ok: false, error: "too_long" });
    for (const actor of bench.strangers) {
      expect(await write("x", { actor })).toEqual({ ok: false, error: "forbidden" });
    }
  });

  test("are deleted by their author", async () => {
    const { db, actor } = bench;
    const written = await write("Likes linen.");
    const noteId = written.ok ? written.value.noteId : "";
    const other = await createCustomer(db, { email: "second@example.com", role: "admin" });
    const remove = (who: typeof actor) => deleteCustomerNote(bench, { actor: who, noteId });
    expect(await remove({ ...actor, userId: other })).toEqual({ ok: false, error: "not_found" });
    expect(await remove(actor)).toEqual({ ok: true, value: null });
    expect(await find("asha@example.com")).toEqual({ ok: false, error: "not_found" });
  });
});

test("only an admin reads customers", async () => {
  await people();
  for (const actor of bench.strangers) {
    const refused = { ok: false, error: "forbidden" };
    expect(await listCustomers(bench.db, { actor, filter: everybody })).toEqual(refused);
    expect(await findCustomer(bench.db, { actor, email: "asha@example.com" })).toEqual(refused);
  }
});
