ALTER TABLE "garment_events" DROP CONSTRAINT "garment_events_minutes_possible";--> statement-breakpoint
ALTER TABLE "cloths" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "makers" ADD COLUMN "public_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "garment_events" ADD CONSTRAINT "garment_events_minutes_possible" CHECK ("garment_events"."minutes" between case when "garment_events"."kind" = 'work' then -10000 else 0 end and 10000);--> statement-breakpoint
CREATE FUNCTION "impact_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE raised bigint;
BEGIN
  -- An order without a garment changes no page of who made what.
  IF TG_TABLE_NAME = 'orders' AND NOT EXISTS (
    SELECT FROM order_items i JOIN garments g ON g.order_item_id = i.id WHERE i.order_id = NEW.id
  ) THEN RETURN NULL; END IF;
  -- Pages that show who made what are stale in every process (ADR 0028).
  UPDATE content_version SET version = version + 1 RETURNING version INTO raised;
  PERFORM pg_notify('content_changed', raised::text || ' impact');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garments_change_impact" AFTER UPDATE OF stage ON "garments" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.stage IS DISTINCT FROM NEW.stage AND (OLD.stage IN ('cut', 'finished', 'shipped', 'cancelled') OR NEW.stage IN ('cut', 'finished', 'shipped', 'cancelled')))
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garment_events_change_impact" AFTER INSERT ON "garment_events" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.minutes <> 0) EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "makers_change_impact" AFTER UPDATE ON "makers" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.public_name, OLD.about, OLD.is_new_dawn) IS DISTINCT FROM (NEW.public_name, NEW.about, NEW.is_new_dawn) OR OLD.media_id IS DISTINCT FROM NEW.media_id)
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "cloths_change_impact" AFTER UPDATE ON "cloths" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.name, OLD.composition, OLD.origin) IS DISTINCT FROM (NEW.name, NEW.composition, NEW.origin))
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "orders_change_impact" AFTER UPDATE OF status ON "orders" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND 'refunded' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "donations_change_impact" AFTER INSERT ON "payment_movements" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.donation_id IS NOT NULL) EXECUTE FUNCTION "impact_changed"();
