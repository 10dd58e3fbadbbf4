-- Cloth is a kind of stock: the one ledger holds its movements, in millimetres, beside those of counted variants, in items.
ALTER TABLE "stock_movements" RENAME COLUMN "pieces" TO "quantity";--> statement-breakpoint
ALTER TABLE "stock_movements" ALTER COLUMN "variant_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "cloth_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "order_item_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_kind_known";--> statement-breakpoint
-- As before, with the column's new name, and for movements of variants only: cloth has nothing held that would have to settle.
CREATE OR REPLACE FUNCTION "note_movements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, -items) FROM (
      SELECT variant_id, sum(quantity) AS items FROM added WHERE variant_id IS NOT NULL GROUP BY variant_id) AS summed));
  ELSE
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, items) FROM (
      SELECT variant_id, sum(quantity) AS items FROM gone WHERE variant_id IS NOT NULL GROUP BY variant_id) AS summed));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "settle_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deltas text := current_setting('shop.stock_deltas', true);
BEGIN
  IF deltas IS NULL OR deltas = '' THEN
    RETURN NULL;
  END IF;
  INSERT INTO stock_movements (id, variant_id, kind, quantity, note, actor_id, actor_name)
  SELECT gen_random_uuid(), v.id, CASE WHEN noted.begins AND noted.items > 0 THEN 'opening' ELSE 'corrected' END, noted.items,
         coalesce(record.action, ''), record.actor_id, coalesce(record.actor_name, '')
    FROM (SELECT left(key, 36)::uuid AS id, bool_or(length(key) > 36) AS begins, sum(value::integer) AS items
            FROM jsonb_each_text(deltas::jsonb) GROUP BY 1) AS noted
    JOIN product_variants v ON v.id = noted.id
    LEFT JOIN LATERAL (
      SELECT actor_id, actor_name, action FROM audit_log
       WHERE subject = 'product' AND subject_id = v.product_id::text AND created_at = now() ORDER BY id DESC LIMIT 1) AS record ON true
   WHERE noted.items <> 0
   ORDER BY v.id;
  PERFORM set_config('shop.stock_deltas', '', true);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Copied before the trigger that adds a movement to its cloth's length: the length holds these already.
INSERT INTO "stock_movements" ("id", "cloth_id", "kind", "quantity", "order_item_id", "note", "actor_id", "actor_name", "created_at")
SELECT "id", "cloth_id", CASE "reason" WHEN 'counted' THEN 'corrected' ELSE "reason" END, "change_mm", "order_item_id", "note", "staff_id", "staff_name", "created_at"
  FROM "cloth_movements";--> statement-breakpoint
-- A table with waiting constraint triggers cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;--> statement-breakpoint
DROP TABLE "cloth_movements";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_cloth_id_cloths_id_fk" FOREIGN KEY ("cloth_id") REFERENCES "public"."cloths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_cloth" ON "stock_movements" USING btree ("cloth_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE cloth_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_order_item" ON "stock_movements" USING btree ("order_item_id") WHERE order_item_id is not null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_one_subject" CHECK (num_nonnulls("stock_movements"."variant_id", "stock_movements"."cloth_id") = 1);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_kind_known" CHECK ("stock_movements"."kind" in ('received', 'returned', 'corrected')
        or ("stock_movements"."variant_id" is not null and "stock_movements"."kind" in ('opening', 'sold'))
        or ("stock_movements"."cloth_id" is not null and "stock_movements"."kind" = 'cut'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_cloth_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cloths SET length_mm = length_mm + new.quantity WHERE id = new.cloth_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movements_add_cloth" AFTER INSERT ON "stock_movements"
  FOR EACH ROW WHEN (new.cloth_id IS NOT NULL) EXECUTE FUNCTION "add_cloth_movement"();--> statement-breakpoint
DROP TRIGGER "stock_movements_stay" ON "stock_movements";--> statement-breakpoint
CREATE TRIGGER "stock_movements_stay" BEFORE UPDATE OF "id", "variant_id", "cloth_id", "kind", "quantity" ON "stock_movements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- A variant is deleted with its movements; a cloth never is.
CREATE TRIGGER "stock_movements_of_cloth_never_deleted" BEFORE DELETE ON "stock_movements"
  FOR EACH ROW WHEN (old.cloth_id IS NOT NULL) EXECUTE FUNCTION "refuse_change"();
