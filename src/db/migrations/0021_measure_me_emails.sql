ALTER TABLE "measurement_links" ADD COLUMN "share_consent_version" integer;--> statement-breakpoint
ALTER TABLE "measurement_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "measurement_links" ADD COLUMN "emailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "measurement_links" ADD COLUMN "emails_sent" integer DEFAULT 0 NOT NULL;