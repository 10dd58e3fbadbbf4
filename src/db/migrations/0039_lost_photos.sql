ALTER TABLE "fit_images" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "garment_photos" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
-- Garments that left without being called finished were finished when they left at the latest.
UPDATE "garments" SET "finished_at" = "left"."at"
  FROM (SELECT "garment_id", max("happened_at") AS "at" FROM "garment_events" WHERE "to_stage" = 'shipped' GROUP BY "garment_id") AS "left"
  WHERE "left"."garment_id" = "garments"."id" AND "garments"."stage" = 'shipped' AND "garments"."finished_at" IS NULL;
