import { sql } from "drizzle-orm";
import { formatLongDay } from "#core/business-days.ts";
import type { Queryable } from "#db/client.server.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { IS_UNSENT_TRANSFER } from "#features/orders/order/owed-refunds.server.ts";
import type { TransferBack } from "./transfer-back.ts";
import { moneyBackDueDay } from "./transfer-back.ts";

/**
 * Everything that the owner has to send from the bank account: pending refunds of transfers, what was transferred of orders that
 * ended unpaid, before or after their end, and what was transferred beside the payment of a paid one (`isFurtherTransfer`). A sum whose
 * refund is written counts once, as its refund.
 */
export const TRANSFERS_BACK = sql`
  select 'refund' as kind, r.id, r.order_id, r.return_request_id as return_id, r.amount_minor as minor, r.currency, coalesce(q.received_at, r.created_at) as owed_since
    from refunds r left join return_requests q on q.id = r.return_request_id
   where ${IS_UNSENT_TRANSFER} and r.order_id is not null
  union all
  select 'deposit', p.id, p.order_id, null, p.captured_minor - p.refunded_minor, p.currency,
         case when p.status = 'duplicate' then p.created_at else coalesce((select max(e.created_at) from order_events e
                    where e.order_id = p.order_id and e.type in ('cancelled', 'expired', 'transfer_late')), p.updated_at) end
    from payments p
   where (p.status = 'owed_back' or (p.status = 'duplicate' and p.method = 'manual')) and p.order_id is not null and p.captured_minor > p.refunded_minor
     and not exists (select from refunds r where r.payment_id = p.id and r.status = 'pending')`;

type Row = {
  kind: TransferBack["kind"];
  id: string;
  order_id: string;
  return_id: string | null;
  minor: string;
  currency: string;
  owed_since: string;
};

async function read(db: Queryable, orderId: string | null): Promise<TransferBack[]> {
  const { rows } = await db.execute<Row>(
    sql`select * from (${TRANSFERS_BACK}) as owed where ${orderId}::uuid is null or order_id = ${orderId}::uuid order by owed_since, id`,
  );
  if (rows.length === 0) return [];
  const shipping = await getShippingSettings(db);
  return rows.map(({ currency, id, kind, minor, order_id, owed_since, return_id }) => ({
    kind,
    id,
    orderId: order_id,
    returnId: return_id,
    amount: { minorUnits: Number(minor), currency },
    dueDay: moneyBackDueDay(new Date(owed_since), shipping),
  }));
}

/** What has to be sent for any order, due first. Does not check who asks. */
export const listTransfersBack = (db: Queryable): Promise<TransferBack[]> => read(db, null);

/** What has to be sent for one order, due first. Does not check who asks. */
export const listTransfersBackOfOrder = (db: Queryable, orderId: string): Promise<TransferBack[]> =>
  read(db, orderId);

/** The last day on which money that a payment received beside its order goes back, such as "Friday, 4 December 2026"; "" where none is owed. */
export async function owedDayOf(
  db: Queryable,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<string> {
  const owed = await listTransfersBackOfOrder(db, orderId);
  const deposit = owed.find(({ id }) => id === paymentId);
  return deposit ? formatLongDay(deposit.dueDay) : "";
}

/** How many sums the owner has to send. */
export async function countTransfersBack(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (${TRANSFERS_BACK}) as owed`,
  );
  return rows[0]?.waiting ?? 0;
}
