CREATE TABLE "image_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_pending_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"alt_text" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "in_menu" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "price_minor" bigint;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "compare_at_minor" bigint;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "file_cells" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "compare_at_minor" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gender_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "vendor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "product_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "file_cells" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "tones" smallint[];--> statement-breakpoint
ALTER TABLE "product_import_lines" ADD COLUMN "undo" jsonb;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_pending_images" ADD CONSTRAINT "product_pending_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_pending_images_once" ON "product_pending_images" USING btree ("product_id","url");--> statement-breakpoint
CREATE INDEX "product_pending_images_by_host" ON "product_pending_images" USING btree ("host");--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_price_positive" CHECK ("product_variants"."price_minor" >= 0);--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_compare_at_positive" CHECK ("product_variants"."compare_at_minor" >= 0);--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_compare_at_with_price" CHECK ("product_variants"."compare_at_minor" is null or "product_variants"."price_minor" is not null);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_compare_at_positive" CHECK ("products"."compare_at_minor" >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_draft_not_on_sale" CHECK (not ("products"."draft" and "products"."in_stock"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_open_gender_unisex" CHECK (not "products"."gender_open" or "products"."gender" = 'unisex');--> statement-breakpoint
-- A custom category's page address, made once from its first name: a later name keeps the links that lead there. The fixed
-- collections of the shop (src/features/catalog/listing/collection.ts) keep theirs.
CREATE FUNCTION "set_category_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text;
BEGIN
  IF new.is_system OR new.slug IS NOT NULL THEN RETURN new; END IF;
  wanted := replace(search_text(new.name), ' ', '-');
  IF wanted = '' OR wanted IN ('business-attire', 'evening-elegance', 'casual-luxury', 'smart-casual', 'lounge-wear',
                               'seasonal-selection', 'mens-accessories', 'womens-accessories', 'accessories')
     OR EXISTS (SELECT FROM product_categories WHERE slug = wanted) THEN
    wanted := concat_ws('-', nullif(wanted, ''), right(new.id::text, 6));
  END IF;
  new.slug := wanted;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_categories_set_slug" BEFORE INSERT OR UPDATE ON "product_categories"
  FOR EACH ROW EXECUTE FUNCTION "set_category_slug"();
--> statement-breakpoint
UPDATE product_categories SET slug = NULL WHERE NOT is_system;
