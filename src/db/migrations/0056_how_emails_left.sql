ALTER TABLE "mail_outbox" ADD COLUMN "sent_through" text;--> statement-breakpoint
-- A shop that no mail server has ever accepted an email of has stored all of them as files.
UPDATE "mail_outbox" SET "sent_through" = 'file'
 WHERE "status" = 'sent' AND NOT EXISTS (SELECT FROM "site_settings" WHERE "setting_name" = 'accepted_mail');--> statement-breakpoint
-- What left since the server accepted its first email left through it, and what bounced was with a server. Of earlier ones nobody knows.
UPDATE "mail_outbox" SET "sent_through" = 'server'
  FROM "site_settings"
 WHERE "setting_name" = 'accepted_mail' AND "sent_at" >= ("setting_value"->>'at')::timestamptz - interval '1 minute';--> statement-breakpoint
UPDATE "mail_outbox" SET "sent_through" = 'server' WHERE "sent_at" IS NOT NULL AND "status" IN ('bounced', 'failed');
