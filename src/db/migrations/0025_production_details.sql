ALTER TABLE "garments" ADD COLUMN "is_pattern_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "garments" ADD COLUMN "shipment_id" uuid;--> statement-breakpoint
ALTER TABLE "garments" ADD CONSTRAINT "garments_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "garments_shipment" ON "garments" USING btree ("shipment_id");--> statement-breakpoint
-- A commitment shrinks when one of several garments of its line is cut; otherwise it stays as it was ordered.
DROP TRIGGER "cloth_commitments_stay" ON "cloth_commitments";
--> statement-breakpoint
CREATE TRIGGER "cloth_commitments_stay" BEFORE UPDATE OF "order_item_id", "cloth_id" ON "cloth_commitments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloth_commitments_shrink" BEFORE UPDATE OF "length_mm" ON "cloth_commitments"
  FOR EACH ROW WHEN (new.length_mm > old.length_mm OR old.status <> 'open') EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
DROP TRIGGER "cloth_commitments_add" ON "cloth_commitments";
--> statement-breakpoint
CREATE TRIGGER "cloth_commitments_add" AFTER INSERT OR DELETE OR UPDATE OF "status", "length_mm" ON "cloth_commitments"
  FOR EACH ROW EXECUTE FUNCTION "add_cloth_commitment"();
--> statement-breakpoint
-- The garments of paid lines that have not shipped whole: first those that shipped, last those that were refunded.
INSERT INTO "garments" ("id", "order_item_id", "number", "stage", "label_token", "created_at")
SELECT gen_random_uuid(), i.id, n.number,
       CASE WHEN n.number <= shipped.count THEN 'shipped'
            WHEN n.number > i.quantity - withdrawn.count THEN 'cancelled'
            ELSE 'received' END,
       replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
       coalesce(o.completed_at, o.created_at)
  FROM "order_items" i
  JOIN "orders" o ON o.id = i.order_id AND o.status = 'completed'
  CROSS JOIN LATERAL (SELECT coalesce(sum(s.quantity), 0)::integer AS count FROM "shipment_items" s WHERE s.order_item_id = i.id) shipped
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.quantity), 0)::integer AS count
      FROM "refund_items" r JOIN "refunds" f ON f.id = r.refund_id
     WHERE r.order_item_id = i.id AND f.return_request_id IS NULL AND f.status <> 'failed') withdrawn
  CROSS JOIN LATERAL generate_series(1, i.quantity) AS n(number)
 WHERE i.made_to_measure AND i.quantity > shipped.count + withdrawn.count;
