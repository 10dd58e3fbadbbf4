import { and, eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { addBusinessDays } from "#core/business-days.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments, makerAbsences, makers, productionTimes } from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { lockCapacity } from "#features/garments/scheduling/atelier-queries.server.ts";
import {
  agreeNeedBy,
  findNeedBy,
  findReadyPage,
} from "#features/garments/scheduling/need-by.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { expireOnRequest } from "#features/sales/payments/expire-checkout.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import {
  addProduct,
  georgetown,
  knownCustomer,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import { guest } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { addMaker } from "#tests/support/production.ts";
import { quoteCart } from "./quote-cart.server.ts";

const bench = checkoutSuite();

/** Of a garment without a type: 465 minutes without this. */
const LONG_SEWING = { garment: "other", stage: "sewn", minutes: 4_000 };
const HOME = { country: "GY", city: "" };

beforeEach(async () => {
  await bench.db.delete(makers);
  await bench.db.delete(productionTimes);
});

async function customLine(customer?: Awaited<ReturnType<typeof knownCustomer>>) {
  const productId = await addProduct(bench.db, { dollars: 500, stock: { Custom: null } });
  await offerToMeasure(bench.db, productId);
  const by = customer ?? (await knownCustomer(bench.db));
  const specification = await specify(bench, productId, {}, by.actor);
  return { productId, specification, customer: by };
}

type CustomLine = Awaited<ReturnType<typeof customLine>>;

const requestOf = ({ customer, productId, specification }: CustomLine) => ({
  ...requestFor(productId),
  ...customer,
  lines: [{ key: "custom", productId, size: "Custom", specification }].map((line) => ({
    ...line,
    color: null,
    quantity: 1,
    shown: null,
  })),
});

async function readyDaysOf(orderId: string) {
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  return item?.readyUntil ?? null;
}

const lineOf = (specification: string) => [{ specification, quantity: 1 }];

test("two shoppers who order at the same time are not promised the same hours of a maker", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const one = await customLine();
  const other = await customLine();
  const ordered = await Promise.all([
    placed(bench, requestOf(one)),
    placed(bench, requestOf(other)),
  ]);
  const days = await Promise.all(ordered.map(({ id }) => readyDaysOf(id)));
  // 4,225 minutes each at 480 a day, and three days to spare.
  expect(days.toSorted()).toEqual(["2026-12-08", "2026-12-21"]);
});

test("an order that was not paid gives its hours back", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const first = await placed(bench, requestOf(await customLine()));
  const ending = { as: "expired", because: "time_passed" } as const;
  await expireOnRequest(bench, { orderId: first.id, ...ending });
  const second = await placed(bench, requestOf(await customLine()));
  expect(await readyDaysOf(second.id)).toBe("2026-12-08");
});

test("a page says that more is ordered than usual only where the orders before it exceed the shop's weeks", async () => {
  await addMaker(bench.db);
  const times = bench.db.insert(productionTimes);
  await times.values({ ...LONG_SEWING, minutes: 2_800 });
  const line = await customLine();
  const read = () => findReadyPage(bench, { ...line, destination: HOME, needBy: null });
  const alone = await read();
  await placed(bench, requestOf(await customLine()));
  const second = await read();
  expect(String(second?.ready?.until) > String(alone?.ready?.until)).toBe(true);
  expect([alone?.isBusy, second?.isBusy]).toEqual([false, false]);
  await bench.db.update(productionTimes).set({ minutes: LONG_SEWING.minutes });
  for (const _ of [1, 2]) await placed(bench, requestOf(await customLine()));
  expect((await read())?.isBusy).toBe(true);
  // A garment that needs that long without any order is late for another reason.
  await bench.db.update(productionTimes).set({ minutes: 9_000 });
  expect((await read())?.isBusy).toBe(false);
});

