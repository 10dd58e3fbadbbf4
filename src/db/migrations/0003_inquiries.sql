ALTER TABLE "guyana_sales_inquiries" ADD COLUMN "color_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD COLUMN "submission_key" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD CONSTRAINT "guyana_sales_inquiries_submission_key_unique" UNIQUE("submission_key");