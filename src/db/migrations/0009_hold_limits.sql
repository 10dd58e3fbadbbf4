ALTER TABLE "stock_reservations" ADD COLUMN "connection_key" text;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "customer_key" text;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "device_key" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "end_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "resumed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "stock_reservations_connection" ON "stock_reservations" USING btree ("connection_key");--> statement-breakpoint
CREATE INDEX "stock_reservations_customer" ON "stock_reservations" USING btree ("customer_key");--> statement-breakpoint
CREATE INDEX "stock_reservations_device" ON "stock_reservations" USING btree ("device_key");--> statement-breakpoint
CREATE INDEX "payments_open_sessions" ON "payments" USING btree ("checked_at" NULLS FIRST) WHERE status in ('pending', 'processing') and method in ('stripe', 'test') and session_id is not null;
--> statement-breakpoint
-- What visitors hold unpaid, by variant. Waits for their other orders first: a volatile function's statements see what was committed
-- meanwhile, so that concurrent orders of one visitor cannot pass the limits together. The rules are in features/inventory/hold-limits.
CREATE FUNCTION "visitor_holds"(visitors text[]) RETURNS TABLE (visitor text, variant_id uuid, quantity integer)
LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(ordered.key, 0))
    FROM (SELECT DISTINCT key FROM unnest(visitors) AS key ORDER BY key) AS ordered;
  RETURN QUERY
    SELECT asked.key, held.variant_id, sum(held.quantity)::integer
      FROM (SELECT DISTINCT key FROM unnest(visitors) AS key) AS asked
      CROSS JOIN LATERAL (
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.connection_key = asked.key
        UNION ALL
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.customer_key = asked.key
        UNION ALL
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.device_key = asked.key
      ) AS held
     GROUP BY asked.key, held.variant_id;
END $$;
