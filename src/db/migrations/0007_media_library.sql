DROP INDEX "media_created_at";--> statement-breakpoint
CREATE INDEX "product_images_of_media" ON "product_images" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_newest_of_type" ON "media" USING btree ("type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);