import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { cloths } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { atelierHolds, makers } from "#db/schema/production.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { countUnheldOrders } from "#features/garments/scheduling/atelier-queries.server.ts";
import { endStrangersHolds } from "#features/sales/payments/end-holds.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import {
  addProduct,
  georgetown,
  knownCustomer,
  outbox,
  placed,
  requestFor,
  reread,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { guest } from "#tests/support/guest.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { orderByTransfer } from "./bank-transfer.server.ts";
import { confirmOrderEmail, findOrderConfirmation } from "./confirm-order-email.server.ts";
import { retrieveOrder } from "./retrieve-order.server.ts";

const bench = checkoutSuite();

const HOUR_MS = 3_600_000;

const shop = () => {
  const payments = {
    current: async () => bench.testPage,
    of: async (name: string) => (name === "manual" ? bench.manual : bench.testPage),
    known: async () => [],
  } as unknown as Payments;
  return { ...bench, payments } as typeof bench;
};

beforeEach(async () => {
  await bench.db.delete(makers);
  await bench.db.delete(siteSettings);
  await addMaker(bench.db, "Savi");
  await bench.db.insert(siteSettings).values({
    settingName: "bankTransfer",
    settingValue: { enabled: true, instructions: "Account 000-123", holdDays: 5 },
    version: 1,
  });
});

/** A shirt of two metres of its own roll. */
async function addShirt(rollMm = 40_000) {
  const productId = await addProduct(bench.db, { stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType: "shirt" }).where(eq(products.id, productId));
  const clothId = await addCloth(bench.db, rollMm);
  const terms = { clothLengthMm: 2_000, silk: { clothId } };
  return { productId, clothId, ...(await offerToMeasure(bench.db, productId, terms)) };
}

type Shirt = Awaited<ReturnType<typeof addShirt>>;

/** Ordered by bank transfer; returns the token in the email, or null. */
async function transferred(
  { choices, productId }: Shirt,
  changes: Partial<Awaited<ReturnType<typeof knownCustomer>>> = {},
) {
  const specification = await specify(bench, productId, choices, changes.actor);
  const request = requestFor(productId, { size: "Custom", method: "manual" });
  const lines = request.lines.map((line) => ({ ...line, specification }));
  const order = await placed(shop(), { ...request, lines, ...changes });
  const values = { ...georgetown, optionId: "standard", buyerTaxNumber: "" };
  await orderByTransfer(shop(), { sessionId: order.sessionId, values });
  const mails = await outbox(bench.db);
  const mail = mails.find(({ dedupeKey }) => dedupeKey === `bank-transfer:${order.id}`);
  const token = /checkout\/confirm-email\/([0-9a-f]+)/.exec(mail?.textBody ?? "")?.[1] ?? null;
  return { ...order, token, text: mail?.textBody ?? "" };
}

async function committedMm({ clothId }: Shirt) {
  const [row] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
  return row?.committedMm;
}

const holdOf = async (orderId: string) =>
  (await bench.db.select().from(atelierHolds).where(eq(atelierHolds.orderId, orderId)))[0];

/** What the page of the order says of what is kept for it. */
async function reservationOf(sessionId: string) {
  const view = await retrieveOrder(shop(), { sessionId, actor: guest });
  return view?.transfer?.reservation;
}

