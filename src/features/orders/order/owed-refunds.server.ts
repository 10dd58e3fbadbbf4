import { sql } from "drizzle-orm";
import { MANUAL_PROVIDERS } from "#core/payment-providers.ts";

/** Of a row `r` of the refunds: decided, and not sent by the owner yet, because no provider returns it. */
export const IS_UNSENT_TRANSFER = sql`(r.status = 'pending' and r.provider = any(${sql.param([...MANUAL_PROVIDERS])}::text[]))`;

/** By order: what the owner has yet to send of its own payment, in minor units; a second payment that goes back is none of the order's. */
export const REFUNDS_OWED = sql`
  select r.order_id, sum(r.amount_minor)::float8 as minor
    from refunds r join payments p on p.id = r.payment_id and p.status = 'captured'
   where ${IS_UNSENT_TRANSFER} group by r.order_id`;

/** `REFUNDS_OWED` of the statement's row of `orders`. */
export const REFUND_OWED_MINOR = sql<number>`(
  select coalesce(sum(owed.minor), 0) from (${REFUNDS_OWED}) owed where owed.order_id = "orders"."id")`;
