ALTER TABLE "stock_reservations" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "stock_reservations_network" ON "stock_reservations" USING btree ("network_key");--> statement-breakpoint
-- As in 0009, and for blocks of addresses.
CREATE OR REPLACE FUNCTION "visitor_holds"(visitors text[]) RETURNS TABLE (visitor text, variant_id uuid, quantity integer)
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
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.network_key = asked.key
        UNION ALL
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.customer_key = asked.key
        UNION ALL
        SELECT r.variant_id, r.quantity FROM stock_reservations r WHERE r.device_key = asked.key
      ) AS held
     GROUP BY asked.key, held.variant_id;
END $$;
