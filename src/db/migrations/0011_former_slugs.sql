CREATE TABLE "product_former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_former_slugs" ADD CONSTRAINT "product_former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_former_slugs_of_product" ON "product_former_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE FUNCTION "keep_former_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_former_slugs WHERE slug = new.slug;
  INSERT INTO product_former_slugs (slug, product_id) VALUES (old.slug, new.id)
  ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id, created_at = excluded.created_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_keep_former_slug" AFTER UPDATE OF "slug" ON "products"
  FOR EACH ROW WHEN (old.slug IS DISTINCT FROM new.slug) EXECUTE FUNCTION "keep_former_slug"();--> statement-breakpoint
-- Whoever takes an address has it: it must not lead back when the taker leaves the shop.
CREATE FUNCTION "take_former_slugs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_former_slugs former USING new_products WHERE former.slug = new_products.slug;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_take_former_slugs" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "take_former_slugs"();
