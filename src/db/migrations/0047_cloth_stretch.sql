ALTER TABLE "cloths" ADD COLUMN "stretch_percent" integer;--> statement-breakpoint
ALTER TABLE "cloths" ADD CONSTRAINT "cloths_stretch_percent_possible" CHECK ("cloths"."stretch_percent" between 0 and 200);
