import { sql } from "drizzle-orm";
import { startOfDay } from "#core/georgetown-time.ts";
import type { Currency, MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { withLongStatements } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { ACCEPTED_MAIL } from "#features/base/mail/deliver-email.server.ts";
import { IS_STORED } from "#features/base/mail/outbox-queries.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { getLowStock } from "#features/catalog/inventory/stock-queries.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { LINES_TO_SHIP } from "#features/orders/order/list/order-conditions.server.ts";
import type { OrderStatus } from "#features/orders/order/order.ts";
import { findBackupRecord } from "./backup-record.server.ts";
import type { ShopBeginnings } from "./first-steps.ts";
import { promisedReturnDays } from "./first-steps.ts";
import type { DaySales, Sales } from "./sales-days.ts";
import { CHART_DAYS, comparedDays, compareSales } from "./sales-days.ts";

type Stored = Omit<
  ShopBeginnings,
  "mail" | "otherReturnDays" | "returnWindowDays" | "lastBackupAt" | "lastBackupKeys"
> & { hasMailAccepted: boolean };

/** A new shop's state, for an admin. */
export const readBeginnings = asAdmin(
  async (
    db: Queryable,
    input: { env: { mailServer: string | null; acceptsCards: boolean } },
  ): Promise<Result<ShopBeginnings>> => {
    const { env } = input;
    const { rows } = await db.execute<Stored>(sql`
    select exists (select from site_settings where setting_name = 'general' and version > 0) as "isNamed",
           exists (select from site_settings where setting_name = 'shipping' and version > 0) as "isShippingSet",
           exists (select from site_settings where setting_name = 'integrations'
                     and setting_value->>'stripeSecretKey' is not null) as "acceptsCards",
           exists (select from site_settings where setting_name = ${ACCEPTED_MAIL}
                     and setting_value->>'server' = ${env.mailServer}) as "hasMailAccepted",
           exists (select from orders where completed_at is not null and total_amount_minor > 0) as "hasSold",
           (select count(*)::int from products where deleted_at is null) as products,
           exists (select from products where deleted_at is null and ${CUSTOM_SIZE} = any(sizes)) as "offersCustom",
           exists (select from profiles where role = 'admin' and is_atelier) as "hasAtelier"`);
    const [stored] = rows;
    const { footerText } = await getSettings(db, "cart");
    const { returnWindowDays } = await getSettings(db, "shipping");
    const lastGood = (await findBackupRecord(db))?.lastGood ?? null;
    const days = promisedReturnDays(footerText);
    return ok({
      otherReturnDays: days === returnWindowDays ? null : days,
      returnWindowDays,
      isNamed: stored?.isNamed ?? false,
      products: stored?.products ?? 0,
      offersCustom: stored?.offersCustom ?? false,
      hasAtelier: stored?.hasAtelier ?? false,
      acceptsCards: env.acceptsCards || (stored?.acceptsCards ?? false),
      isShippingSet: stored?.isShippingSet ?? false,
      mail: env.mailServer === null ? "files" : stored?.hasMailAccepted ? "accepted" : "untried",
      lastBackupAt: lastGood?.at ?? null,
      lastBackupKeys: lastGood?.keys ?? null,
      hasSold: stored?.hasSold ?? false,
    });
  },
);

/** `id` is null for a deleted product. */
type BestSeller = {
  id: string | null;
  name: string;
  quantity: number;
  revenue: MoneyAmount;
};

type LowStockVariant = { variantId: string; name: string; size: string; quantity: number };

export type PendingCounts = {
  toShip: number;
  beingPaid: number;
  unanswered: number;
  openReturns: number;
  /** Returns whose refund failed. */
  unpaidReturns: number;
  /** Failed or bounced emails. */
  undeliveredMails: number;
  /** Ended as files, because no mail server was set. */
  storedMails: number;
};

export type ShopReport = {
  sales: Sales;
  /** The currencies with sales, and the shown one. */
  currencies: readonly Currency[];
  states: Partial<Record<OrderStatus, number>>;
  bestSellers: readonly BestSeller[];
  /** `total` counts low variants that are not sold out, as on the stock page. */
  low: { variants: readonly LowStockVariant[]; total: number; soldOut: number; threshold: number };
  pending: PendingCounts;
};

const MAX_SHOWN = 6;

/** Sums paid orders less refunds, by Georgetown day and currency. */
async function readDays(db: Queryable, now: Date): Promise<DaySales[]> {
  const since = startOfDay(comparedDays(now)[0] ?? "") ?? now;
  const { rows } = await db.execute<Omit<DaySales, "revenueMinor"> & { revenueMinor: string }>(sql`
    select to_char(completed_at at time zone 'America/Guyana', 'YYYY-MM-DD') as day, currency, count(*)::int as orders,
           sum(total_amount_minor - refunded_minor)::text as "revenueMinor"
      from orders where completed_at >= ${since.toISOString()}::timestamptz group by 1, 2`);
  return rows.map((row) => ({ ...row, revenueMinor: Number(row.revenueMinor) }));
}

async function countStates(db: Queryable): Promise<ShopReport["states"]> {
  const { rows } = await db.execute<{ status: OrderStatus; count: number }>(
    sql`select status, count(*)::int as count from orders group by status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/**
 * Best sellers by quantities kept: without returned items and those refunded before shipping; exchanged ones
 * count once. Revenue excludes refunds.
 */
async function listBestSellers(
  db: Queryable,
  { now, currency }: { now: Date; currency: Currency },
): Promise<BestSeller[]> {
  const since = startOfDay(comparedDays(now)[CHART_DAYS] ?? "") ?? now;
  type Row = Omit<BestSeller, "revenue"> & { minor: string };
  const { rows } = await db.execute<Row>(sql`
    with returned as (
      select i.order_item_id, sum(i.received_quantity) as quantity
        from return_request_items i join return_requests r on r.id = i.return_request_id
       where r.status not in ('announced', 'declined') group by 1
    ), refunded as (
      select i.order_item_id, sum(i.quantity) as quantity,
             coalesce(sum(i.quantity) filter (where r.return_request_id is null), 0) as withdrawn
        from refund_items i join refunds r on r.id = i.refund_id
       where r.status <> 'failed' group by 1
    ), sold as (
      select item.product_id as product, item.product_name as name,
             item.quantity - coalesce(returned.quantity, 0) - coalesce(refunded.withdrawn, 0) as quantity,
             (item.unit_price_minor * item.quantity - item.discount_minor)
               * (item.quantity - coalesce(refunded.quantity, 0)) / item.quantity as minor
        from orders o join order_items item on item.order_id = o.id
        left join returned on returned.order_item_id = item.id
        left join refunded on refunded.order_item_id = item.id
       where o.status = 'completed' and o.completed_at >= ${since.toISOString()}::timestamptz and o.currency = ${currency}
    )
    select best.name, best.quantity::int, best.minor::bigint::text as minor,
           (select p.id from products p where p.id = best.product and p.deleted_at is null) as id
      from (select product, max(name) as name, sum(quantity) as quantity, sum(minor) as minor from sold
             group by product, case when product is null then name end having sum(quantity) > 0
             order by quantity desc, minor desc, name limit ${MAX_SHOWN}) best
     order by best.quantity desc, best.minor desc, best.name`);
  return rows.map(({ id, name, quantity, minor }) => ({
    id,
    name,
    quantity,
    revenue: money(Number(minor), currency),
  }));
}

/** Lists variants at or below the threshold with reserved items, fewest first. */
async function listLow(db: Queryable): Promise<ShopReport["low"]> {
  const threshold = await getLowStock(db);
  const { rows } = await db.execute<LowStockVariant & { total: number; soldOut: number }>(sql`
    select low.*, (count(*) filter (where quantity > 0) over ())::int as total,
           (count(*) filter (where quantity = 0) over ())::int as "soldOut"
      from (select v.id as "variantId", p.name, v.size,
                   v.stock_count + coalesce((select sum(r.quantity) from stock_reservations r where r.variant_id = v.id), 0)::int as quantity
              from product_variants v join products p on p.id = v.product_id and p.deleted_at is null
             where v.stock_count <= ${threshold}) low
     where quantity <= ${threshold} order by quantity = 0, quantity, lower(name), size limit ${MAX_SHOWN}`);
  const { total = 0, soldOut = 0 } = rows[0] ?? {};
  return {
    threshold,
    total,
    soldOut,
    variants: rows
      .filter(({ quantity }) => quantity > 0)
      .map(({ variantId, name, size, quantity }) => ({
        variantId,
        name,
        size,
        quantity,
      })),
  };
}

async function countPending(db: Queryable): Promise<PendingCounts> {
  const { rows } = await db.execute<PendingCounts>(sql`
    select (select count(*)::int from orders where status = 'completed'
             and id in (select order_id from (${LINES_TO_SHIP}) to_ship)) as "toShip",
           (select count(*)::int from orders where status = 'pending') as "beingPaid",
           (select count(*)::int from guyana_sales_inquiries where status = 'new')
             + (select count(*)::int from contact_messages where status = 'new') as unanswered,
           (select count(*)::int from return_requests where status in ('announced', 'received')) as "openReturns",
           (select count(distinct r.id)::int from return_requests r
              join refunds f on f.order_id = r.order_id and f.return_request_id = r.id
             where r.status = 'received' and not exists (
               select from refunds o where o.order_id = r.order_id and o.return_request_id = r.id and o.status <> 'failed')
           ) as "unpaidReturns",
           (select count(*)::int from mail_outbox where status in ('failed', 'bounced')) as "undeliveredMails",
           (select count(*)::int from ${mailOutbox} where ${IS_STORED}) as "storedMails"`);
  const nothing = { toShip: 0, beingPaid: 0, unanswered: 0, openReturns: 0, undeliveredMails: 0 };
  return { ...nothing, storedMails: 0, unpaidReturns: 0, ...rows[0] };
}

/** The overview's metrics in one currency, for an admin. One statement per chart, of one moment. */
export const getShopReport = asAdmin(
  async (
    db: Database,
    input: { actor: Admin; now: Date; currency: Currency },
  ): Promise<Result<ShopReport>> => {
    const { now, currency } = input;
    const { days, ...lists } = await withLongStatements(db, async (tx) => ({
      days: await readDays(tx, now),
      states: await countStates(tx),
      bestSellers: await listBestSellers(tx, { now, currency }),
      low: await listLow(tx),
      pending: await countPending(tx),
    }));
    const sold = new Set([currency, ...days.map((row) => row.currency)]);
    const currencies = (["USD", "GYD"] as const).filter((each) => sold.has(each));
    return ok({ sales: compareSales(days, input), currencies, ...lists });
  },
);
