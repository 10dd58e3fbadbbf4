ALTER TABLE "profiles" ADD COLUMN "is_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "last_used_step" integer;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_owner_is_staff" CHECK (not "profiles"."is_owner" or "profiles"."role" = 'admin');--> statement-breakpoint
-- Until now every admin could do all; the one who has been here longest, whom the first start made, decides about the others from now on.
UPDATE "profiles" SET "is_owner" = true WHERE "id" = (SELECT "id" FROM "profiles" WHERE "role" = 'admin' ORDER BY "created_at", "id" LIMIT 1);
