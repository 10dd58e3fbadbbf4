ALTER TABLE "mail_outbox" ADD COLUMN "sending_process" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "send_lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "unconfirmed_sends" integer DEFAULT 0 NOT NULL;