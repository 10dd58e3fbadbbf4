import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { alterationRequests } from "#db/schema/alterations.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { garments as garmentRows } from "#db/schema/production.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { listItemIds } from "#tests/support/browser/create-shipped-order.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { addMessage } from "#tests/support/inbox.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import { createOrder } from "#tests/support/orders.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { countAtelierWork } from "./atelier-work.server.ts";
import { listDueWork, sendDueWorkReminder } from "./due-work.server.ts";

const bench = adminSuite();

const paid = (at: string, changes: Parameters<typeof createOrder>[1] = {}) =>
  createOrder(bench.db, { status: "completed", createdAt: new Date(at), ...changes });

async function ship(orderId: string): Promise<void> {
  const [orderItemId = ""] = await listItemIds(bench.db, orderId);
  const id = newId();
  await bench.db
    .insert(shipments)
    .values({ id, orderId, carrier: "DHL", trackingNumber: "JD1", shippedAt: new Date() });
  await bench.db.insert(shipmentItems).values({ shipmentId: id, orderItemId, quantity: 1 });
}

async function receiveReturn(orderId: string, receivedAt: string): Promise<void> {
  await bench.db.insert(returnRequests).values({
    orderId,
    authorizationNumber: `RA-${newId().slice(-8)}`,
    reason: "changed_mind",
    status: "received",
    receivedAt: new Date(receivedAt),
  });
}

async function dueWork() {
  const listed = await listDueWork(bench.db, { actor: bench.actor, most: 9 });
  if (!listed.ok) throw new Error(listed.error);
  return listed.value;
}

const remind = (now: string) => {
  const jobs = { send: async () => {} };
  const clock = fixedClock(now);
  return sendDueWorkReminder({ db: bench.db, jobs, clock, publicUrl: "https://shop.example" });
};
const mails = () => bench.db.select().from(mailOutbox);

describe("what the shop promised its customers", () => {
  test("is listed with its day, due first, until it has left or is refunded", async () => {
    const made = await paid("2026-11-19T15:00:00Z", { madeToMeasure: true });
    const plain = await paid("2026-11-20T15:00:00Z");
    const left = await paid("2026-11-01T15:00:00Z");
    await ship(left);
    await receiveReturn(left, "2026-11-16T15:00:00Z");
    await createOrder(bench.db, { status: "pending" });
    expect(await dueWork()).toMatchObject([
      { kind: "ship", orderId: plain, dueDay: "2026-11-24" },
      { kind: "refund", orderId: left, dueDay: "2026-11-30" },
      { kind: "ship", orderId: made, dueDay: "2026-12-07" },
    ]);
  });

  test("is not for customers", async () => {
    expect(await listDueWork(bench.db, { actor: visitor, most: 9 })).toMatchObject({ ok: false });
  });
});

describe("the reminder of what is due", () => {
  // Specification 9.27, 9.29, 9.30
  test("names orders, returns and messages whose promise ends by tomorrow, once a day", async () => {
    const order = await paid("2026-11-20T15:00:00Z");
    await paid("2026-11-23T15:00:00Z", { customerEmail: "later@example.com" });
    await addMessage(bench.db, {
      fullName: "Asha Persaud",
      createdAt: new Date("2026-11-23T09:00:00Z"),
    });
    expect(await remind("2026-11-23T10:05:00Z")).toBe(0);
    expect(await remind("2026-11-23T11:05:00Z")).toBe(2);
    await remind("2026-11-23T12:05:00Z");
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "due-work", recipient: "atelier@demerara.example" });
    expect(mail?.textBody).toContain(order.slice(0, 8));
    expect(mail?.textBody).toContain("Ship within 1 day");
    expect(mail?.textBody).toContain("Asha Persaud");
    expect(mail?.textBody).not.toContain("later@example.com");
    await remind("2026-11-24T11:05:00Z");
    expect(await mails()).toHaveLength(2);
  });

  test("names what waits in the atelier, and cloth that runs out by its name", async () => {
    const { garments } = await createGarmentOrder(bench.db);
    const garmentId = garments[0]?.id ?? "";
    await addMaker(bench.db);
    await bench.db.update(garmentRows).set({ shipBy: "2026-11-23" });
    await addCloth(bench.db, 900, "Navy wool");
    await bench.db.update(cloths).set({ lowStockMm: 1_000 });
    await bench.db.insert(alterationRequests).values({
      garmentId,
      number: "A-1",
      remedy: "alteration",
      status: "requested",
      isFree: true,
      currency: "USD",
    });
    const actor = { actor: bench.actor, now: new Date("2026-11-23T16:05:00Z") };
    expect(await countAtelierWork(bench.db, actor)).toEqual({
      ok: true,
      value: { atRisk: 1, patterns: 0, alterations: 1, cloths: 1 },
    });
    expect(await remind("2026-11-23T16:05:00Z")).toBeGreaterThanOrEqual(3);
    const [mail] = await mails();
    expect(mail?.textBody).toContain("romised to leave by 23 November 2026");
    expect(mail?.textBody).toContain("1 alteration waits for the atelier");
    expect(mail?.textBody).toContain("Navy wool, 0.9 m left");
  });

  test("is not sent when nothing is due", async () => {
    await paid("2026-11-23T15:00:00Z");
    expect(await remind("2026-11-23T16:05:00Z")).toBe(0);
    expect(await mails()).toEqual([]);
  });
});
