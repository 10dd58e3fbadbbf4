ALTER TABLE "fit_specifications" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD COLUMN "by_reference" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD CONSTRAINT "fit_specifications_browser_valid" CHECK ("fit_specifications"."browser" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
-- What guests stored before has no browser. Their carts go on working by the reference, until the row is 180 days old and deleted.
UPDATE "fit_specifications" SET "by_reference" = true WHERE "user_id" IS NULL;--> statement-breakpoint
-- As before; and a specification never moves to another browser, nor back to its reference.
DROP TRIGGER "fit_specifications_stay" ON "fit_specifications";--> statement-breakpoint
CREATE TRIGGER "fit_specifications_stay" BEFORE UPDATE ON "fit_specifications"
  FOR EACH ROW WHEN (
    old.id IS DISTINCT FROM new.id OR (new.product_id IS NOT NULL AND old.product_id IS DISTINCT FROM new.product_id)
    OR (new.link_id IS NOT NULL AND old.link_id IS DISTINCT FROM new.link_id)
    OR old.garment IS DISTINCT FROM new.garment OR old.choices IS DISTINCT FROM new.choices
    OR old.needs_check IS DISTINCT FROM new.needs_check OR old.hash IS DISTINCT FROM new.hash
    OR old.created_at IS DISTINCT FROM new.created_at OR old.browser IS DISTINCT FROM new.browser
    OR (new.by_reference AND NOT old.by_reference)
    OR (old.user_id IS NOT NULL AND new.user_id IS NOT NULL AND old.user_id <> new.user_id)
    OR (new.sealed IS NOT NULL AND old.sealed IS DISTINCT FROM new.sealed
        AND (old.sealed IS NULL OR old.sealed ->> 'keyId' = new.sealed ->> 'keyId'))
  ) EXECUTE FUNCTION "refuse_change"();
