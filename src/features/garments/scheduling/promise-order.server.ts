import { and, inArray, sql } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination, reaches } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { reachOf } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import { ownedBy } from "#features/garments/specification/specification-owner.server.ts";
import type { LinePromise, Order } from "#features/orders/order/order.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Agreement, AtelierState, LineToPromise, PlannedLine } from "./line-promises.ts";
import { promiseLines } from "./line-promises.ts";
import {
  findCapacityVersion,
  listGarmentsOfSpecifications,
  listLinesOfOrder,
  listPromisedSince,
  lockCapacity,
  readAtelier,
} from "./workshop-queries.server.ts";

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
};

/** What an order asks of the atelier, and what the atelier was when it was read. */
type PromisePlan = {
  readonly order: OrderToPromise;
  readonly now: Date;
  readonly state: AtelierState;
  /** Of the capacity, as `state` contains it. */
  readonly version: number;
};

/**
 * Reads all that the days of the made-to-measure lines depend on, for an order that is about to be written. Locks nothing;
 * `keepPromises` promises the days.
 */
export async function preparePromises(
  deps: { db: Database; clock: Clock },
  order: { actor: Actor; lines: readonly LineToOrder[]; destination: Destination },
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
  const { destination } = order;
  return readAtelierFor(deps, { lines, destination, specifications, exceptOrder: null });
}

/** Version and atelier come from one snapshot: a promise is in both or in neither, and no order is between paid and unpaid. */
async function readAtelierFor(
  { clock, db }: { db: Database; clock: Clock },
  order: OrderToPromise,
): Promise<PromisePlan> {
  const now = clock.now();
  const { exceptOrder } = order;
  const read = await db.transaction(
    async (tx) => {
      const version = await findCapacityVersion(tx);
      return { version, state: await readAtelier(tx, { now, exceptOrder }) };
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

/**
 * Promises the days of a plan to the made-to-measure lines of a written order, and reserves the makers' time for them while it
 * is paid. Locks the capacity until the commit, so that no two orders get the same hour of a maker; under the lock only what
 * others were promised since the atelier was read is read. A refusal writes nothing, and the caller rolls back.
 */
export async function keepPromises(
  tx: Transaction,
  plan: PromisePlan,
  order: Order,
): Promise<Result<Order, PromiseRefusal>> {
  const version = await lockCapacity(tx);
  const state = version === plan.version + 1 ? plan.state : await addPromisedSince(tx, plan);
  const lines = planLines(state, plan.order);
  const day = agreedDayOf(plan.order);
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const promises = new Map<string, LinePromise>();
  for (const [index, { id }] of made.entries()) {
    const promise = promiseFrom(lines[index], plan.order.lines[index]?.rush ?? false);
    if (!promise) return fail(refusalOf(plan.order, day));
    promises.set(id, { ...promise, needBy: day });
  }
  await writePromises(tx, promises, version);
  return ok(withPromises(order, promises));
}

const refusalOf = ({ specifications }: OrderToPromise, day: string | null): PromiseRefusal =>
  day === null ? { kind: "no_day" } : { kind: "need_by_gone", day, specifications };

/** The atelier with what was promised since it was read. A line that was promised anew replaces what was known of it. */
async function addPromisedSince(tx: Transaction, plan: PromisePlan): Promise<AtelierState> {
  const { now, order, state, version } = plan;
  if (state.atelier.makers.length === 0) return state;
  const { exceptOrder } = order;
  const since = await listPromisedSince(tx, { version, now, exceptOrder, times: state.times });
  const changed = new Set(since.map(({ id }) => id));
  return { ...state, open: [...state.open.filter(({ id }) => !changed.has(id)), ...since] };
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

/** In one statement, because others wait for the capacity. */
async function writePromises(
  tx: Transaction,
  promises: ReadonlyMap<string, LinePromise>,
  version: number,
): Promise<void> {
  const rows = [...promises].map(([id, { needBy, ready, rush }]) => {
    return { id, from: ready.from, until: ready.until, needBy, rush };
  });
  await tx.execute(sql`
    update order_items
       set ready_from = promised."from", ready_until = promised."until", need_by = promised."needBy", rush = promised.rush,
           capacity_version = ${version}
      from json_to_recordset(${JSON.stringify(rows)}::json) as promised (
             id uuid, "from" date, "until" date, "needBy" date, rush boolean)
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

/**
 * Promises the made-to-measure lines of an order that waited for its money from today on. Lines with an agreed day keep
 * their promise.
 */
export async function renewPromises(
  deps: { db: Database; clock: Clock },
  order: Order,
): Promise<Result<Order, PromiseRefusal>> {
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  if (made.every(({ promise }) => promise && promise.needBy !== null)) return ok(order);
  const lines = await listLinesOfOrder(deps.db, order.id);
  const destination = destinationOfCode(order.destination);
  const plan = await readAtelierFor(deps, {
    lines,
    destination,
    specifications: [],
    exceptOrder: order.id,
  });
  return inTransaction(deps.db, (tx) => keepPromises(tx, plan, order));
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