test("the promise goes with the order: payment page, order and garments have the same day", async () => {
  const makerId = await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const days = { fromDay: "2026-11-23", untilDay: "2026-12-04" };
  await bench.db.insert(makerAbsences).values({ makerId, ...days });
  const line = await customLine();
  const page = await findReadyPage(bench, { ...line, destination: HOME, needBy: null });
  const order = await placed(bench, requestOf(line));
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  await settleSession(bench, "test", session);
  const readyUntil = await readyDaysOf(order.id);
  // Two weeks away move what would be 8 December.
  expect(readyUntil).toBe("2026-12-22");
  expect(page).toMatchObject({ isBusy: false, ready: { until: readyUntil } });
  const paid = await findOrderById(bench.db, order.id);
  expect(paid?.arrives?.until).toBe(addBusinessDays("2026-12-22", 7));
  expect(page?.usual[0]?.arrives).toEqual(paid?.arrives);
  expect(await bench.db.select({ shipBy: garments.shipBy }).from(garments)).toEqual([
    { shipBy: readyUntil },
  ]);
});

test("without makers the shop's own days are promised", async () => {
  const order = await placed(bench, requestOf(await customLine()));
  expect(await readyDaysOf(order.id)).toBe("2026-12-08");
});

test("a day that overtime meets is answered with its price; the order has it in its price, and ships only in time", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const line = await customLine();
  const requested = {
    actor: line.customer.actor,
    lines: lineOf(line.specification),
    destination: HOME,
  };
  const promiseFor = async (needBy: string) => {
    const found = await findNeedBy(bench, { ...requested, needBy });
    return found.ok ? found.value.outcome : null;
  };
  expect(await promiseFor("2026-12-21")).toMatchObject({ kind: "yes", method: "Standard" });
  expect(await promiseFor("2026-12-09")).toMatchObject({
    kind: "rush",
    method: "Express",
    price: { minorUnits: 4_000 },
  });
  expect(await promiseFor("2026-11-27")).toMatchObject({ kind: "no", arrives: "2026-12-09" });
  const day = { ...requested, needBy: "2026-12-09" };
  expect(await agreeNeedBy(bench, { ...day, acceptsRush: false })).toMatchObject({
    error: { code: "changed", outcome: { kind: "rush" } },
  });
  expect(await agreeNeedBy(bench, { ...day, acceptsRush: true })).toMatchObject({ ok: true });
  const order = await placed(bench, requestOf(line));
  expect(order.totalMinor).toBe(54_000);
  const choice = { address: georgetown, optionId: "express" };
  await bench.payments.controls.pay(order.sessionId, choice);
  const session = await bench.payments.readSession(order.sessionId);
  expect(session?.shipping).toMatchObject({ label: "Express" });
  expect((session?.shipping?.arrives?.until ?? "9999") <= "2026-12-09").toBe(true);
  const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(item).toMatchObject({
    needBy: "2026-12-09",
    rush: true,
    unitPriceMinor: 54_000,
    options: [{ group: "Needed by", choice: "9 December 2026, made with rush", priceMinor: 4_000 }],
  });
});

test("a day that others used up is refused at the order, with the price of rush, and the next press orders without it", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const line = await customLine();
  const requested = {
    actor: line.customer.actor,
    lines: lineOf(line.specification),
    destination: HOME,
  };
  const agreed = { ...requested, needBy: "2026-12-09", acceptsRush: true };
  expect((await agreeNeedBy(bench, agreed)).ok).toBe(true);
  await placed(bench, requestOf(await customLine()));
  const refusal = await refusedBecause(bench, requestOf(line));
  expect(refusal).toMatchObject({
    code: "changed",
    quote: {
      changes: [{ kind: "need_by_gone", key: "custom", day: "9 December 2026" }],
      total: { minorUnits: 50_000 },
    },
  });
  const needed = and(
    eq(fitSpecifications.id, line.specification),
    isNotNull(fitSpecifications.needBy),
  );
  expect(await bench.db.$count(fitSpecifications, needed)).toBe(0);
  expect(await bench.db.$count(orders, eq(orders.status, "pending"))).toBe(1);
  const order = await placed(bench, requestOf(line));
  expect(await readyDaysOf(order.id)).toBe("2026-12-21");
});

