import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { proposalColumn } from "#features/garments/proposals/stored-proposals.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createContractedOrder, testSpecification, testTerms } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guest, newGuest } from "#tests/support/guest.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findMyContracts, lookUpContracts } from "./order-contracts.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const measurementBox = testMeasurementBox();

test("a proposal waits for the customer for 30 days, and has then ended on the order page and in the lookup", async () => {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email, name: "Asha" });
  const order = await createContractedOrder(db, { userId, customerEmail: email });
  const { orderId, orderItemId } = order;
  const id = newId();
  const content = { specification: testSpecification(), terms: testTerms(), note: "More room" };
  const sealed = proposalColumn.seal(measurementBox, { id }, content);
  const createdAt = new Date("2026-10-01T12:00:00Z");
  const row = { id, orderItemId, baseVersion: 1, tokenHash: hashSecret(id), sealed, createdAt };
  await db.insert(contractProposals).values(row);
  const linesAt = async (moment: string) => {
    const deps = { db, measurementBox, clock: fixedClock(moment) };
    const actor = { role: "customer", userId, email, name: "Asha" } as const;
    const own = await findMyContracts(deps, { actor, orderId });
    const lookup = await lookUpContracts(deps, {
      actor: guest,
      number: orderId.slice(0, 8),
      email,
    });
    if (!own.ok) throw new Error(own.error);
    return [own.value, lookup].map(({ expiredLines, openLines }) => ({ expiredLines, openLines }));
  };
  const open = { openLines: [orderItemId], expiredLines: [] };
  const expired = { openLines: [], expiredLines: [orderItemId] };
  expect(await linesAt("2026-10-31T11:59:59Z")).toEqual([open, open]);
  expect(await linesAt("2026-10-31T12:00:00Z")).toEqual([expired, expired]);
  await db
    .update(contractProposals)
    .set({ status: "declined", respondedAt: new Date("2026-10-02T12:00:00Z") })
    .where(eq(contractProposals.id, id));
  const none = { openLines: [], expiredLines: [] };
  expect(await linesAt("2026-10-31T12:00:00Z")).toEqual([none, none]);
});

test("number and email say that there is a contract; what it holds opens with a proof of this browser, for an hour", async () => {
  const email = `${newId()}@example.com`;
  const { orderId } = await createContractedOrder(db, { customerEmail: email });
  const clock = fixedClock("2026-11-20T14:00:00Z");
  const look = (actor: Actor) =>
    lookUpContracts({ db, measurementBox, clock }, { actor, number: orderId.slice(0, 8), email });
  const locked = {
    versions: [],
    patterns: [],
    documentPath: null,
    lock: { sendsTo: `${email.slice(0, 1)}•••@example.com`, isCodeSent: false, hasContracts: true },
  };
  for (const actor of [visitor, guest]) expect(await look(actor)).toMatchObject(locked);
  await proveOrder(db, { actor: guest, orderId, at: clock.now() });
  const opened = await look(guest);
  expect(opened.lock).toBeNull();
  expect(opened.documentPath).toBe(`/profile/orders/${orderId}/documents/contract`);
  expect(opened.versions[0]?.specification?.measurements).toHaveProperty("chest");
  for (const actor of [visitor, newGuest().actor]) expect(await look(actor)).toMatchObject(locked);
  clock.advance(60 * 60 * 1000);
  expect(await look(guest)).toMatchObject(locked);
});
