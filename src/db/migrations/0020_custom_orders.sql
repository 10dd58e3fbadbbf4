CREATE TABLE "cloth_commitments" (
	"order_item_id" uuid NOT NULL,
	"cloth_id" uuid NOT NULL,
	"length_mm" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "cloth_commitments_order_item_id_cloth_id_pk" PRIMARY KEY("order_item_id","cloth_id"),
	CONSTRAINT "cloth_commitments_some" CHECK ("cloth_commitments"."length_mm" > 0),
	CONSTRAINT "cloth_commitments_status_known" CHECK ("cloth_commitments"."status" in ('open', 'released', 'cut'))
);
--> statement-breakpoint
ALTER TABLE "cloths" ADD COLUMN "committed_mm" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "extra_days" integer;--> statement-breakpoint
ALTER TABLE "cloth_commitments" ADD CONSTRAINT "cloth_commitments_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloth_commitments" ADD CONSTRAINT "cloth_commitments_cloth_id_cloths_id_fk" FOREIGN KEY ("cloth_id") REFERENCES "public"."cloths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cloth_commitments_cloth" ON "cloth_commitments" USING btree ("cloth_id");
--> statement-breakpoint
-- What is open of the commitments is added up at their cloth; nothing else changes it.
CREATE FUNCTION "add_cloth_commitment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND old.status = 'open' THEN
    UPDATE cloths SET committed_mm = committed_mm - old.length_mm WHERE id = old.cloth_id;
  END IF;
  IF TG_OP <> 'DELETE' AND new.status = 'open' THEN
    UPDATE cloths SET committed_mm = committed_mm + new.length_mm WHERE id = new.cloth_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "cloth_commitments_add" AFTER INSERT OR DELETE OR UPDATE OF "status" ON "cloth_commitments"
  FOR EACH ROW EXECUTE FUNCTION "add_cloth_commitment"();
--> statement-breakpoint
CREATE TRIGGER "cloth_commitments_stay" BEFORE UPDATE OF "order_item_id", "cloth_id", "length_mm" ON "cloth_commitments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloths_uncommitted_first" BEFORE INSERT ON "cloths"
  FOR EACH ROW WHEN (new.committed_mm <> 0) EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloths_committed_stays" BEFORE UPDATE OF "committed_mm" ON "cloths"
  FOR EACH ROW WHEN (old.committed_mm IS DISTINCT FROM new.committed_mm AND pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_change"();