describe("a stranger's bank transfer", () => {
  test("keeps cloth for six hours, and its order for the owner's days", async () => {
    const shirt = await addShirt();
    const order = await transferred(shirt);
    expect(await committedMm(shirt)).toBe(2_000);
    bench.clock.advance(6 * HOUR_MS - 1_000);
    expect(await endStrangersHolds(bench)).toBe(0);
    bench.clock.advance(1_000);
    expect(await endStrangersHolds(bench)).toBe(1);
    expect(await endStrangersHolds(bench)).toBe(0);
    expect(await committedMm(shirt)).toBe(0);
    expect((await reread(bench.db, order.id)).status).toBe("pending");
    expect(await countUnheldOrders(bench.db, bench.clock.now())).toEqual({
      inAll: 0,
      shareUsed: 0,
    });
  });

  test("keeps time and cloth as long as the order once the email is confirmed, also after the six hours", async () => {
    const shirt = await addShirt();
    const order = await transferred(shirt);
    expect(order.text).toContain("once you confirm this address");
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    const token = order.token ?? "";
    expect(await reservationOf(order.sessionId)).toBe("once_confirmed");
    expect(await findOrderConfirmation(bench, { token })).toMatchObject({ isConfirmed: false });
    expect((await confirmOrderEmail(bench, { token })).ok).toBe(true);
    expect((await confirmOrderEmail(bench, { token })).ok).toBe(true);
    expect(await findOrderConfirmation(bench, { token })).toMatchObject({ isConfirmed: true });
    expect(await reservationOf(order.sessionId)).toBe("all");
    expect(await committedMm(shirt)).toBe(2_000);
    bench.clock.advance(48 * HOUR_MS);
    expect(await endStrangersHolds(bench)).toBe(0);
    expect(await holdOf(order.id)).toMatchObject({ isHeld: true, heldUntil: null });
  });

  test("is told when the cloth is used up meanwhile, and its link is over with the order", async () => {
    const shirt = await addShirt(16_000);
    const order = await transferred(shirt);
    const token = order.token ?? "";
    bench.clock.advance(7 * HOUR_MS);
    await endStrangersHolds(bench);
    const rest = requestFor(shirt.productId, { size: "Custom", quantity: 5 });
    for (const quantity of [4, 4]) {
      const customer = await knownCustomer(bench.db);
      const { choices, productId } = shirt;
      const specification = await specify(bench, productId, choices, customer.actor);
      const lines = rest.lines.map((line) => ({ ...line, specification, quantity }));
      await placed(bench, { ...rest, idempotencyKey: crypto.randomUUID(), lines, ...customer });
    }
    expect(await confirmOrderEmail(bench, { token })).toEqual({ ok: false, error: "cloth_gone" });
    expect(await committedMm(shirt)).toBe(16_000);
    const unknown = { token: "0".repeat(48) };
    expect(await confirmOrderEmail(bench, unknown)).toEqual({ ok: false, error: "dead_link" });
    expect(await findOrderConfirmation(bench, unknown)).toBeNull();
  });

  test("of one mailbox keeps at most six garments, however many orders it confirms", async () => {
    const shirt = await addShirt(200_000);
    const confirmed: boolean[] = [];
    for (let n = 0; n < 7; n += 1) {
      const customerEmail = `asha+${n}@example.com`;
      const { token } = await transferred(shirt, { customerEmail });
      confirmed.push((await confirmOrderEmail(bench, { token: token ?? "" })).ok);
    }
    expect(confirmed).toEqual([true, true, true, true, true, true, false]);
  });

  test("of one mailbox keeps at most six garments, also when all links are pressed at the same moment", async () => {
    const shirt = await addShirt(200_000);
    const orders: Awaited<ReturnType<typeof transferred>>[] = [];
    for (let n = 0; n < 12; n += 1) {
      orders.push(await transferred(shirt, { customerEmail: `rosa+${n}@example.com` }));
    }
    const presses = await Promise.all(
      orders.map(({ token }) => confirmOrderEmail(bench, { token: token ?? "" })),
    );
    expect(presses.filter(({ ok }) => ok).length).toBeLessThanOrEqual(6);
    expect(presses.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    const holds = await Promise.all(orders.map(({ id }) => holdOf(id)));
    const held = holds.filter((hold) => hold?.isHeld && !hold.isStranger);
    expect(held).toHaveLength(presses.filter(({ ok }) => ok).length);
  });
});

test("a known customer's bank transfer keeps all, and needs no confirmation", async () => {
  const shirt = await addShirt();
  const order = await transferred(shirt, await knownCustomer(bench.db));
  expect(order.token).toBeNull();
  expect(order.text).toContain("until then your pieces are kept for you");
  bench.clock.advance(48 * HOUR_MS);
  expect(await endStrangersHolds(bench)).toBe(0);
  expect(await committedMm(shirt)).toBe(2_000);
});

test("a known customer's bank transfer beyond what one account keeps says that its garments wait for the money", async () => {
  const shirt = await addShirt(200_000);
  const customer = await knownCustomer(bench.db);
  const texts: string[] = [];
  for (let n = 0; n < 7; n += 1) texts.push((await transferred(shirt, customer)).text);
  expect(texts[5]).toContain("until then your pieces are kept for you");
  expect(texts[6]).toContain("are yours when the money arrives");
  expect(texts[6]).not.toContain("confirm this address");
});
