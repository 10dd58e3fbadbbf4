ALTER TABLE "fit_specifications" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD CONSTRAINT "fit_specifications_link_id_measurement_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."measurement_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fit_specifications_link" ON "fit_specifications" USING btree ("link_id");--> statement-breakpoint
-- As before; and a specification can lose its link, never get another one.
DROP TRIGGER "fit_specifications_stay" ON "fit_specifications";--> statement-breakpoint
CREATE TRIGGER "fit_specifications_stay" BEFORE UPDATE ON "fit_specifications"
  FOR EACH ROW WHEN (
    old.id IS DISTINCT FROM new.id OR (new.product_id IS NOT NULL AND old.product_id IS DISTINCT FROM new.product_id)
    OR (new.link_id IS NOT NULL AND old.link_id IS DISTINCT FROM new.link_id)
    OR old.garment IS DISTINCT FROM new.garment OR old.choices IS DISTINCT FROM new.choices
    OR old.needs_check IS DISTINCT FROM new.needs_check OR old.hash IS DISTINCT FROM new.hash
    OR old.created_at IS DISTINCT FROM new.created_at
    OR (old.user_id IS NOT NULL AND new.user_id IS NOT NULL AND old.user_id <> new.user_id)
    OR (new.sealed IS NOT NULL AND old.sealed IS DISTINCT FROM new.sealed
        AND (old.sealed IS NULL OR old.sealed ->> 'keyId' = new.sealed ->> 'keyId'))
  ) EXECUTE FUNCTION "refuse_change"();
