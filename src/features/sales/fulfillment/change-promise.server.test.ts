import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { customerStepMessage } from "#features/orders/order/order-events.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { finishGarments, garmentEventsOf, garmentsOf } from "#tests/support/production.ts";
import { changePromise } from "./change-promise.server.ts";

const suite = adminOrderSuite();
const REASON = "The cloth comes a week later";

beforeEach(async () => {
  const { db } = suite.bench;
  suite.bench.clock.set("2026-11-20T14:00:00Z");
  const { gown, id } = suite.order;
  const ready = { from: "2026-12-01", until: "2026-12-04" };
  await db
    .update(orderItems)
    .set({ readyFrom: ready.from, readyUntil: ready.until })
    .where(eq(orderItems.id, gown));
  await db
    .update(orders)
    .set({ shippingMethod: "Standard", arrivesFrom: "2026-12-08", arrivesUntil: "2026-12-15" })
    .where(eq(orders.id, id));
  const lines = [{ id: gown, quantity: 1, madeToMeasure: true, promise: { ready } }];
  await db.transaction((tx) => createGarments(tx, { lines, at: new Date("2026-11-10") }));
});

async function version(): Promise<string> {
  const [row] = await suite.bench.db
    .select({ updatedAt: orders.updatedAt })
    .from(orders)
    .where(eq(orders.id, suite.order.id));
  return row?.updatedAt.toISOString() ?? "";
}

async function change(day: string, changes: { reason?: string; actor?: Actor } = {}) {
  const { actor = suite.people.owner, reason = REASON } = changes;
  const input = { orderId: suite.order.id, version: await version(), day, reason };
  return changePromise(suite.deps, { ...input, actor });
}

const promised = async () => (await garmentsOf(suite.bench.db, suite.order.gown))[0];

describe("another promised day", () => {
  test("is on the garment, on the order's page, in the timeline and in an email, with the reason", async () => {
    expect(await change("2026-12-11")).toEqual({ ok: true, value: null });
    const garment = await promised();
    expect(garment).toMatchObject({ shipBy: "2026-12-11", version: 2 });
    const found = await findMyOrder(suite.bench.db, {
      actor: suite.people.asha,
      orderId: suite.order.id,
      now: suite.bench.clock.now(),
    });
    if (!found.ok) throw new Error(found.error);
    const { order, steps } = found.value;
    expect(order.arrives).toEqual({ from: "2026-12-08", until: "2026-12-22" });
    const step = steps.find(({ type }) => type === "promise_changed");
    expect(step && customerStepMessage(step)).toMatchObject({
      title: "A new day for your order",
      explanation: `It now arrives 8 to 22 December 2026. ${REASON}`,
    });
    const [mail, ...others] = await suite.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "promise-changed", recipient: "asha@example.com" });
    expect(mail?.textBody).toContain("now arrives 8 to 22 December 2026. Before, we had promised");
    expect(mail?.textBody).toContain(REASON);
    expect(mail?.unsubscribeUrl).toBeNull();
    const events = await garmentEventsOf(suite.bench.db, garment?.id ?? "");
    expect(events.at(-1)).toMatchObject({
      kind: "note",
      note: `It is promised to leave by 11 December 2026 now: ${REASON}`,
      staffName: "Rosa",
    });
  });

  test("may be earlier, too", async () => {
    await change("2026-11-27");
    expect(await promised()).toMatchObject({ shipBy: "2026-11-27" });
    const [line] = await suite.bench.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, suite.order.gown));
    expect(line).toMatchObject({ readyFrom: "2026-11-27", readyUntil: "2026-11-27" });
  });

  test.each([
    ["2026-11-19", "no_such_day"],
    ["2028-01-10", "no_such_day"],
    ["soon", "no_such_day"],
    ["2026-12-12", "closed_day"],
    ["2026-12-25", "closed_day"],
    ["2026-12-04", "same_day"],
  ])("%s is refused as %s, and nobody is told", async (day, error) => {
    expect(await change(day)).toEqual({ ok: false, error });
    expect(await promised()).toMatchObject({ shipBy: "2026-12-04", version: 1 });
    expect(await suite.mails()).toEqual([]);
  });

  test("needs a reason, an admin, an order as it was shown, and a garment in work", async () => {
    expect(await change("2026-12-11", { reason: " " })).toEqual({ ok: false, error: "no_reason" });
    for (const actor of suite.strangers) {
      expect(await change("2026-12-11", { actor })).toEqual({ ok: false, error: "forbidden" });
    }
    const stale = { orderId: suite.order.id, version: "2026-01-01T00:00:00.000Z" };
    const { owner } = suite.people;
    expect(
      await changePromise(suite.deps, {
        ...stale,
        actor: owner,
        day: "2026-12-11",
        reason: REASON,
      }),
    ).toEqual({ ok: false, error: "conflict" });
    await suite.bench.db.update(garments).set({ stage: "shipped" });
    expect(await change("2026-12-11")).toEqual({ ok: false, error: "nothing_open" });
    await finishGarments(suite.bench.db, suite.order.gown);
    expect(await change("2026-12-11")).toMatchObject({ ok: true });
  });
});
