import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { orders } from "#db/schema/orders.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { listMyReads } from "#features/body/measurement/measurement-reads.server.ts";
import { claimOrdersOfConfirmed } from "#features/orders/order/claim-orders.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { staffMember } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { readContractAsStaff } from "./contract-queries.server.ts";
import { findWearers, listReadsOfOrder } from "./contract-reads.server.ts";

const database = await createTestDatabase();
afterAll(() => database.close());
const { db } = database;
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  clock: fixedClock("2026-11-20T14:00:00Z"),
};

/** A guest's order, whose measurements Rosa opened to cut the coat. */
async function guestOrder() {
  const email = `${newId()}@example.com`;
  const order = await createContractedOrder(db, { customerEmail: email });
  const actor = await staffMember(db, true);
  const { orderItemId } = order;
  const read = await readContractAsStaff(deps, { actor, orderItemId, purpose: "Cutting the coat" });
  if (!read.ok) throw new Error(read.error);
  return { ...order, email };
}

describe("a reading of a guest's measurements", () => {
  test("is listed for the order with name, purpose and whose numbers were read", async () => {
    const { orderId } = await guestOrder();
    expect(await listReadsOfOrder(deps, orderId)).toEqual([
      expect.objectContaining({
        staffName: "Rosa",
        purpose: "Cutting the coat",
        wearer: testSpecification().label,
        readAt: deps.clock.now(),
      }),
    ]);
    const other = await createContractedOrder(db);
    expect(await listReadsOfOrder(deps, other.orderId)).toEqual([]);
  });

  test("is seen in the account that the order joins when the email is confirmed", async () => {
    const { email, orderId } = await guestOrder();
    const userId = await createCustomer(db, { email, emailVerified: false });
    const actor = { role: "customer", userId, name: "Asha", email } as const;
    expect(await claimOrdersOfConfirmed({ db }, { userId })).toBe(0);
    expect(await listMyReads(db, { actor })).toEqual({ ok: true, value: [] });
    await db.execute(`update profiles set email_verified = true where id = '${userId}'`);
    expect(await claimOrdersOfConfirmed({ db }, { userId })).toBe(1);
    expect(await claimOrdersOfConfirmed({ db }, { userId })).toBe(0);
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    expect(order?.userId).toBe(userId);
    const reads = await listMyReads(db, { actor });
    expect(reads).toMatchObject({ value: [{ subject: "contract", purpose: "Cutting the coat" }] });
    const contractId = reads.ok ? (reads.value[0]?.subjectId ?? "") : "";
    const wearers = await findWearers(deps, [contractId]);
    expect([...wearers.values()]).toEqual([testSpecification().label]);
    expect(await listMyReads(db, { actor: visitor })).toMatchObject({ ok: false });
  });
});
