-- A request that a parcel has ended opens again with a parcel that did not leave (ADR 0079). Nothing else that is declined or done changes.
DROP TRIGGER "alteration_requests_end" ON "alteration_requests";
--> statement-breakpoint
CREATE TRIGGER "alteration_requests_end" BEFORE UPDATE OF "status" ON "alteration_requests"
  FOR EACH ROW WHEN (
    old.status IN ('declined', 'done')
    AND old.status IS DISTINCT FROM new.status
    AND NOT (old.status = 'done' AND old.remedy = 'remake' AND new.status = 'remake')
  ) EXECUTE FUNCTION "refuse_change"();
