import { sql } from "drizzle-orm";
import { MANUAL_PROVIDERS } from "#core/payment-providers.ts";

/** Of a row `r` of the refunds: decided, and not sent by the owner yet, because no provider returns it. */
export const IS_UNSENT_TRANSFER = sql`(r.status = 'pending' and r.provider = any(${sql.param([...MANUAL_PROVIDERS])}::text[]))`;

/** Of the statement's row of `orders`: what the owner has yet to send of the order's own payment, in minor units; a second payment that goes back is none of the order's. */
export const REFUND_OWED_MINOR = sql<number>`(
  select coalesce(sum(r.amount_minor), 0)::float8 from refunds r join payments p on p.id = r.payment_id and p.status = 'captured'
   where r.order_id = "orders"."id" and ${IS_UNSENT_TRANSFER})`;
