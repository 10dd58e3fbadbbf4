ALTER TABLE "option_choices" ADD COLUMN "effect" text;--> statement-breakpoint
ALTER TABLE "option_choices" ADD COLUMN "effect_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pattern_drafts" ADD COLUMN "choices" jsonb;
