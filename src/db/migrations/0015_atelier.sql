CREATE TABLE "cloth_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cloth_id" uuid NOT NULL,
	"change_mm" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"order_item_id" uuid,
	"staff_id" uuid,
	"staff_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cloth_movements_some" CHECK ("cloth_movements"."change_mm" <> 0),
	CONSTRAINT "cloth_movements_reason_known" CHECK ("cloth_movements"."reason" in ('received', 'counted', 'cut', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "cloths" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"composition" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"color_hex" text DEFAULT '' NOT NULL,
	"media_id" uuid,
	"width_mm" integer,
	"length_mm" integer DEFAULT 0 NOT NULL,
	"low_stock_mm" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cloths_name_given" CHECK (btrim("cloths"."name") <> ''),
	CONSTRAINT "cloths_width_positive" CHECK ("cloths"."width_mm" > 0),
	CONSTRAINT "cloths_length_positive" CHECK ("cloths"."length_mm" >= 0),
	CONSTRAINT "cloths_low_stock_positive" CHECK ("cloths"."low_stock_mm" >= 0),
	CONSTRAINT "cloths_color_known" CHECK ("cloths"."color_hex" ~ '^(#[0-9A-F]{6})?$')
);
--> statement-breakpoint
CREATE TABLE "made_to_measure_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"garment" text,
	"product_id" uuid,
	"offered" boolean,
	"surcharge_minor" bigint,
	"extra_days" integer,
	"cloth_length_mm" integer,
	"monogram" boolean,
	"measurements" text[],
	"own_options" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "made_to_measure_terms_garment_unique" UNIQUE("garment"),
	CONSTRAINT "made_to_measure_terms_product_id_unique" UNIQUE("product_id"),
	CONSTRAINT "made_to_measure_terms_one_subject" CHECK (num_nonnulls("made_to_measure_terms"."garment", "made_to_measure_terms"."product_id") = 1),
	CONSTRAINT "made_to_measure_terms_surcharge_positive" CHECK ("made_to_measure_terms"."surcharge_minor" >= 0),
	CONSTRAINT "made_to_measure_terms_days_possible" CHECK ("made_to_measure_terms"."extra_days" between 0 and 365),
	CONSTRAINT "made_to_measure_terms_length_positive" CHECK ("made_to_measure_terms"."cloth_length_mm" >= 0)
);
--> statement-breakpoint
CREATE TABLE "option_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"media_id" uuid,
	"price_minor" bigint DEFAULT 0 NOT NULL,
	"cloth_id" uuid,
	"position" integer NOT NULL,
	"offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "option_choices_name_given" CHECK (btrim("option_choices"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "option_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"terms_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'choice' NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "option_groups_name_given" CHECK (btrim("option_groups"."name") <> ''),
	CONSTRAINT "option_groups_kind_known" CHECK ("option_groups"."kind" in ('cloth', 'choice'))
);
--> statement-breakpoint
ALTER TABLE "cloth_movements" ADD CONSTRAINT "cloth_movements_cloth_id_cloths_id_fk" FOREIGN KEY ("cloth_id") REFERENCES "public"."cloths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloth_movements" ADD CONSTRAINT "cloth_movements_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloth_movements" ADD CONSTRAINT "cloth_movements_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cloths" ADD CONSTRAINT "cloths_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "made_to_measure_terms" ADD CONSTRAINT "made_to_measure_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_choices" ADD CONSTRAINT "option_choices_group_id_option_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."option_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_choices" ADD CONSTRAINT "option_choices_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_choices" ADD CONSTRAINT "option_choices_cloth_id_cloths_id_fk" FOREIGN KEY ("cloth_id") REFERENCES "public"."cloths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_groups" ADD CONSTRAINT "option_groups_terms_id_made_to_measure_terms_id_fk" FOREIGN KEY ("terms_id") REFERENCES "public"."made_to_measure_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cloth_movements_cloth" ON "cloth_movements" USING btree ("cloth_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cloth_movements_order_item" ON "cloth_movements" USING btree ("order_item_id");--> statement-breakpoint
CREATE INDEX "cloth_movements_staff" ON "cloth_movements" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cloths_name" ON "cloths" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "cloths_media" ON "cloths" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "option_choices_group" ON "option_choices" USING btree ("group_id","position");--> statement-breakpoint
CREATE INDEX "option_choices_media" ON "option_choices" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "option_choices_cloth" ON "option_choices" USING btree ("cloth_id");--> statement-breakpoint
CREATE INDEX "option_groups_terms" ON "option_groups" USING btree ("terms_id","position");
--> statement-breakpoint
-- Each movement changes the length of its cloth; nothing else does, so that a length is the sum of its movements.
CREATE FUNCTION "add_cloth_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cloths SET length_mm = length_mm + new.change_mm WHERE id = new.cloth_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "cloth_movements_add" AFTER INSERT ON "cloth_movements"
  FOR EACH ROW EXECUTE FUNCTION "add_cloth_movement"();
--> statement-breakpoint
CREATE TRIGGER "cloths_start_empty" BEFORE INSERT ON "cloths"
  FOR EACH ROW WHEN (new.length_mm <> 0) EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloths_length_stays" BEFORE UPDATE OF "length_mm" ON "cloths"
  FOR EACH ROW WHEN (old.length_mm IS DISTINCT FROM new.length_mm AND pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloth_movements_stay" BEFORE UPDATE OF "id", "cloth_id", "change_mm", "reason" ON "cloth_movements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "cloth_movements_never_deleted" BEFORE DELETE ON "cloth_movements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