test("an erased specification is neither answered nor given a day", async () => {
  const productId = await addProduct(bench.db, { stock: { Custom: null } });
  await offerToMeasure(bench.db, productId);
  const specification = await specify(bench, productId);
  const lines = lineOf(specification);
  await bench.db
    .update(fitSpecifications)
    .set({ sealed: null })
    .where(eq(fitSpecifications.id, specification));
  const requested = { actor: guest, lines, destination: HOME };
  expect(await findNeedBy(bench, { ...requested, needBy: null })).toMatchObject({
    error: "not_found",
  });
  const agreed = { ...requested, needBy: "2026-12-24", acceptsRush: true };
  expect(await agreeNeedBy(bench, agreed)).toMatchObject({ error: { code: "not_found" } });
});

test("the cart says when its made-to-measure lines are ready, each after the one before", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const one = await customLine();
  const other = await customLine(one.customer);
  const lines = [...requestOf(one).lines, { ...requestOf(other).lines[0], key: "second" }];
  const quote = await quoteCart(bench, {
    actor: one.customer.actor,
    lines: lines as typeof lines & never,
    shownTotal: null,
    now: bench.clock.now(),
  });
  expect(quote.lines.map(({ ready }) => ready?.until)).toEqual(["2026-12-08", "2026-12-21"]);
});

test("of eight orders at the same time each gets hours of its own: the days that one after the other would get", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  const lines = await Promise.all(Array.from({ length: 8 }, customLine));
  const daysOf = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(readyDaysOf))).toSorted();
  const inTurn: string[] = [];
  for (const line of lines) inTurn.push((await placed(bench, requestOf(line))).id);
  const expected = await daysOf(inTurn);
  expect(new Set(expected).size).toBe(8);
  for (const orderId of inTurn) {
    await expireOnRequest(bench, { orderId, as: "expired", because: "time_passed" });
  }
  const together = await Promise.all(lines.map((line) => placed(bench, requestOf(line))));
  expect(await daysOf(together.map(({ id }) => id))).toEqual(expected);
});

test("an order of ready-made items does not wait for the capacity, and one made to measure has read the atelier before it waits", async () => {
  await addMaker(bench.db);
  await bench.db.insert(productionTimes).values(LONG_SEWING);
  await placed(bench, requestOf(await customLine()));
  const line = await customLine();
  const ready = requestFor(await addProduct(bench.db), { customerEmail: "other@example.com" });
  const waiting = await bench.db.transaction(async (tx) => {
    await lockCapacity(tx);
    await placed(bench, ready);
    const order = placed(bench, requestOf(line));
    await untilLocksAwaited(tx, { count: 1 });
    // What was read before is not read again.
    await tx.delete(makers);
    return { order };
  });
  const { id } = await waiting.order;
  // Without makers it would be 8 December.
  expect(await readyDaysOf(id)).toBe("2026-12-21");
});

test("an order that cannot be promised leaves nothing behind, also where it has ready-made items", async () => {
  await addMaker(bench.db, "Savi", { weekMinutes: [0, 0, 0, 0, 0, 0, 0] });
  const line = await customLine();
  const productId = await addProduct(bench.db, { stock: { M: 3 } });
  const request = requestOf(line);
  const lines = [...request.lines, ...requestFor(productId).lines];
  expect(await refusedBecause(bench, { ...request, lines })).toMatchObject({
    code: "unserved",
    message: expect.stringContaining("cannot promise a day"),
  });
  expect(await bench.db.$count(orders)).toBe(0);
  expect(await stockOf(bench.db, productId)).toEqual({ stock: 3, held: 0 });
});
