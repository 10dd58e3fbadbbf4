ALTER TABLE "content_version" ADD COLUMN "work_times" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
CREATE FUNCTION "work_times_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What the atelier's work takes is computed again in every process (ADR 0049). At the commit, so that the row is the last lock.
  UPDATE content_version SET work_times = gen_random_uuid();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garment_events_change_times" AFTER INSERT ON "garment_events" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.minutes > 0) EXECUTE FUNCTION "work_times_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garment_events_end_times" AFTER DELETE ON "garment_events" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.minutes > 0) EXECUTE FUNCTION "work_times_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "garments_change_times" AFTER UPDATE OF stage ON "garments" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION "work_times_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "products_change_times" AFTER UPDATE OF garment_type ON "products" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.garment_type IS DISTINCT FROM NEW.garment_type) EXECUTE FUNCTION "work_times_changed"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "production_times_change_times" AFTER INSERT OR UPDATE OR DELETE ON "production_times" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "work_times_changed"();
