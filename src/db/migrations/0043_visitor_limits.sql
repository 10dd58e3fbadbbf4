CREATE TABLE "visitor_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"network" text NOT NULL,
	"block" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD COLUMN "block" text;--> statement-breakpoint
CREATE INDEX "visitor_entries_of_kind" ON "visitor_entries" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "visitor_entries_oldest" ON "visitor_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "fit_specifications_browser" ON "fit_specifications" USING btree ("browser") WHERE user_id is null;