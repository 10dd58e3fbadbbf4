import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { readableText } from "#tests/support/readable-text.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { checkContracts } from "./check-contracts.server.ts";
import {
  listContracts,
  openContractsOfOrder,
  readContractAsStaff,
  readOwnContracts,
} from "./contract-queries.server.ts";
import { contractColumn, newContractRow, openContract } from "./seal-contract.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const measurementBox = testMeasurementBox();
const deps = { db, measurementBox, clock: fixedClock("2026-11-20T14:00:00Z") };

async function actor(role: "admin" | "customer", isAtelier = false) {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email, role, name: "Rosa" });
  await db.update(profiles).set({ isAtelier }).where(eq(profiles.id, userId));
  return { role, userId, name: "Rosa", email } satisfies Actor;
}

describe("the hash of a contract", () => {
  const orderItemId = newId();
  const row = newContractRow(measurementBox, {
    orderItemId,
    specification: testSpecification(),
    terms: testTerms(),
  });
  const stored = { ...row, terms: testTerms(), previousHash: null };

  test("holds for the stored version, and its measurements are readable only with the key", () => {
    expect(openContract(measurementBox, stored)).toEqual({
      state: "valid",
      specification: testSpecification(),
    });
    expect(readableText(row)).not.toMatch(/"value"|Asha/);
    const other = createMeasurementBox({ current: "x".repeat(40), former: [] });
    expect(openContract(other, stored).state).toBe("unreadable");
  });

  test("does not hold for other terms, another line, another version or another hash before it", () => {
    const changes = [
      { terms: testTerms({ unitPriceMinor: 1 }) },
      { terms: testTerms({ options: [] }) },
      { previousHash: "0".repeat(64) },
      { hash: "0".repeat(64) },
    ];
    for (const change of changes) {
      const opened = openContract(measurementBox, { ...stored, ...change });
      expect(opened).toEqual({ state: "altered", specification: null });
    }
    for (const moved of [{ version: 2 }, { orderItemId: newId() }]) {
      expect(openContract(measurementBox, { ...stored, ...moved }).state).toBe("unreadable");
    }
  });

  test("differs for equal contents, so that it confirms no guess", () => {
    const line = { orderItemId, specification: testSpecification(), terms: testTerms() };
    expect(newContractRow(measurementBox, line).hash).not.toBe(row.hash);
  });

  test("holds after any number of key rotations", () => {
    let key = "m".repeat(40);
    let sealed = row.sealed;
    for (const next of ["k".repeat(40), "l".repeat(40)]) {
      const box = createMeasurementBox({ current: next, former: [key] });
      const text = contractColumn.openText(box, { ...stored, sealed }) ?? "";
      sealed = contractColumn.seal(box, stored, JSON.parse(text));
      expect(sealed.keyId).toBe(box.keyId);
      key = next;
    }
    const last = createMeasurementBox({ current: key, former: [] });
    expect(openContract(last, { ...stored, sealed }).state).toBe("valid");
  });
});

describe("who reads a contract", () => {
  test("the order's customer reads it; another customer and a visitor do not", async () => {
    const owner = await actor("customer");
    const other = await actor("customer");
    const { orderId } = await createContractedOrder(db, { userId: owner.userId });
    const own = await readOwnContracts(deps, { actor: owner, orderId });
    expect(own.ok && own.value).toMatchObject([
      { version: 1, state: "valid", specification: testSpecification() },
    ]);
    expect(await readOwnContracts(deps, { actor: other, orderId })).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await readOwnContracts(deps, { actor: visitor, orderId })).toEqual({
      ok: false,
      error: "forbidden",
    });
  });

  test("the list for everybody who sees the order has the terms and no measurement", async () => {
    const { orderId } = await createContractedOrder(db);
    const listed = await listContracts(db, orderId);
    expect(listed).toMatchObject([{ version: 1, terms: testTerms(), reducedAt: null }]);
    expect(JSON.stringify(listed)).not.toMatch(/"value"|specification|sealed|Asha/);
  });

  test("the atelier reads it for a purpose, and the entry is there for the customer", async () => {
    const owner = await actor("customer");
    const tailor = await actor("admin", true);
    const { orderItemId } = await createContractedOrder(db, { userId: owner.userId });
    const read = (purpose: string) =>
      readContractAsStaff(deps, { actor: tailor, orderItemId, purpose });
    expect(await read("  ")).toEqual({ ok: false, error: "purpose_missing" });
    const opened = await read("Cutting the suit");
    expect(opened.ok && opened.value[0]?.specification).toEqual(testSpecification());
    const reads = await db
      .select()
      .from(measurementReads)
      .where(eq(measurementReads.userId, owner.userId));
    expect(reads).toMatchObject([
      { subject: "contract", staffId: tailor.userId, purpose: "Cutting the suit" },
    ]);
  });

  test("an admin without the atelier permission reads nothing and leaves no entry", async () => {
    const admin = await actor("admin");
    const { orderItemId } = await createContractedOrder(db);
    expect(await readContractAsStaff(deps, { actor: admin, orderItemId, purpose: "Hm" })).toEqual({
      ok: false,
      error: "forbidden",
    });
    const reads = await db
      .select()
      .from(measurementReads)
      .where(eq(measurementReads.staffId, admin.userId));
    expect(reads).toEqual([]);
  });
});

test("a version that was altered in the database is recognized and not shown", async () => {
  const { orderId } = await createContractedOrder(db);
  // As the owner of the table could, with the triggers switched off.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.update(contracts).set({ terms: testTerms({ unitPriceMinor: 1 }) });
  });
  const opened = await openContractsOfOrder(deps, orderId);
  expect(opened).toMatchObject([{ state: "altered", specification: null }]);
  const { altered, checked } = await checkContracts(deps);
  expect(altered).toContain(orderId.slice(0, 8));
  expect(checked).toBeGreaterThan(altered.length - 1);
});
