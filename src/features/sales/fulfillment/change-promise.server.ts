import { and, eq, inArray, sql } from "drizzle-orm";
import type { DayRange } from "#core/business-days.ts";
import {
  addDays,
  formatDayRange,
  formatLongDay,
  isBusinessDay,
  isCalendarDay,
} from "#core/business-days.ts";
import { arrivalMessage } from "#core/delivery-promise.ts";
import { orderNumber } from "#core/document-number.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { arrivalDays, closedDaysOf } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { isInWork } from "#features/garments/garment/garment.ts";
import { recordGarmentEvents } from "#features/garments/garment/garment-events.server.ts";
import type { GarmentRow } from "#features/garments/garment/stored-garments.server.ts";
import { lockGarments } from "#features/garments/garment/stored-garments.server.ts";
import { lockCapacity } from "#features/garments/scheduling/atelier-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { promiseChangedEmail } from "./promise-email.ts";
import type { ShipmentDeps } from "./send-shipment-email.server.ts";

type Deps = Omit<ShipmentDeps, "auth">;

export const MAX_PROMISE_REASON_LENGTH = 300;

/** A promise further away is more likely a mistyped year. */
const MAX_DAYS_AHEAD = 365;

export type ChangePromiseFailure =
  | "not_found"
  | "not_paid"
  /** Nothing that is made to measure is in work. */
  | "nothing_open"
  /** Somebody changed the order after the page was loaded. */
  | "conflict"
  /** No day, one that is over or further away than a year. */
  | "no_such_day"
  /** The atelier is closed on it. */
  | "closed_day"
  /** It is promised for this day already. */
  | "same_day"
  | "no_reason";

/** Why a day cannot be promised; null when it can. */
function dayProblem(
  day: string,
  now: Date,
  settings: ShippingSettings,
): "no_such_day" | "closed_day" | null {
  const today = dayOf(now);
  if (!isCalendarDay(day) || day < today || day > addDays(today, MAX_DAYS_AHEAD))
    return "no_such_day";
  return isBusinessDay(day, closedDaysOf(settings)) ? null : "closed_day";
}

/** When the order arrives if its last garment leaves by this day; null without its shipping method. */
function arrivalAfter(
  order: Order,
  day: string,
  { now, settings }: { now: Date; settings: ShippingSettings },
): DayRange | null {
  const method = settings.methods.find(({ label }) => label === order.shippingMethod);
  if (!method) return null;
  const earlier = order.lines.flatMap(({ promise }) => promise?.ready.from ?? []).toSorted();
  const first = earlier.at(-1) ?? day;
  const ready = { from: first < day ? first : day, until: day };
  return arrivalDays(settings, method, { madeToMeasure: true, now, ready });
}

/**
 * Promises another day by which what is made to measure leaves, for a reason that the customer reads: on the order's page, in the
 * timeline and in an email, which is always sent. The arrival follows from the shipping method, and what the schedule promised
 * others does not move. A change after `version` is a 'conflict'. Locks the order, then the capacity, then the garments.
 */
export const changePromise = asAdmin(
  async (
    deps: Deps,
    input: { actor: Admin; orderId: string; version: string; day: string; reason: string },
  ): Promise<Result<null, ChangePromiseFailure>> => {
    const { actor, day, orderId, version } = input;
    const reason = input.reason.trim().slice(0, MAX_PROMISE_REASON_LENGTH);
    if (!isId(orderId)) return fail("not_found");
    if (reason === "") return fail("no_reason");
    const now = deps.clock.now();
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail("not_found" as const);
      if (order.status !== "completed") return fail("not_paid" as const);
      const [row] = await tx
        .select({ updatedAt: orders.updatedAt })
        .from(orders)
        .where(eq(orders.id, order.id));
      if (row?.updatedAt.toISOString() !== version) return fail("conflict" as const);
      const settings = await getShippingSettings(tx);
      const problem = dayProblem(day, now, settings);
      if (problem) return fail(problem);
      const capacity = await lockCapacity(tx);
      const made = order.lines.filter(({ madeToMeasure }) => madeToMeasure);
      const rows = await lockGarments(
        tx,
        made.map(({ id }) => id),
      );
      const open = rows.filter(({ stage }) => isInWork(stage));
      if (open.length === 0) return fail("nothing_open" as const);
      if (open.every(({ shipBy }) => shipBy === day)) return fail("same_day" as const);
      const arrives = arrivalAfter(order, day, { now, settings });
      await writePromise(tx, { arrives, capacity, day, open, order });
      await recordPromise(tx, { actor, arrives, day, now, open, order, reason });
      await notifyCustomer(tx, deps, { order, day, arrives, reason, now });
      return ok(null);
    });
  },
);

type Promised = { order: Order; day: string; arrives: DayRange | null };

/** `capacity`: the version under which others see the new days. */
async function writePromise(
  tx: Transaction,
  {
    arrives,
    capacity,
    day,
    open,
    order,
  }: Promised & { open: readonly GarmentRow[]; capacity: number },
): Promise<void> {
  await tx
    .update(garments)
    .set({ shipBy: day, version: sql`${garments.version} + 1` })
    .where(
      inArray(
        garments.id,
        open.map(({ id }) => id),
      ),
    );
  const lines = [...new Set(open.map(({ orderItemId }) => orderItemId))];
  await tx
    .update(orderItems)
    .set({
      readyFrom: sql`least(coalesce(${orderItems.readyFrom}, ${day}::date), ${day}::date)`,
      readyUntil: day,
      capacityVersion: capacity,
    })
    .where(and(eq(orderItems.orderId, order.id), inArray(orderItems.id, lines)));
  if (arrives) {
    await tx
      .update(orders)
      .set({ arrivesFrom: arrives.from, arrivesUntil: arrives.until })
      .where(eq(orders.id, order.id));
  }
}

/** "arrives 8 to 12 December 2026", or when it leaves where nobody knows how it is sent. */
const arrivalText = ({ arrives, day }: Pick<Promised, "arrives" | "day">): string =>
  arrives ? arrivalMessage({ arrives }) : `leaves us by ${formatLongDay(day)}`;

type Recorded = Promised & {
  open: readonly GarmentRow[];
  actor: Admin;
  reason: string;
  now: Date;
};

async function recordPromise(
  tx: Transaction,
  { actor, arrives, day, now, open, order, reason }: Recorded,
): Promise<void> {
  await recordGarmentEvents(
    tx,
    open.map(({ id }) => ({
      kind: "note",
      garmentId: id,
      at: now,
      staff: actor,
      note: `It is promised to leave by ${formatLongDay(day)} now: ${reason}`,
    })),
  );
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "promise_changed",
    detail: { arrival: arrivalText({ arrives, day }), reason, by: actor.name },
  });
  await recordChanges(tx, actor, [
    {
      action: "promised another day for",
      subject: "order",
      subjectId: order.id,
      before: {
        shipBy:
          open
            .flatMap(({ shipBy }) => shipBy ?? [])
            .toSorted()
            .at(-1) ?? null,
      },
      after: { shipBy: day },
    },
  ]);
}

async function notifyCustomer(
  tx: Transaction,
  deps: Deps,
  { arrives, day, now, order, reason }: Promised & { reason: string; now: Date },
): Promise<void> {
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...promiseChangedEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderPage(deps.publicUrl, order),
      customerName: order.address?.fullName,
      arrival: arrivalText({ arrives, day }),
      before: order.arrives ? formatDayRange(order.arrives) : null,
      reason,
    }),
    dedupeKey: `promise-changed:${order.id}:${day}:${now.toISOString()}`,
    recipient: order.customerEmail,
  });
}
