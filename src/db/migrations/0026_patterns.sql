CREATE TABLE "pattern_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_item_id" uuid NOT NULL,
	"component" text NOT NULL,
	"version" integer NOT NULL,
	"contract_version" integer NOT NULL,
	"design" text,
	"status" text NOT NULL,
	"sealed" jsonb,
	"drawing_hash" text,
	"packages" jsonb NOT NULL,
	"origin" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone,
	"approved_by" uuid,
	"approved_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "pattern_drafts_version" UNIQUE("order_item_id","component","version"),
	CONSTRAINT "pattern_drafts_versions_positive" CHECK ("pattern_drafts"."version" > 0),
	CONSTRAINT "pattern_drafts_status_known" CHECK ("pattern_drafts"."status" in ('ready', 'review', 'by_hand')),
	CONSTRAINT "pattern_drafts_hash_whole" CHECK ("pattern_drafts"."drawing_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "pattern_drafts_origin_known" CHECK ("pattern_drafts"."origin" in ('order', 'tailor'))
);
--> statement-breakpoint
CREATE TABLE "product_patterns" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"components" text[],
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_downloadable" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pattern_drafts" ADD CONSTRAINT "pattern_drafts_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pattern_drafts" ADD CONSTRAINT "pattern_drafts_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pattern_drafts" ADD CONSTRAINT "pattern_drafts_approved_by_profiles_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_patterns" ADD CONSTRAINT "product_patterns_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pattern_drafts_creator" ON "pattern_drafts" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "pattern_drafts_approver" ON "pattern_drafts" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "pattern_drafts_unreduced" ON "pattern_drafts" USING btree ("created_at") WHERE sealed is not null;