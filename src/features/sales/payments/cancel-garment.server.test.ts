import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cloths } from "#db/schema/atelier.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { POLICY_VERSION, refundSharesOf } from "#features/garments/contract/policy.ts";
import { createRemadeGarment } from "#features/garments/garment/stored-garments.server.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import { lineTotal } from "#features/orders/order/order.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { outbox, reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { testAuth } from "#tests/support/identity.ts";
import { addCloth } from "#tests/support/made-to-measure.ts";
import {
  commandOn,
  deliverGarment,
  garmentsOf,
  orderCoats,
  staffMember,
  walk,
} from "#tests/support/production.ts";
import {
  cancelGuestGarment,
  cancelOwnGarment,
  listCancellations,
} from "./cancel-garment.server.ts";
import { settlePayment } from "./settle-session.server.ts";

const bench = checkoutSuite();
const deps = () => ({ ...bench, auth: testAuth(bench.db) });
const shares = refundSharesOf(POLICY_VERSION);

async function paidCoats(input: Parameters<typeof orderCoats>[1] = {}) {
  const order = await orderCoats(bench, input);
  await settlePayment(bench, order.event);
  const read = async () => {
    const now = await findOrderById(bench.db, order.id);
    if (!now) throw new Error("no order");
    return now;
  };
  const [garment] = await garmentsOf(bench.db, order.itemId);
  const cancel = async (percent: number, garmentId = garment?.id ?? "") => {
    const { customerEmail } = await read();
    const proof = { number: order.id.slice(0, 8), email: customerEmail };
    return cancelGuestGarment(bench, { ...proof, garmentId, percent });
  };
  return {
    ...order,
    cancel,
    garmentId: garment?.id ?? "",
    read,
    tailor: await staffMember(bench.db, true),
  };
}

const stagesOf = async (itemId: string) =>
  (await garmentsOf(bench.db, itemId)).map(({ stage }) => stage);

const refundedMinor = async (orderId: string) =>
  (await bench.db.select().from(refunds).where(eq(refunds.orderId, orderId))).map(
    ({ amountMinor, status }) => [amountMinor, status],
  );

