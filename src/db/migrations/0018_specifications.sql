CREATE TABLE "fit_specifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"user_id" uuid,
	"garment" text NOT NULL,
	"sealed" jsonb,
	"choices" jsonb NOT NULL,
	"needs_check" boolean DEFAULT false NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fit_specifications_hash_valid" CHECK ("fit_specifications"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "cart_lines" DROP CONSTRAINT "cart_lines_user_id_product_id_size_color_pk";--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "specification" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_product_id_size_color_specification_pk" PRIMARY KEY("user_id","product_id","size","color","specification");--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "specification_id" uuid;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD CONSTRAINT "fit_specifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD CONSTRAINT "fit_specifications_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fit_specifications_user" ON "fit_specifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "fit_specifications_product" ON "fit_specifications" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "fit_specifications_oldest" ON "fit_specifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cart_lines_specification" ON "cart_lines" USING btree ("specification") WHERE specification <> '';--> statement-breakpoint
CREATE INDEX "order_items_specification" ON "order_items" USING btree ("specification_id") WHERE specification_id is not null;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_specification_valid" CHECK ("cart_lines"."specification" ~ '^([0-9a-f-]{36})?$');
--> statement-breakpoint
-- A fit specification is written once. It can change its owner, lose its sealed part, or be sealed with another key.
CREATE TRIGGER "fit_specifications_stay" BEFORE UPDATE ON "fit_specifications"
  FOR EACH ROW WHEN (
    old.id IS DISTINCT FROM new.id OR (new.product_id IS NOT NULL AND old.product_id IS DISTINCT FROM new.product_id)
    OR old.garment IS DISTINCT FROM new.garment OR old.choices IS DISTINCT FROM new.choices
    OR old.needs_check IS DISTINCT FROM new.needs_check OR old.hash IS DISTINCT FROM new.hash
    OR old.created_at IS DISTINCT FROM new.created_at
    OR (old.user_id IS NOT NULL AND new.user_id IS NOT NULL AND old.user_id <> new.user_id)
    OR (new.sealed IS NOT NULL AND old.sealed IS DISTINCT FROM new.sealed
        AND (old.sealed IS NULL OR old.sealed ->> 'keyId' = new.sealed ->> 'keyId'))
  ) EXECUTE FUNCTION "refuse_change"();
