import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { addBusinessDays, addDays } from "#core/business-days.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { atelierHolds, garments, makers, productionTimes } from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { visitorEntries } from "#db/schema/visitor-entries.server.ts";
import {
  agreeNeedBy,
  findNeedBy,
  findReadyPage,
} from "#features/garments/scheduling/need-by.server.ts";
import { expireOnRequest } from "#features/sales/payments/expire-checkout.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import {
  addProduct,
  knownCustomer,
  outbox,
  payUnheard,
  placed,
  requestFor,
  reread,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { guest } from "#tests/support/guest.ts";
import { addCloth, offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

const HOME = { country: "GY", city: "" };

beforeEach(async () => {
  await bench.db.delete(atelierHolds);
  await bench.db.delete(makers);
  await bench.db.delete(productionTimes);
  await bench.db.delete(visitorEntries);
  await addMaker(bench.db, "Savi");
  await addMaker(bench.db, "Rosa");
});

type Suit = { productId: string; clothId: string; choices: Record<string, string> };

/** A suit made to measure from a roll of its own. */
async function addSuit(rollMm = 1_000_000, clothLengthMm = 3_500): Promise<Suit> {
  const productId = await addProduct(bench.db, { dollars: 900, stock: { Custom: null } });
  await bench.db.update(products).set({ garmentType: "suit" }).where(eq(products.id, productId));
  const clothId = await addCloth(bench.db, rollMm);
  const { choices } = await offerToMeasure(bench.db, productId, {
    clothLengthMm,
    silk: { clothId },
  });
  return { productId, clothId, choices };
}

type Sender = { clientIp: string; customerEmail?: string; deviceId?: string };

function suitRequest(suit: Suit, specification: string, quantity: number, sender: Sender) {
  const email = `${randomUUID()}@example.com`;
  const { productId } = suit;
  return {
    ...requestFor(productId, { customerEmail: email }),
    lines: [
      { key: "suit", productId, size: "Custom", specification, color: null, quantity, shown: null },
    ],
    ...sender,
  };
}

/** 60 strangers, each with their own address, email and browser. Every third orders ten. Returns how many orders were accepted. */
async function attack(suit: Suit, addressOf: (stranger: number) => string): Promise<number> {
  const specification = await specify(bench, suit.productId, suit.choices);
  let accepted = 0;
  for (let stranger = 0; stranger < 60; stranger += 1) {
    const sender = {
      clientIp: addressOf(stranger),
      deviceId: stranger.toString(16).padStart(32, "0"),
    };
    const quantity = stranger % 3 === 2 ? 10 : 1;
    const result = await placeOrder(bench, suitRequest(suit, specification, quantity, sender));
    if (result.ok) accepted += 1;
  }
  return accepted;
}

const HELD_BY_STRANGERS = and(atelierHolds.isHeld, atelierHolds.isStranger);

const NETWORKS = [
  ["of one block of addresses", (stranger: number) => `203.0.113.${stranger + 1}`],
  ["of sixty networks", (stranger: number) => `10.${stranger}.7.9`],
] as const;

async function readyUntilOf(orderId: string): Promise<string> {
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  return item?.readyUntil ?? "9999";
}

const honest = (suit: Suit, specification: string) =>
  suitRequest(suit, specification, 1, { clientIp: "198.51.100.20" });

/** Paid orders of known customers that fill the makers' next weeks. */
async function fillWithConfirmed(suit: Suit, orders: number): Promise<void> {
  for (let n = 0; n < orders; n += 1) {
    const customer = await knownCustomer(bench.db);
    const specification = await specify(bench, suit.productId, suit.choices, customer.actor);
    const request = suitRequest(suit, specification, 5, { clientIp: "192.0.2.1" });
    await placed(bench, { ...request, ...customer });
  }
}

describe.each(NETWORKS)("60 strangers with unpaid orders, %s", (_, addressOf) => {
  test.each([
    { garment: "suit", confirmed: 2 },
    { garment: "shirt", confirmed: 4 },
  ])(
    "do not move the day of an honest $garment by more than three days, and leave cloth for it",
    async ({ confirmed, garment }) => {
      const rollMm = 140_000;
      const suit = await addSuit(rollMm);
      const { clothId, productId } = suit;
      await bench.db
        .update(products)
        .set({ garmentType: garment })
        .where(eq(products.id, productId));
      await fillWithConfirmed(suit, confirmed);
      const read = () => findReadyPage(bench, { ...suit, destination: HOME, needBy: null });
      const before = (await read())?.ready?.until ?? "";
      const [full] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
      expect(await attack(suit, addressOf)).toBe(60);
      const [left] = await bench.db.select().from(cloths).where(eq(cloths.id, clothId));
      const heldMm = (left?.committedMm ?? rollMm) - (full?.committedMm ?? 0);
      const freeMm = rollMm - (full?.committedMm ?? 0);
      expect(heldMm).toBeLessThanOrEqual(freeMm / 8);
      const held = await bench.db.select().from(atelierHolds).where(HELD_BY_STRANGERS);
      const specification = await specify(bench, productId, suit.choices);
      const order = await placed(bench, honest(suit, specification));
      const after = await readyUntilOf(order.id);
      console.info(
        `${garment}: ready ${before} without them, ${after} beside them; ${held.length} of 60 hold`,
      );
      expect(after <= addDays(before, 3)).toBe(true);
      expect(String((await read())?.ready?.until) <= addDays(before, 3)).toBe(true);
    },
  );
});

describe("rush and chosen days", () => {
  const FRIDAYS = ["2026-12-11", "2026-12-18", "2026-12-24"] as const;

  async function outcomesFor(suit: Suit): Promise<string[]> {
    const specification = await specify(bench, suit.productId, suit.choices);
    const requested = {
      actor: guest,
      lines: [{ specification, quantity: 1 }],
      destination: HOME,
    };
    return Promise.all(
      FRIDAYS.map(async (needBy) => {
        const found = await findNeedBy(bench, { ...requested, needBy });
        return found.ok ? (found.value.outcome?.kind ?? "") : "";
      }),
    );
  }

  test("stay free for honest orders beside 60 strangers who agree on each of them", async () => {
    await bench.db
      .insert(productionTimes)
      .values({ garment: "suit", stage: "sewn", minutes: 8_000 });
    const suit = await addSuit();
    const before = await outcomesFor(suit);
    for (let stranger = 0; stranger < 60; stranger += 1) {
      const specification = await specify(bench, suit.productId, suit.choices);
      const needBy = FRIDAYS[stranger % 3] ?? FRIDAYS[0];
      await bench.db
        .update(fitSpecifications)
        .set({ needBy, rush: stranger % 2 === 0 })
        .where(eq(fitSpecifications.id, specification));
      const sender = { clientIp: `203.0.113.${stranger + 1}` };
      await placeOrder(bench, suitRequest(suit, specification, 1, sender));
    }
    expect(await outcomesFor(suit)).toEqual(before);
    expect(before).toContain("rush");
    const specification = await specify(bench, suit.productId, suit.choices);
    const needBy = FRIDAYS[before.indexOf("rush")] ?? "";
    const agreed = await agreeNeedBy(bench, {
      actor: guest,
      lines: [{ specification, quantity: 1 }],
      destination: HOME,
      needBy,
      acceptsRush: true,
    });
    expect(agreed.ok).toBe(true);
    await placed(bench, honest(suit, specification));
  });
});

test("an unpaid order of an earlier version, which has no hold of its own, keeps its days", async () => {
  await bench.db.insert(productionTimes).values({ garment: "suit", stage: "sewn", minutes: 8_000 });
  await bench.db.delete(makers).where(eq(makers.name, "Rosa"));
  const suit = await addSuit();
  const specification = await specify(bench, suit.productId, suit.choices);
  const read = () => findReadyPage(bench, { ...suit, destination: HOME, needBy: null });
  const before = await read();
  await placed(bench, honest(suit, specification));
  expect((await read())?.ready).toEqual(before?.ready);
  await bench.db.delete(atelierHolds);
  expect(String((await read())?.ready?.until) > String(before?.ready?.until)).toBe(true);
});

describe("a stranger's order that holds nothing", () => {
  async function pay(sessionId: string): Promise<void> {
    await payUnheard(bench, sessionId);
    const session = await bench.payments.readSession(sessionId);
    if (session) await settleSession(bench, "test", session);
  }

  const holds = () => bench.db.select().from(atelierHolds);

  test("gets its day, its cloth and its garment when it is paid, and its holders are forgotten", async () => {
    const suit = await addSuit(7_000);
    const specification = await specify(bench, suit.productId, suit.choices);
    const order = await placed(bench, honest(suit, specification));
    expect(await holds()).toMatchObject([{ isHeld: false, unheldBecause: "too_large" }]);
    const promised = await readyUntilOf(order.id);
    await pay(order.sessionId);
    expect(await readyUntilOf(order.id)).toBe(promised);
    expect(await bench.db.select({ shipBy: garments.shipBy }).from(garments)).toEqual([
      { shipBy: promised },
    ]);
    const [roll] = await bench.db.select().from(cloths).where(eq(cloths.id, suit.clothId));
    expect(roll?.committedMm).toBe(3_500);
    expect(await holds()).toEqual([]);
  });

  test("is promised the next day when others paid for its day first: order, garment and confirmation say so", async () => {
    await bench.db
      .insert(productionTimes)
      .values({ garment: "suit", stage: "sewn", minutes: 8_000 });
    const suit = await addSuit();
    const specification = await specify(bench, suit.productId, suit.choices);
    const first = await placed(bench, honest(suit, specification));
    const second = await placed(bench, honest(suit, specification));
    const third = await placed(bench, honest(suit, specification));
    const promised = await readyUntilOf(third.id);
    // Two makers can make two of them by that day.
    for (const { sessionId } of [first, second, third]) await pay(sessionId);
    const days = await Promise.all([first, second].map(({ id }) => readyUntilOf(id)));
    expect(days).toEqual([promised, promised]);
    const moved = await readyUntilOf(third.id);
    expect(moved > promised).toBe(true);
    expect((await reread(bench.db, third.id)).arrivesUntil).toBe(addBusinessDays(moved, 7));
    const mails = await outbox(bench.db);
    const confirmationOf = (id: string) =>
      mails.find(({ dedupeKey }) => dedupeKey === `order-confirmation:${id}`)?.textBody ?? "";
    const sentence = "it arrives later than the payment page said";
    expect(confirmationOf(third.id)).toContain(sentence);
    expect(confirmationOf(second.id)).not.toContain(sentence);
  });

  test("that nobody pays ends like any other, and leaves no trace of who it was", async () => {
    const suit = await addSuit();
    const specification = await specify(bench, suit.productId, suit.choices);
    const order = await placed(bench, honest(suit, specification));
    await expireOnRequest(bench, { orderId: order.id, as: "expired", because: "time_passed" });
    expect(await holds()).toEqual([]);
  });
});

describe("a visitor's orders of a day are counted", () => {
  const counted = () => bench.db.$count(visitorEntries, eq(visitorEntries.kind, "unpaid order"));

  test("once for an order, however often its press is repeated, also at the same moment", async () => {
    const suit = await addSuit();
    const specification = await specify(bench, suit.productId, suit.choices);
    const press = honest(suit, specification);
    const first = await placeOrder(bench, press);
    expect(first.ok).toBe(true);
    for (let repeated = 0; repeated < 3; repeated += 1) {
      expect(await placeOrder(bench, press)).toEqual(first);
    }
    expect(await counted()).toBe(1);
    const other = honest(suit, specification);
    const both = await Promise.all([placeOrder(bench, other), placeOrder(bench, other)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await counted()).toBe(2);
  });

  test("not for one that is refused, and two times for two orders of one network", async () => {
    const short = await addSuit(5_000);
    const refused = honest(short, await specify(bench, short.productId, short.choices));
    const customer = await knownCustomer(bench.db);
    const first = await specify(bench, short.productId, short.choices, customer.actor);
    await placed(bench, { ...honest(short, first), ...customer });
    expect((await placeOrder(bench, refused)).ok).toBe(false);
    const suit = await addSuit();
    const specification = await specify(bench, suit.productId, suit.choices);
    const changed = {
      ...honest(suit, specification),
      shownTotal: { minorUnits: 1, currency: "USD" as const },
    };
    expect((await placeOrder(bench, changed)).ok).toBe(false);
    expect(await counted()).toBe(0);
    for (const order of [1, 2]) {
      await placed(bench, honest(suit, specification));
      expect(await counted()).toBe(order);
    }
  });
});
