import type { SQL } from "drizzle-orm";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination, reaches } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { reachOf } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { HoldDecision } from "#features/catalog/inventory/hold-limits.ts";
import type { ClothLengthChange } from "#features/garments/cloth/cloth-queries.server.ts";
import { ownedBy } from "#features/garments/specification/specification-owner.server.ts";
import type { LinePromise, Order } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { DueWork, HeldLine, HoldingCustomer } from "./atelier-hold.ts";
import { decideAtelierHold } from "./atelier-hold.ts";
import {
  findCapacityVersion,
  isStranger,
  listGarmentsOfSpecifications,
  listHeldLines,
  listLinesOfOrder,
  listPromisedSince,
  lockCapacity,
  readAtelier,
} from "./atelier-queries.server.ts";
import type { Agreement, AtelierState, LineToPromise, PlannedLine } from "./line-promises.ts";
import { promiseLines } from "./line-promises.ts";
import { timesOf, totalMinutes } from "./production-times.ts";

/** Older orders have no destination: home. */
export const destinationOfCode = (code: string | null): Destination =>
  (code === null ? null : parseDestination(code)) ?? { country: "GY", city: "" };

/** The methods that serve a destination, same-day left out: nothing is made on that day. */
export const methodsTo = (
  { methods }: Pick<ShippingSettings, "methods">,
  destination: Destination,
): ShippingMethod[] =>
  methods.filter(
    (method) =>
      method.enabled && method.beforeHour === null && reaches(reachOf(method), destination),
  );

export type PromiseRefusal =
  /** The day that was agreed for these specifications cannot be met any more. */
  | { kind: "need_by_gone"; day: string; specifications: readonly string[] }
  /** The queue has no room within a year. */
  | { kind: "no_day" };

/** A made-to-measure line of a cart, with what its customer agreed to. `extraDays`: calendar days of making at most. */
type LineToOrder = {
  specification: string | null;
  quantity: number;
  extraDays?: number;
  needBy?: string | null;
  rush?: boolean;
};

type OrderToPromise = {
  lines: readonly (LineToPromise & Agreement)[];
  destination: Destination;
  specifications: readonly string[];
  /** Of an order that is promised anew: its earlier promise does not stand in its way. */
  exceptOrder: string | null;
  /** Of an unpaid order, which holds as much as `decideAtelierHold` says; null holds all. */
  customer: Orderer | null;
};

/** Who orders, and under which names made-to-measure garments count until they are paid. */
type Orderer = {
  userId: string | null;
  customerEmail: string;
  holders: HoldingCustomer["holders"];
};

/** What an order asks of the atelier, and what the atelier was when it was read. */
type PromisePlan = {
  readonly order: OrderToPromise;
  readonly now: Date;
  readonly state: AtelierState;
  /** Of the capacity, as `state` contains it. */
  readonly version: number;
  /** Null where the order holds all. */
  readonly customer: HoldingCustomer | null;
  /** What other unpaid orders hold. */
  readonly held: readonly HeldLine[];
};

/**
 * Reads all that the days of the made-to-measure lines depend on, for an order that is about to be written. Locks nothing;
 * `keepPromises` promises the days.
 */
export async function preparePromises(
  deps: { db: Database; clock: Clock },
  order: {
    actor: Actor;
    lines: readonly LineToOrder[];
    destination: Destination;
    customer: Orderer;
  },
): Promise<PromisePlan> {
  const specifications = order.lines.flatMap(({ specification }) => specification ?? []);
  const garments = await listGarmentsOfSpecifications(deps.db, {
    actor: order.actor,
    ids: specifications,
  });
  const lines = order.lines.map((line, index) => ({
    id: String(index),
    garment: garments.get(line.specification ?? "") ?? "other",
    count: line.quantity,
    makingDays: line.extraDays ?? null,
    needBy: line.needBy ?? null,
    rush: line.rush ?? false,
  }));
  const { customer, destination } = order;
  return readAtelierFor(deps, { lines, destination, specifications, customer, exceptOrder: null });
}

