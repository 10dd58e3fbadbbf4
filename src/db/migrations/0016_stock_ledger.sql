CREATE TABLE "low_stock_notices" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "low_stock_notices" ADD CONSTRAINT "low_stock_notices_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_reservations_variant" ON "stock_reservations" USING btree ("variant_id");--> statement-breakpoint
-- What there is on the day the ledger begins; earlier sales are the orders' to tell.
INSERT INTO "stock_movements" ("id", "variant_id", "kind", "pieces")
SELECT gen_random_uuid(), v.id, 'opening', v.stock_count + coalesce(held.pieces, 0)
  FROM product_variants v
  LEFT JOIN (SELECT variant_id, sum(quantity) AS pieces FROM stock_reservations GROUP BY variant_id) held ON held.variant_id = v.id
 WHERE v.stock_count + coalesce(held.pieces, 0) > 0;--> statement-breakpoint
-- What a transaction has changed of counts, holds and movements without the other, one number a combination, lives in a setting of that
-- transaction: it costs the same however long the ledger is, and is undone with a savepoint. '+' after the id: its count began.
CREATE FUNCTION "note_stock"(deltas jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF deltas IS NULL THEN
    RETURN;
  END IF;
  PERFORM set_config('shop.stock_deltas', coalesce((
    SELECT jsonb_object_agg(key, pieces) FILTER (WHERE pieces <> 0)::text FROM (
      SELECT key, sum(value::integer) AS pieces FROM (
        SELECT * FROM jsonb_each_text(coalesce(nullif(current_setting('shop.stock_deltas', true), ''), '{}')::jsonb)
        UNION ALL SELECT * FROM jsonb_each_text(deltas)) AS both_of_them
      GROUP BY key) AS summed), ''), true);
END $$;--> statement-breakpoint
CREATE FUNCTION "note_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((SELECT jsonb_object_agg(id || '+', stock_count) FROM added WHERE stock_count > 0));
    RETURN NULL;
  END IF;
  -- Grouped, not joined: a plan that is kept from small writes would compare every row of a large one with every other.
  PERFORM note_stock((
    SELECT jsonb_object_agg(changed.id || CASE WHEN before IS NULL THEN '+' ELSE '' END, coalesce(after, 0) - coalesce(before, 0))
      FROM (SELECT both_sides.id, max(stock_count) FILTER (WHERE is_after) AS after, max(stock_count) FILTER (WHERE NOT is_after) AS before
              FROM (SELECT id, stock_count, true AS is_after FROM added UNION ALL SELECT id, stock_count, false FROM gone) AS both_sides
             GROUP BY both_sides.id) AS changed
     WHERE after IS DISTINCT FROM before));
  RETURN NULL;
END $$;--> statement-breakpoint
-- A combination that begins or ends to be counted does so with what is held of it: nobody may begin or end a hold meanwhile.
CREATE FUNCTION "note_counting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_variants WHERE id = new.id FOR UPDATE;
  PERFORM note_stock((
    SELECT jsonb_build_object(new.id, CASE WHEN new.stock_count IS NULL THEN -sum(quantity) ELSE sum(quantity) END)
      FROM stock_reservations WHERE variant_id = new.id HAVING sum(quantity) > 0));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_holds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((
      WITH changed AS (SELECT variant_id, sum(quantity) AS pieces FROM added GROUP BY variant_id),
           counted AS (SELECT id, stock_count FROM product_variants WHERE id IN (SELECT variant_id FROM changed) ORDER BY id FOR KEY SHARE)
      SELECT jsonb_object_agg(id, pieces) FROM changed JOIN counted ON id = variant_id WHERE stock_count IS NOT NULL));
  ELSE
    PERFORM note_stock((
      WITH changed AS (SELECT variant_id, sum(quantity) AS pieces FROM gone GROUP BY variant_id),
           counted AS (SELECT id, stock_count FROM product_variants WHERE id IN (SELECT variant_id FROM changed) ORDER BY id FOR KEY SHARE)
      SELECT jsonb_object_agg(id, -pieces) FROM changed JOIN counted ON id = variant_id WHERE stock_count IS NOT NULL));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_movements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, -pieces) FROM (
      SELECT variant_id, sum(pieces) AS pieces FROM added GROUP BY variant_id) AS summed));
  ELSE
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, pieces) FROM (
      SELECT variant_id, sum(pieces) AS pieces FROM gone GROUP BY variant_id) AS summed));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- At the commit: what is left over becomes a movement. Who and why is told by the record that the same transaction wrote about the
-- product; its moment is the transaction's.
CREATE FUNCTION "settle_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deltas text := current_setting('shop.stock_deltas', true);
BEGIN
  IF deltas IS NULL OR deltas = '' THEN
    RETURN NULL;
  END IF;
  INSERT INTO stock_movements (id, variant_id, kind, pieces, note, actor_id, actor_name)
  SELECT gen_random_uuid(), v.id, CASE WHEN noted.begins AND noted.pieces > 0 THEN 'opening' ELSE 'corrected' END, noted.pieces,
         coalesce(record.action, ''), record.actor_id, coalesce(record.actor_name, '')
    FROM (SELECT left(key, 36)::uuid AS id, bool_or(length(key) > 36) AS begins, sum(value::integer) AS pieces
            FROM jsonb_each_text(deltas::jsonb) GROUP BY 1) AS noted
    JOIN product_variants v ON v.id = noted.id
    LEFT JOIN LATERAL (
      SELECT actor_id, actor_name, action FROM audit_log
       WHERE subject = 'product' AND subject_id = v.product_id::text AND created_at = now() ORDER BY id DESC LIMIT 1) AS record ON true
   WHERE noted.pieces <> 0
   ORDER BY v.id;
  PERFORM set_config('shop.stock_deltas', '', true);
  RETURN NULL;
END $$;--> statement-breakpoint
-- A hold and a movement are written once: another number would be another row.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are written once', tg_table_name USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "product_variants_note_insert" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();--> statement-breakpoint
CREATE TRIGGER "product_variants_note_update" AFTER UPDATE ON "product_variants"
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();--> statement-breakpoint
CREATE TRIGGER "product_variants_note_counting" AFTER UPDATE OF "stock_count" ON "product_variants"
  FOR EACH ROW WHEN ((old.stock_count IS NULL) <> (new.stock_count IS NULL)) EXECUTE FUNCTION "note_counting"();--> statement-breakpoint
CREATE TRIGGER "stock_reservations_note_insert" AFTER INSERT ON "stock_reservations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_holds"();--> statement-breakpoint
CREATE TRIGGER "stock_reservations_note_delete" AFTER DELETE ON "stock_reservations"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "note_holds"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_note_insert" AFTER INSERT ON "stock_movements"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_movements"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_note_delete" AFTER DELETE ON "stock_movements"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "note_movements"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "product_variants_settle" AFTER INSERT OR UPDATE OF "stock_count" ON "product_variants" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stock_reservations_settle" AFTER INSERT OR DELETE ON "stock_reservations" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stock_movements_settle" AFTER INSERT OR DELETE ON "stock_movements" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();--> statement-breakpoint
CREATE TRIGGER "stock_reservations_stay" BEFORE UPDATE OF "variant_id", "quantity" ON "stock_reservations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "stock_movements_stay" BEFORE UPDATE OF "variant_id", "kind", "pieces" ON "stock_movements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
