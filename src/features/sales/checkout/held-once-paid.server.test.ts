import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { atelierHolds, makers, productionTimes } from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { addProduct, knownCustomer, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { guest } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { heldOncePaidMessage } from "./held-once-paid.ts";
import { quoteCart } from "./quote-cart.server.ts";

const bench = checkoutSuite();

let productId: string;

beforeEach(async () => {
  await bench.db.delete(atelierHolds);
  await bench.db.delete(makers);
  await bench.db.delete(productionTimes);
  await addMaker(bench.db, "Savi");
  await addMaker(bench.db, "Rosa");
  productId = await addProduct(bench.db, { dollars: 90, stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType: "shirt" }).where(eq(products.id, productId));
  await offerToMeasure(bench.db, productId);
});

const linesOf = (specification: string) => [
  {
    key: "shirt",
    productId,
    size: "Custom",
    specification,
    color: null,
    quantity: 1,
    shown: null,
  },
];

const shirtRequest = (specification: string, clientIp: string) => ({
  ...requestFor(productId, { customerEmail: `${randomUUID()}@example.com` }),
  lines: linesOf(specification),
  clientIp,
});

/** What the cart's page and the checkout read before anything is ordered. */
async function foreseen(actor: Actor = guest, needBy?: string) {
  const specification = await specify(bench, productId, {}, actor);
  if (needBy) {
    await bench.db
      .update(fitSpecifications)
      .set({ needBy })
      .where(eq(fitSpecifications.id, specification));
  }
  const quote = await quoteCart(bench, {
    actor,
    clientIp: "198.51.100.20",
    lines: linesOf(specification),
    shownTotal: null,
    now: bench.clock.now(),
  });
  return { specification, heldOncePaid: quote.heldOncePaid };
}

/** Strangers leave orders unpaid until one of them holds nothing. */
async function useUpShare(): Promise<void> {
  const specification = await specify(bench, productId);
  for (let stranger = 0; stranger < 60; stranger += 1) {
    const order = await placed(bench, shirtRequest(specification, `10.${stranger}.7.9`));
    const [hold] = await bench.db
      .select()
      .from(atelierHolds)
      .where(eq(atelierHolds.orderId, order.id));
    if (hold?.isHeld === false) return;
  }
  throw new Error("the share is not used up");
}

const noticeOf = async (sessionId: string) =>
  (await bench.testPage.controls.look(sessionId))?.request.notice;

async function readyUntilOf(orderId: string): Promise<string> {
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  return item?.readyUntil ?? "";
}

test("a stranger whose order would hold its day at once reads nothing of it, before and on the payment page", async () => {
  const { heldOncePaid, specification } = await foreseen();
  expect(heldOncePaid).toBeNull();
  const order = await placed(bench, shirtRequest(specification, "198.51.100.20"));
  expect(await noticeOf(order.sessionId)).toBeNull();
});

describe("once strangers have used up their share", () => {
  test("a stranger reads which day is held only after the payment, before the payment begins and on its page", async () => {
    await useUpShare();
    const { heldOncePaid, specification } = await foreseen();
    const order = await placed(bench, shirtRequest(specification, "198.51.100.20"));
    const day = await readyUntilOf(order.id);
    expect(heldOncePaid).toEqual({ day, isChosen: false });
    expect(await noticeOf(order.sessionId)).toBe(heldOncePaidMessage({ day, isChosen: false }));
  });

  test("a stranger who chose a day reads that it is held after the payment", async () => {
    await useUpShare();
    const { heldOncePaid } = await foreseen(guest, "2027-03-19");
    expect(heldOncePaid).toEqual({ day: "2027-03-19", isChosen: true });
  });

  test("a customer with a confirmed email reads nothing, because the day is held at once", async () => {
    await useUpShare();
    const customer = await knownCustomer(bench.db);
    const { heldOncePaid, specification } = await foreseen(customer.actor);
    expect(heldOncePaid).toBeNull();
    const request = { ...shirtRequest(specification, "198.51.100.20"), ...customer };
    const order = await placed(bench, request);
    expect(await noticeOf(order.sessionId)).toBeNull();
  });
});
