import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { visitorEntries } from "#db/schema/visitor-entries.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { STORED_SPECIFICATIONS } from "#features/base/identity/visitor-limits.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { guest, newGuest } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { moveToAccount } from "./specification-owner.server.ts";
import { deleteExcessSpecifications } from "./store-specification.server.ts";

let database: TestDatabase;
let productId: string;
const clock = fixedClock("2026-11-20T12:00:00Z");
const bench = () => ({ db: database.db, clock, measurementBox: testMeasurementBox() });

beforeAll(async () => {
  database = await createTestDatabase();
  productId = await addProduct(database.db, { stock: { Custom: null } });
  await offerToMeasure(database.db, productId);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(visitorEntries);
  await database.db.delete(fitSpecifications);
});

/** Older copies of a specification, the first an hour older than it; `block`: where they came from. */
async function copy(id: string, times: number, block = sql`block`): Promise<void> {
  await database.db.execute(sql`
    insert into fit_specifications (id, product_id, user_id, browser, block, garment, sealed, choices, needs_check, hash, created_at)
    select gen_random_uuid(), product_id, user_id, browser, ${block}, garment, sealed, choices, needs_check, hash,
           created_at - copy * interval '1 hour'
      from fit_specifications, generate_series(1, ${times}) as copy where id = ${id}`);
}

async function oldest(): Promise<string> {
  const rows = await database.db
    .select({ id: fitSpecifications.id })
    .from(fitSpecifications)
    .orderBy(fitSpecifications.createdAt);
  return rows[0]?.id ?? "";
}

const stored = () => database.db.$count(fitSpecifications);
const isStored = async (id: string) =>
  (await database.db.$count(fitSpecifications, eq(fitSpecifications.id, id))) === 1;

async function order(specificationId: string, status: "pending" | "completed"): Promise<void> {
  const orderId = newId();
  await database.db.insert(orders).values({
    id: orderId,
    customerEmail: "asha@example.com",
    status,
    subtotalMinor: 100,
    totalMinor: 100,
    reservedUntil: status === "pending" ? clock.now() : null,
  });
  await database.db.insert(orderItems).values({
    orderId,
    position: 0,
    productName: "Suit",
    size: "Custom",
    quantity: 1,
    unitPriceMinor: 100,
    madeToMeasure: true,
    specificationId,
  });
}

describe("the specifications of one browser", () => {
  test("give up the oldest beyond their number; another browser keeps all of its own", async () => {
    const others = await specify(bench(), productId, {}, newGuest().actor);
    const newest = await specify(bench(), productId);
    await copy(newest, STORED_SPECIFICATIONS.ofBrowser + 20);
    const first = await oldest();
    const last = await specify(bench(), productId);
    expect(await stored()).toBe(STORED_SPECIFICATIONS.ofBrowser + 1);
    expect(await isStored(first)).toBe(false);
    expect([await isStored(newest), await isStored(last), await isStored(others)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("never lose one that an order waits to be paid for", async () => {
    const first = await specify(bench(), productId);
    await copy(first, STORED_SPECIFICATIONS.ofBrowser);
    const waiting = await oldest();
    await order(waiting, "pending");
    await specify(bench(), productId);
    expect(await isStored(waiting)).toBe(true);
  });
});

test("an account gives up its oldest beyond its number, and none of its cart", async () => {
  const userId = await createCustomer(database.db, { email: "asha@example.com" });
  const actor: SignedIn = { role: "customer", userId, name: "Asha", email: "asha@example.com" };
  const first = await specify(bench(), productId, {}, actor);
  await copy(first, STORED_SPECIFICATIONS.ofAccount);
  const inCart = await oldest();
  const line = { userId, productId, size: "Custom", specification: inCart, quantity: 1 };
  await database.db.insert(cartLines).values({ ...line, changedAt: clock.now() });
  await specify(bench(), productId, {}, actor);
  expect(await stored()).toBe(STORED_SPECIFICATIONS.ofAccount + 1);
  expect(await isStored(inCart)).toBe(true);
});

describe("the specifications of all guests", () => {
  test("beyond their number are given up by the block of addresses that stores the most, oldest first", async () => {
    const honest = await specify(bench(), productId, {}, newGuest().actor);
    await copy(honest, 4, sql`'honest'`);
    await database.db.update(fitSpecifications).set({ block: "honest" });
    const first = await specify(bench(), productId, {}, newGuest().actor);
    await copy(first, 99);
    const { db } = database;
    expect(await deleteExcessSpecifications(db, 40)).toBe(65);
    const left = await db
      .select({ block: fitSpecifications.block, createdAt: fitSpecifications.createdAt })
      .from(fitSpecifications)
      .orderBy(desc(fitSpecifications.createdAt));
    expect(left.filter(({ block }) => block === "honest")).toHaveLength(5);
    const ofStranger = left.filter(({ block }) => block !== "honest");
    expect(ofStranger).toHaveLength(35);
    expect(await isStored(first)).toBe(true);
    expect(await deleteExcessSpecifications(db, 40)).toBe(0);
  });

  test("stay where an order waits for its payment, and go where it is paid: the contract has them", async () => {
    const waiting = await specify(bench(), productId);
    const paid = await specify(bench(), productId);
    await order(waiting, "pending");
    await order(paid, "completed");
    expect(await deleteExcessSpecifications(database.db, 0)).toBe(1);
    expect([await isStored(waiting), await isStored(paid)]).toEqual([true, false]);
  });

  test("forget the block of addresses once an account owns them", async () => {
    const specification = await specify(bench(), productId);
    const email = `${newId()}@example.com`;
    const userId = await createCustomer(database.db, { email });
    const { browser = "" } = guest;
    const actor: SignedIn = { role: "customer", userId, name: "Asha", email, browser };
    await moveToAccount(database.db, { actor, specifications: [specification] });
    const [row] = await database.db.select().from(fitSpecifications);
    expect(row).toMatchObject({ userId, block: null });
  });
});

test("what guests had stored before blocks were counted stays, and its age ends it", async () => {
  await using earlier = await createTestDatabase();
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  await storeBeforeMigration(earlier, "visitor_limits", async (client) => {
    for (const id of ids) {
      await client.query(
        `insert into fit_specifications (id, garment, choices, hash) values ($1, 'suit', '[]', repeat('a', 64))`,
        [id],
      );
    }
  });
  await migrateDatabase(earlier.url);
  const rows = await earlier.db.select().from(fitSpecifications);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(await deleteExcessSpecifications(earlier.db, 2)).toBe(0);
});