/** Version and atelier come from one snapshot: a promise is in both or in neither, and no order is between paid and unpaid. */
async function readAtelierFor(
  { clock, db }: { db: Database; clock: Clock },
  order: OrderToPromise,
): Promise<PromisePlan> {
  const now = clock.now();
  const { customer, exceptOrder } = order;
  const read = await db.transaction(
    async (tx) => {
      const version = await findCapacityVersion(tx);
      const state = await readAtelier(tx, { now, exceptOrder });
      if (customer === null) return { version, state, held: [], customer: null };
      const held = await listHeldLines(tx, { now, exceptOrder, times: state.times });
      const { holders } = customer;
      return {
        version,
        state,
        held,
        customer: { holders, isStranger: await isStranger(tx, customer) },
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return { ...read, now, order };
}

/** The earliest day that the customer agreed to counts for all lines, because they arrive together. */
const agreedDayOf = ({ lines }: OrderToPromise): string | null =>
  lines
    .flatMap(({ needBy }) => needBy ?? [])
    .toSorted()
    .at(0) ?? null;

function planLines(state: AtelierState, order: OrderToPromise): PlannedLine[] {
  const day = agreedDayOf(order);
  const methods = methodsTo(state.shipping, order.destination);
  return promiseLines(state, order.lines, day === null ? null : { day, methods });
}

/** The order with its days, and whether it holds makers' time and cloth while it is unpaid. */
type PromisedOrder = { order: Order; hold: HoldDecision };

/**
 * Promises the days of a plan to the made-to-measure lines of a written order. While it is unpaid the order holds the makers' time
 * and its cloth for them, or, beyond what unpaid people may hold, nothing until it is paid (`claimDays`). Locks the capacity until
 * the commit, so that no two orders get the same hour of a maker; under the lock only what others were promised since the atelier
 * was read is read. `cloths`: what the order took of its cloths. A refusal writes nothing, and the caller rolls back.
 */
export async function keepPromises(
  tx: Transaction,
  plan: PromisePlan,
  order: Order,
  cloths: readonly ClothLengthChange[],
): Promise<Result<PromisedOrder, PromiseRefusal>> {
  const version = await lockCapacity(tx);
  const { held, state } = version === plan.version + 1 ? plan : await readPromisedSince(tx, plan);
  const lines = planLines(state, plan.order);
  const day = agreedDayOf(plan.order);
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const promises = new Map<string, LinePromise>();
  for (const [index, { id }] of made.entries()) {
    const promise = promiseFrom(lines[index], plan.order.lines[index]?.rush ?? false);
    if (!promise) return fail(refusalOf(plan.order, day));
    promises.set(id, { ...promise, needBy: day });
  }
  const { customer } = plan;
  if (customer === null) {
    await writePromises(tx, promises, version, claimedHold(order.id));
    return ok({ order: withPromises(order, promises), hold: "held" });
  }
  const requested = {
    lines: dueWorkOf(state, plan.order, [...promises.values()]),
    cloths: cloths.map(({ clothId, fromMm, toMm }) => {
      return { clothId, freeMm: fromMm, lengthMm: fromMm - toMm };
    }),
  };
  const hold = decideAtelierHold(state, held, customer, requested);
  await writePromises(tx, promises, version, newHold(order.id, customer, hold, plan.now));
  return ok({ order: withPromises(order, promises), hold });
}

/** The work of the lines by the days that they are promised for. */
const dueWorkOf = (
  { times }: AtelierState,
  { lines }: OrderToPromise,
  promises: readonly LinePromise[],
): DueWork[] =>
  lines.flatMap(({ count, garment }, index) => {
    const promise = promises[index];
    if (!promise) return [];
    const minutes = totalMinutes(timesOf(garment, times));
    return [{ minutes, count, shipBy: promise.ready.until, rush: promise.rush }];
  });

const refusalOf = ({ specifications }: OrderToPromise, day: string | null): PromiseRefusal =>
  day === null ? { kind: "no_day" } : { kind: "need_by_gone", day, specifications };

/**
 * The atelier with what was promised since it was read, and what is held now. A line that was promised anew replaces what was known
 * of it.
 */
async function readPromisedSince(
  tx: Transaction,
  { customer, now, order, state, version }: PromisePlan,
): Promise<Pick<PromisePlan, "state" | "held">> {
  const lines = { now, exceptOrder: order.exceptOrder, times: state.times };
  const held = customer === null ? [] : await listHeldLines(tx, lines);
  if (state.atelier.makers.length === 0) return { state, held };
  const since = await listPromisedSince(tx, { ...lines, version });
  const changed = new Set(since.map(({ id }) => id));
  const open = [...state.open.filter(({ id }) => !changed.has(id)), ...since];
  return { held, state: { ...state, open } };
}

/** Null where the schedule says no, or asks for rush that the customer did not agree to. */
function promiseFrom(
  line: PlannedLine | undefined,
  isRushAgreed: boolean,
): Pick<LinePromise, "ready" | "rush"> | null {
  if (!line || line.kind === "no" || line.ready === null) return null;
  if (line.kind === "rush" && !isRushAgreed) return null;
  return { ready: line.ready, rush: isRushAgreed };
}

/**
 * How long an unpaid stranger holds, also with a bank transfer that is awaited for days. Hours, because whoever pays by card is done in
 * half an hour, and whoever transfers can confirm the email at once.
 */
const STRANGER_HOLD_MS = 6 * 60 * 60 * 1000;

/** Writes the hold of a new order. One that is not held gives its cloth back at once. */
function newHold(
  orderId: string,
  { holders, isStranger: ofStranger }: HoldingCustomer,
  hold: HoldDecision,
  now: Date,
): SQL {
  const isHeld = hold === "held";
  const until = ofStranger ? new Date(now.getTime() + STRANGER_HOLD_MS).toISOString() : null;
  const keys = sql.param(holders.map(({ key }) => key));
  return sql`
    hold as (insert into atelier_holds (order_id, is_held, unheld_because, is_stranger, held_until, holder_keys)
             values (${orderId}, ${isHeld}, ${isHeld ? null : hold}, ${ofStranger}, ${until}::timestamptz, ${keys}::text[])),
    released as (update cloth_commitments set status = 'released'
                  where order_item_id in (select id from promised) and status = 'open' and not ${isHeld}::boolean)`;
}

/** The order holds its time from now on, whoever ordered. */
const claimedHold = (orderId: string): SQL => sql`
    hold as (update atelier_holds set is_held = true, unheld_because = null, held_until = null where order_id = ${orderId})`;

/** In one statement, because others wait for the capacity. */
async function writePromises(
  tx: Transaction,
  promises: ReadonlyMap<string, LinePromise>,
  version: number,
  hold: SQL,
): Promise<void> {
  const rows = [...promises].map(([id, { needBy, ready, rush }]) => {
    return { id, from: ready.from, until: ready.until, needBy, rush };
  });
  await tx.execute(sql`
    with promised as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as promised (
             id uuid, "from" date, "until" date, "needBy" date, rush boolean)
    ), ${hold}
    update order_items
       set ready_from = promised."from", ready_until = promised."until", need_by = promised."needBy", rush = promised.rush,
           capacity_version = ${version}
      from promised
     where order_items.id = promised.id`);
}

/** The order with what its lines were promised. */
const withPromises = (order: Order, promises: ReadonlyMap<string, LinePromise>): Order => ({
  ...order,
  lines: order.lines.map((line) => {
    const promise = promises.get(line.id);
    return promise ? { ...line, promise } : line;
  }),
});

/** The atelier as an order that waited for its money finds it, for `claimPlannedDays`. Locks nothing. */
export async function readAtelierAgain(
  deps: { db: Database; clock: Clock },
  order: Order,
): Promise<PromisePlan> {
  return readAtelierFor(deps, {
    lines: await listLinesOfOrder(deps.db, order.id),
    destination: destinationOfCode(order.destination),
    specifications: [],
    exceptOrder: order.id,
    customer: null,
  });
}

/**
 * Promises the made-to-measure lines of an order that waited for its money from today on. Lines with an agreed day keep
 * their promise, and so do those of an order that others completed meanwhile. Locks the order before the capacity, like everybody who
 * locks both.
 */
export async function renewPromises(
  deps: { db: Database; clock: Clock },
  order: Order,
): Promise<Result<Order, PromiseRefusal>> {
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  if (made.length === 0) return ok(order);
  if (made.every(({ promise }) => promise && promise.needBy !== null)) {
    return ok((await claimDays(deps, order)).order);
  }
  const plan = await readAtelierAgain(deps, order);
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (!locked || locked.status === "completed") return ok(locked ?? order);
    const promised = await keepPromises(tx, plan, order, []);
    return promised.ok ? ok(promised.value.order) : promised;
  });
}

/** `isLater`: others took the days meanwhile, and a line is ready later than it was promised. */
export type ClaimedDays = { order: Order; isLater: boolean };

/**
 * Gives an order the makers' time that it did not hold, because it is paid or its email is confirmed. Its days stay where they can be
 * met; otherwise they are the next ones that can. A day that was agreed stays, and so does one for which there is no other within a
 * year: the money is there, and the owner reads of promises at risk. Locks the order before the capacity.
 */
export async function claimDays(
  deps: { db: Database; clock: Clock },
  order: Order,
): Promise<ClaimedDays> {
  const plan = await readAtelierAgain(deps, order);
  return deps.db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    return claimPlannedDays(tx, plan, order);
  });
}

