import { sql } from "drizzle-orm";
import { DAY_MS } from "#core/duration.ts";
import { dayOf, hourOf } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { replyDueAt } from "#features/office/inbox/inbox-entry.ts";
import { listUnanswered } from "#features/office/inbox/inbox-list-queries.server.ts";
import { LINES_TO_SHIP } from "#features/orders/order/list/order-conditions.server.ts";
import { moneyBackDueDay } from "#features/sales/payments/transfer-back.ts";
import { listTransfersBack } from "#features/sales/payments/transfer-back-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { readAtelierReport } from "./atelier-work.server.ts";
import { totalWork, workOf } from "./atelier-work.ts";
import type { DueWork } from "./due-work.ts";
import { dueLabel, shipDueDay } from "./due-work.ts";
import { dueWorkEmail } from "./due-work-email.ts";

type ToShip = {
  orderId: string;
  name: string;
  completedAt: string;
  madeToMeasure: boolean;
  makingDays: number | null;
  arrivesUntil: string | null;
  shipBy: string | null;
};

type ToRefund = { orderId: string; name: string; receivedAt: string };

const NAME = sql.raw("coalesce(nullif(o.shipping_address ->> 'fullName', ''), o.customer_email)");

async function readTransfers(db: Queryable): Promise<DueWork[]> {
  const owed = await listTransfersBack(db);
  if (owed.length === 0) return [];
  const { rows } = await db.execute<{ orderId: string; name: string }>(sql`
    select o.id as "orderId", ${NAME} as name from orders o
     where o.id = any(${sql.param(owed.map(({ orderId }) => orderId))}::uuid[])`);
  const names = new Map(rows.map(({ name, orderId }) => [orderId, name]));
  return owed.map(({ amount, dueDay, id, orderId }) => {
    const name = names.get(orderId) ?? "";
    return { kind: "transfer" as const, id, amount, dueDay, orderId, name };
  });
}

async function readDueWork(db: Queryable): Promise<DueWork[]> {
  const shipping = await getShippingSettings(db);
  const toShip = await db.execute<ToShip>(sql`
    with to_ship as materialized (select distinct order_id from (${LINES_TO_SHIP}) as lines)
    select o.id as "orderId", ${NAME} as name, o.completed_at as "completedAt",
           o.made_to_measure as "madeToMeasure", making.days as "makingDays", o.arrives_until::text as "arrivesUntil",
           promised.ship_by::text as "shipBy"
      from orders o join to_ship on to_ship.order_id = o.id
      left join (select i.order_id, max(i.extra_days) as days
                   from order_items i join to_ship using (order_id) group by 1) making on making.order_id = o.id
      left join (select i.order_id, min(g.ship_by) as ship_by
                   from garments g join order_items i on i.id = g.order_item_id
                  where g.stage not in ('shipped', 'cancelled') group by 1) promised on promised.order_id = o.id
     where o.status = 'completed'`);
  const toRefund = await db.execute<ToRefund>(sql`
    select o.id as "orderId", ${NAME} as name, r.received_at as "receivedAt"
      from return_requests r join orders o on o.id = r.order_id
     where r.status = 'received' and r.received_at is not null`);
  const work: DueWork[] = [
    ...toShip.rows.map(({ orderId, name, ...order }) => ({
      kind: "ship" as const,
      orderId,
      name,
      dueDay: shipDueDay({ ...order, completedAt: new Date(order.completedAt) }, shipping),
    })),
    ...toRefund.rows.map(({ orderId, name, receivedAt }) => ({
      kind: "refund" as const,
      orderId,
      name,
      dueDay: moneyBackDueDay(new Date(receivedAt), shipping),
    })),
    ...(await readTransfers(db)),
  ];
  return work.sort(
    (one, other) =>
      one.dueDay.localeCompare(other.dueDay) || one.orderId.localeCompare(other.orderId),
  );
}

/** Orders to ship, returns to refund and money to send back, due first; for an admin. */
export const listDueWork = asAdmin(
  async (db: Queryable, input: { most: number }): Promise<Result<DueWork[]>> => {
    return ok((await readDueWork(db)).slice(0, input.most));
  },
);

/** The hour is Georgetown's. */
const REMINDER_HOUR = 7;

/**
 * Daily reminds the contact address of orders to ship, returns to refund and money to send by tomorrow or late, messages
 * whose 24 hours end before the next reminder, and what waits in the atelier. Silent without any. Returns how many.
 */
export async function sendDueWorkReminder(deps: {
  db: Database;
  jobs: JobQueue;
  clock: Clock;
  publicUrl: string;
}): Promise<number> {
  const now = deps.clock.now();
  if (hourOf(now) < REMINDER_HOUR) return 0;
  return deps.db.transaction(async (tx) => {
    const work = (await readDueWork(tx)).filter((each) => dueLabel(each, now).urgency !== "open");
    const nextReminder = now.getTime() + DAY_MS;
    const replies = (await listUnanswered(tx)).filter(
      ({ createdAt }) => replyDueAt(createdAt).getTime() <= nextReminder,
    );
    const atelier = await readAtelierReport(tx, { now });
    const waiting = totalWork(workOf(atelier));
    if (work.length + replies.length + waiting === 0) return 0;
    const { general } = await getSiteShell(tx);
    await enqueueEmail(tx, deps.jobs, {
      ...dueWorkEmail({
        work,
        replies,
        atelier,
        now,
        siteName: general.siteName,
        siteUrl: deps.publicUrl,
      }),
      dedupeKey: `due-work:${dayOf(now)}`,
      recipient: general.contactEmail,
    });
    return work.length + replies.length + waiting;
  });
}
