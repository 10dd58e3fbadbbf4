ALTER TABLE "fit_images" ADD COLUMN "sealed_file_key" jsonb;--> statement-breakpoint
ALTER TABLE "garment_photos" ADD COLUMN "sealed_file_key" jsonb;--> statement-breakpoint
-- Photos of erased orders whose files were not deleted yet; they go the way of all files now.
INSERT INTO "media_deletions" ("id", "storage_key", "type")
  SELECT "id", "storage_key", 'file' FROM "fit_images" WHERE "removed_at" IS NOT NULL
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "fit_images" WHERE "removed_at" IS NOT NULL;