/** `claimDays` for an order that the caller has locked, by a plan of `readAtelierAgain`. Locks the capacity until the commit. */
export async function claimPlannedDays(
  tx: Transaction,
  plan: PromisePlan,
  order: Order,
): Promise<ClaimedDays> {
  const version = await lockCapacity(tx);
  const { state } = version === plan.version + 1 ? plan : await readPromisedSince(tx, plan);
  const planned = planLines(state, plan.order);
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const changes = made.map(({ promise: earlier = null }, index) => {
    const next = promiseFrom(planned[index], plan.order.lines[index]?.rush ?? false);
    return laterPromise(earlier, next);
  });
  const promises = new Map<string, LinePromise>();
  for (const [index, { id, promise: earlier }] of made.entries()) {
    const promise = changes[index] ?? earlier;
    if (promise) promises.set(id, promise);
  }
  const isLater = made.some(({ promise }, index) => promise && changes[index]);
  await writePromises(tx, promises, version, claimedHold(order.id));
  return { order: withPromises(order, promises), isLater };
}

/** The promise that has to replace an earlier one, because its day cannot be met any more; null where it stays. */
function laterPromise(
  earlier: LinePromise | null,
  next: Pick<LinePromise, "ready" | "rush"> | null,
): LinePromise | null {
  if (!next || (earlier && next.ready.until <= earlier.ready.until)) return null;
  return { ...next, needBy: earlier?.needBy ?? null };
}

/** Forgets who held the time and cloth of an order that is paid or has ended. */
export async function forgetHold(tx: Transaction, orderId: string): Promise<void> {
  await tx.delete(atelierHolds).where(eq(atelierHolds.orderId, orderId));
}

/**
 * Forgets the day and the rush that were agreed for these specifications of the actor: a price for rush that buys nothing goes with
 * them.
 */
export async function forgetNeedBy(
  db: Queryable,
  { actor, specifications }: { actor: Actor; specifications: readonly string[] },
): Promise<void> {
  if (specifications.length === 0) return;
  await db
    .update(fitSpecifications)
    .set({ needBy: null, rush: false })
    .where(and(inArray(fitSpecifications.id, [...specifications]), ownedBy(actor)));
}
