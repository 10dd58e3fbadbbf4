import { expect, test } from "vitest";
import { orderEvents } from "#db/schema/orders.server.ts";
import { paymentEvents } from "#db/schema/payments.server.ts";
import { customerSteps, eventMessage } from "#features/orders/order/order-events.ts";
import { openDonation } from "#features/sales/donations/open-donation.server.ts";
import { reread, stockOf } from "#tests/support/checkout.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { catchUpPayments } from "./payment-events.server.ts";

const { suite, now, shop, saveKeys, opened, deliverAll, timeline, ledger } = stripeSuite();

const FAILED = "payment_intent.payment_failed";

const read = async (orderId: string) =>
  (await timeline(orderId)).map(({ type, detail }) => eventMessage(type, detail).title);

function decline(sessionId: string, because?: string) {
  const [event] = now.double.payer
    .decline(sessionId, because)
    .filter(({ type }) => type === FAILED);
  if (!event) throw new Error("nothing told");
  return event;
}

test("a declined card is in the order's timeline in plain words, and the order still waits for payment", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const order = await opened();
  const poor = decline(order.sessionId, "insufficient_funds");
  expect(await deliverAll([poor])).toEqual(["noted"]);
  expect(await read(order.id)).toEqual([
    "Order placed",
    "A card was declined: there is not enough money on it",
  ]);
  expect(await reread(suite.db, order.id)).toMatchObject({ status: "pending" });
  expect(await stockOf(suite.db, order.productId)).toEqual({ stock: 3, held: 1 });
  expect(await deliverAll(now.double.payer.pay(order.sessionId))).toContain("completed");
  expect(await ledger(order.id)).toBe((await reread(suite.db, order.id)).totalMinor);
});

test("repeated, late and unordered messages give one entry per attempt in order of time, and do not change the order's result", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const order = await opened();
  const declined = [
    decline(order.sessionId, "expired_card"),
    decline(order.sessionId, "stolen_card"),
  ];
  const paid = now.double.payer.pay(order.sessionId);
  const refunded = now.double.payer.refundFromDashboard(order.sessionId);
  await deliverAll([...paid, ...refunded]);
  expect(await deliverAll([...declined.toReversed(), ...declined])).toEqual([
    "noted",
    "noted",
    "duplicate",
    "duplicate",
  ]);
  const titles = await read(order.id);
  expect(titles.slice(1, 3).toSorted()).toEqual([
    "A card was declined: it was reported stolen",
    "A card was declined: the card has expired",
  ]);
  expect([titles[0], ...titles.slice(3)]).toEqual(["Order placed", "Payment received", "Refunded"]);
  expect(await reread(suite.db, order.id)).toMatchObject({ status: "refunded" });
});

test("a lost message is recovered by asking the provider, once", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const order = await opened();
  const heard = decline(order.sessionId);
  decline(order.sessionId, "lost_card");
  await deliverAll([heard]);
  expect(await catchUpPayments(shop())).toBe(1);
  expect(await catchUpPayments(shop())).toBe(0);
  expect((await read(order.id)).slice(1)).toHaveLength(2);
});

test("no card data is stored, and the customer does not see the decline", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const order = await opened();
  await deliverAll([decline(order.sessionId)]);
  const steps = await timeline(order.id);
  const stored = JSON.stringify([
    await suite.db.select().from(orderEvents),
    await suite.db.select().from(paymentEvents),
  ]);
  expect(stored).toContain("generic_decline");
  // Ids and times have digits of their own.
  for (const part of ["0002", "visa", "2030", "Xt5EWLLDS7FJjR1c", "Rosa Persaud"]) {
    expect(stored).not.toMatch(new RegExp(`(?<![\\w.-])${part}(?![\\w-])`));
  }
  expect(customerSteps(steps).map(({ type }) => type)).toEqual(["placed"]);
});

test("a decline of a donation, of another account's payment or of another provider's order changes nothing", async () => {
  const ofTestPage = await opened();
  await saveKeys(STAND_IN_KEYS.good);
  const given = await openDonation(shop(), {
    amount: { minorUnits: 5_000, currency: "USD" },
    email: "donor@example.com",
  });
  if (!given.ok) throw new Error("no page");
  const order = await opened();
  const foreign = structuredClone(decline(order.sessionId));
  const about = (reference: string) => {
    const event = structuredClone(foreign);
    Object.assign(event.data.object, { metadata: reference ? { reference } : {} });
    return event;
  };
  const events = [decline(given.value.sessionId), about(""), about("no id"), about(ofTestPage.id)];
  expect(await deliverAll(events)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  for (const { id } of [ofTestPage, order]) expect(await read(id)).toEqual(["Order placed"]);
});