describe("a customer who cancels a garment", () => {
  test("gets everything back before it is approved to cut, with the shipping of an order that has nothing else", async () => {
    const coat = await paidCoats();
    await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready"]);
    const { totals } = await coat.read();
    expect(await coat.cancel(100)).toEqual({ ok: true, value: null });
    expect(await refundedMinor(coat.id)).toEqual([[totals.total.minorUnits, "succeeded"]]);
    expect(await reread(bench.db, coat.id)).toMatchObject({ status: "refunded" });
    expect(await stagesOf(coat.itemId)).toEqual(["cancelled"]);
  });

  test.each([
    ["approved", ["checked", "pattern_ready", "approved"], shares.approved],
    ["cut", ["checked", "pattern_ready", "approved", "cut"], shares.cut],
    ["sewn", ["checked", "pattern_ready", "approved", "cut", "sewn"], shares.sewn],
  ])(
    "gets the share of “%s” of its price afterwards, and the order stays for the rest",
    async (_, stages, percent) => {
      const coat = await paidCoats({ withReady: true });
      await walk(deps(), coat.tailor, coat.garmentId, stages);
      const order = await coat.read();
      const line = order.lines.find(({ id }) => id === coat.itemId);
      if (!line) throw new Error("no line");
      const [offer] = await listCancellations(bench.db, order);
      const expected = Math.floor((lineTotal(line).minorUnits * percent) / 100);
      expect(offer).toMatchObject({ percent, amount: { minorUnits: expected } });
      expect((await coat.cancel(percent)).ok).toBe(true);
      expect(await refundedMinor(coat.id)).toEqual([[expected, "succeeded"]]);
      expect(await stagesOf(coat.itemId)).toEqual(["cancelled"]);
      expect(await reread(bench.db, coat.id)).toMatchObject({ status: "completed" });
    },
  );

  test("is asked again when the tailor approved it meanwhile, and nothing changes", async () => {
    const coat = await paidCoats();
    await walk(deps(), coat.tailor, coat.garmentId, ["checked", "pattern_ready", "approved"]);
    expect(await coat.cancel(100)).toEqual({ ok: false, error: "changed" });
    expect(await refundedMinor(coat.id)).toEqual([]);
    expect(await stagesOf(coat.itemId)).toEqual(["approved"]);
  });

  test("is refunded once, however often the button is pressed", async () => {
    const coat = await paidCoats({ quantity: 2 });
    const [, second] = await garmentsOf(bench.db, coat.itemId);
    const press = () => coat.cancel(100, second?.id);
    const pressed = await Promise.all([press(), press(), press()]);
    expect(pressed.every(({ ok }) => ok)).toBe(true);
    expect(await refundedMinor(coat.id)).toHaveLength(1);
    expect(await stagesOf(coat.itemId)).toEqual(["received", "cancelled"]);
  });

  test("cannot cancel a finished or shipped garment, another order's, or one that was made again at no charge", async () => {
    const coat = await paidCoats();
    const stages = ["checked", "pattern_ready", "approved", "cut", "sewn", "finished"];
    await walk(deps(), coat.tailor, coat.garmentId, stages);
    expect(await listCancellations(bench.db, await coat.read())).toEqual([]);
    expect(await coat.cancel(0)).toEqual({ ok: false, error: "changed" });
    const other = await paidCoats();
    expect(await other.cancel(100, coat.garmentId)).toEqual({ ok: false, error: "not_found" });
    const wrong = { garmentId: other.garmentId, percent: 100, number: other.id.slice(0, 8) };
    expect(await cancelGuestGarment(bench, { ...wrong, email: "wrong@example.com" })).toEqual({
      ok: false,
      error: "not_found",
    });
    const own = { actor: visitor, orderId: other.id, garmentId: other.garmentId, percent: 100 };
    expect(await cancelOwnGarment(bench, own)).toEqual({ ok: false, error: "forbidden" });
    expect(await refundedMinor(other.id)).toEqual([]);
  });

  test("is offered nothing for a garment that is made again, and keeps the one that it replaces", async () => {
    const coat = await paidCoats({ quantity: 2 });
    const stages = ["checked", "pattern_ready", "approved", "cut", "sewn", "finished"];
    const [first, second] = await garmentsOf(bench.db, coat.itemId);
    if (!first || !second) throw new Error("Two garments are missing");
    await walk(deps(), coat.tailor, first.id, stages);
    const at = bench.clock.now();
    await deliverGarment(bench.db, {
      orderId: coat.id,
      orderItemId: coat.itemId,
      garmentId: first.id,
      at,
    });
    const remadeId = await bench.db.transaction((tx) =>
      createRemadeGarment(tx, { remakeOf: first, at, staff: coat.tailor }),
    );
    // The least advanced of the line, and the last one, is the garment that is made again.
    const offers = await listCancellations(bench.db, await coat.read());
    expect(offers).toMatchObject([{ garmentId: second.id, percent: 100 }]);
    expect(await coat.cancel(100, remadeId)).toEqual({ ok: false, error: "changed" });
    expect(await refundedMinor(coat.id)).toEqual([]);
    expect((await coat.cancel(100, second.id)).ok).toBe(true);
    expect(await stagesOf(coat.itemId)).toEqual(["shipped", "cancelled", "received"]);
    expect(await listCancellations(bench.db, await coat.read())).toEqual([]);
    expect(await coat.cancel(100, remadeId)).toEqual({ ok: false, error: "changed" });
    expect(await refundedMinor(coat.id)).toHaveLength(1);
  });

  test("frees the cloth that was committed, and stops the tailor", async () => {
    const clothId = await addCloth(bench.db, 20_000);
    const coat = await paidCoats({ clothId });
    const committed = async () => {
      const [cloth] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
      return [cloth?.lengthMm, cloth?.committedMm];
    };
    expect(await committed()).toEqual([20_000, 3_000]);
    await coat.cancel(100);
    expect(await committed()).toEqual([20_000, 0]);
    const command = await commandOn(bench.db, coat.garmentId, { kind: "move", to: "checked" });
    expect(await changeGarment(deps(), { actor: coat.tailor, command })).toMatchObject({
      error: { code: "not_possible", from: "cancelled" },
    });
  });

  test("frees one share of the cloth of a line of three, and the others are cut as before", async () => {
    const clothId = await addCloth(bench.db, 20_000);
    const coats = await paidCoats({ clothId, quantity: 3 });
    const [first, , third] = await garmentsOf(bench.db, coats.itemId);
    const lengths = async () => {
      const [cloth] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
      return [cloth?.lengthMm, cloth?.committedMm];
    };
    expect(await lengths()).toEqual([20_000, 9_000]);
    await coats.cancel(100, third?.id);
    expect(await lengths()).toEqual([20_000, 6_000]);
    const stages = ["checked", "pattern_ready", "approved", "cut"];
    await walk(deps(), coats.tailor, first?.id ?? "", stages);
    expect(await lengths()).toEqual([17_000, 3_000]);
    const [, second] = await garmentsOf(bench.db, coats.itemId);
    await coats.cancel(100, second?.id);
    expect(await lengths()).toEqual([17_000, 0]);
    expect(await stagesOf(coats.itemId)).toEqual(["cut", "cancelled", "cancelled"]);
  });

  test("makes the shop hear of it by email, without a measurement", async () => {
    const coat = await paidCoats();
    await coat.cancel(100);
    const notice = (await outbox(bench.db)).find(({ kind }) => kind === "garment-cancelled");
    expect(notice?.textBody).toContain("Please stop the work on it. 100\u00A0% of its price");
    expect(notice?.textBody).toContain(`/admin/atelier/production/${coat.garmentId}`);
  });
});
