import { eq, inArray, sql } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination, reaches } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { commitAnyway, inTransaction } from "#db/in-transaction.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { reachOf } from "#features/base/settings/shipping-methods.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import type { LinePromise, Order } from "#features/orders/order/order.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { PlannedLine } from "./line-promises.ts";
import { promiseLines } from "./line-promises.ts";
import { listLinesOfOrder, readAtelier } from "./workshop-queries.server.ts";

/** One promise after the other, so that no two orders get the same hour of a maker. */
const lockCapacity = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('atelier capacity'))`);

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
  /** The agreed day cannot be met any more; it is removed from the specifications. */
  | { code: "need_by_gone"; day: string }
  /** The queue has no room within a year. */
  | { code: "no_day" };

/** What the customer agreed to for each line. */
type Agreed = { needBy: string | null; rush: boolean };

/**
 * Promises the days on which the garments of a placed order are ready, and reserves the makers' time for them while it is paid.
 * An agreed day of arrival is checked once more, because others may have ordered since. Idempotent: a line that has its
 * promise keeps it. With `isRenewed` lines without an agreed day are promised from today, because they waited for the money.
 */
export async function promiseOrder(
  { clock, db }: { db: Database; clock: Clock },
  order: Order,
  { isRenewed = false }: { isRenewed?: boolean } = {},
): Promise<Result<Order, PromiseRefusal>> {
  const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
  const holds = made.every(({ promise }) => promise && (!isRenewed || promise.needBy !== null));
  if (holds) return ok(order);
  const promised = await inTransaction(db, (tx) => writePromises(tx, clock.now(), order));
  if (!promised.ok) return promised;
  return ok({
    ...order,
    lines: order.lines.map((line) => {
      const promise = promised.value.get(line.id);
      return promise ? { ...line, promise } : line;
    }),
  });
}

async function writePromises(
  tx: Transaction,
  now: Date,
  order: Order,
): Promise<Result<ReadonlyMap<string, LinePromise>, PromiseRefusal>> {
  await lockCapacity(tx);
  const agreed = await readAgreed(tx, order.id);
  const [day = null] = [...agreed.values()].flatMap(({ needBy }) => needBy ?? []).toSorted();
  const state = await readAtelier(tx, { now, exceptOrder: order.id });
  const lines = await listLinesOfOrder(tx, order.id);
  const methods = methodsTo(state.shipping, destinationOfCode(order.destination));
  const plans = promiseLines(state, lines, day === null ? null : { day, methods });
  const promises = new Map<string, LinePromise>();
  for (const plan of plans) {
    const promise = promiseFrom(plan, agreed.get(plan.line.id));
    if (promise) promises.set(plan.line.id, { ...promise, needBy: day });
  }
  if (promises.size < plans.length) {
    if (day === null) return fail({ code: "no_day" });
    // The customer orders again, without the day that is gone.
    await clearNeedBy(tx, order.id);
    return commitAnyway(fail({ code: "need_by_gone", day }));
  }
  for (const [id, { needBy, ready, rush }] of promises) {
    await tx
      .update(orderItems)
      .set({ readyFrom: ready.from, readyUntil: ready.until, needBy, rush })
      .where(eq(orderItems.id, id));
  }
  return ok(promises);
}

/** Null where the schedule says no, or asks for rush that the customer did not agree to. */
function promiseFrom(
  plan: PlannedLine,
  agreed: Agreed | undefined,
): Pick<LinePromise, "ready" | "rush"> | null {
  const rush = agreed?.rush ?? false;
  if (plan.kind === "no" || plan.ready === null) return null;
  if (plan.kind === "rush" && !rush) return null;
  return { ready: plan.ready, rush };
}

async function readAgreed(tx: Transaction, orderId: string): Promise<Map<string, Agreed>> {
  const rows = await tx
    .select({ id: orderItems.id, needBy: orderItems.needBy, rush: orderItems.rush })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return new Map(rows.map(({ id, ...agreed }) => [id, agreed]));
}

/** The customer is asked again, so that a price for rush that buys nothing goes with it. */
async function clearNeedBy(tx: Transaction, orderId: string): Promise<void> {
  const ordered = tx
    .select({ id: orderItems.specificationId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  await tx
    .update(fitSpecifications)
    .set({ needBy: null, rush: false })
    .where(inArray(fitSpecifications.id, ordered));
}
