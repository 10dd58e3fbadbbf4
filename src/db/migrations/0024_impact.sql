ALTER TABLE "cloths" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE FUNCTION "impact_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE raised bigint;
BEGIN
  -- Pages that show who made what are stale in every process (ADR 0028).
  UPDATE content_version SET version = version + 1 RETURNING version INTO raised;
  PERFORM pg_notify('content_changed', raised::text || ' impact');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garments_change_impact" AFTER UPDATE OF stage ON "garments" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.stage IS DISTINCT FROM NEW.stage AND (OLD.stage IN ('finished', 'shipped', 'cancelled') OR NEW.stage IN ('finished', 'shipped', 'cancelled')))
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garment_events_change_impact" AFTER INSERT ON "garment_events" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.minutes > 0) EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "makers_change_impact" AFTER UPDATE ON "makers" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.name, OLD.about, OLD.is_new_dawn) IS DISTINCT FROM (NEW.name, NEW.about, NEW.is_new_dawn) OR OLD.media_id IS DISTINCT FROM NEW.media_id)
  EXECUTE FUNCTION "impact_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "donations_change_impact" AFTER INSERT ON "payment_movements" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.donation_id IS NOT NULL) EXECUTE FUNCTION "impact_changed"();
