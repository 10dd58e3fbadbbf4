CREATE TABLE "category_images" (
  "category_id" uuid PRIMARY KEY NOT NULL,
  "media_id" uuid NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_version" (
  "only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
  "version" bigint DEFAULT 1 NOT NULL,
  CONSTRAINT "content_version_only_row" CHECK ("content_version"."only_row")
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
  "id" uuid PRIMARY KEY NOT NULL,
  "name" text NOT NULL,
  "description" text DEFAULT '' NOT NULL,
  "is_system" boolean DEFAULT false NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_categories_name_given" CHECK (btrim("product_categories"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "product_images" (
  "id" uuid PRIMARY KEY NOT NULL,
  "product_id" uuid NOT NULL,
  "media_id" uuid NOT NULL,
  "alt_text" text DEFAULT '' NOT NULL,
  "primary_image" boolean DEFAULT false NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
  "id" uuid PRIMARY KEY NOT NULL,
  "product_id" uuid NOT NULL,
  "size" text NOT NULL,
  "color" text DEFAULT '' NOT NULL,
  "sku" text NOT NULL,
  "stock_count" integer,
  "position" integer DEFAULT 0 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "product_variants_sku_unique" UNIQUE("sku"),
  CONSTRAINT "product_variants_combination" UNIQUE("product_id","size","color"),
  CONSTRAINT "product_variants_stock_positive" CHECK ("product_variants"."stock_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
  "id" uuid PRIMARY KEY NOT NULL,
  "slug" text NOT NULL,
  "name" text NOT NULL,
  "description" text DEFAULT '' NOT NULL,
  "materials" text DEFAULT '' NOT NULL,
  "care" text DEFAULT '' NOT NULL,
  "price_minor" bigint DEFAULT 0 NOT NULL,
  "currency" text DEFAULT 'USD' NOT NULL,
  "category_id" uuid,
  "gender" text DEFAULT 'female' NOT NULL,
  "garment_type" text DEFAULT 'other' NOT NULL,
  "in_stock" boolean DEFAULT true NOT NULL,
  "featured" boolean DEFAULT false NOT NULL,
  "sizes" text[] DEFAULT '{}' NOT NULL,
  "colors" jsonb DEFAULT '[]'::jsonb NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  "deleted_at" timestamp with time zone,
  CONSTRAINT "products_slug_unique" UNIQUE("slug"),
  CONSTRAINT "products_name_given" CHECK (btrim("products"."name") <> ''),
  CONSTRAINT "products_price_positive" CHECK ("products"."price_minor" >= 0),
  CONSTRAINT "products_gender_known" CHECK ("products"."gender" in ('female', 'male', 'unisex')),
  CONSTRAINT "products_currency_known" CHECK ("products"."currency" in ('USD', 'GYD'))
);
--> statement-breakpoint
CREATE TABLE "addresses" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "full_name" text NOT NULL,
  "phone" text DEFAULT '' NOT NULL,
  "line1" text NOT NULL,
  "line2" text DEFAULT '' NOT NULL,
  "city" text NOT NULL,
  "region" text DEFAULT '' NOT NULL,
  "postal_code" text DEFAULT '' NOT NULL,
  "country" text DEFAULT 'GY' NOT NULL,
  "is_default" boolean DEFAULT false NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "addresses_country_iso" CHECK ("addresses"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "account_id" text NOT NULL,
  "provider_id" text NOT NULL,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "access_token_expires_at" timestamp with time zone,
  "refresh_token_expires_at" timestamp with time zone,
  "scope" text,
  "password" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "measurement_profiles" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid,
  "label" text NOT NULL,
  "measures" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "consent_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "measurement_profiles_label_given" CHECK (btrim("measurement_profiles"."label") <> '')
);
--> statement-breakpoint
CREATE TABLE "profiles" (
  "id" uuid PRIMARY KEY NOT NULL,
  "name" text NOT NULL,
  "first_name" text DEFAULT '' NOT NULL,
  "last_name" text DEFAULT '' NOT NULL,
  "email" text NOT NULL,
  "email_verified" boolean DEFAULT false NOT NULL,
  "image" text,
  "username" text,
  "display_username" text,
  "role" text DEFAULT 'customer' NOT NULL,
  "email_notifications" boolean DEFAULT false NOT NULL,
  "order_updates" boolean DEFAULT true NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "profiles_email_unique" UNIQUE("email"),
  CONSTRAINT "profiles_username_unique" UNIQUE("username"),
  CONSTRAINT "profiles_role_known" CHECK ("profiles"."role" in ('customer', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
  "id" uuid PRIMARY KEY NOT NULL,
  "key" text NOT NULL,
  "count" integer NOT NULL,
  "last_request" bigint NOT NULL,
  CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid NOT NULL,
  "token" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "ip_address" text,
  "user_agent" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
  "id" uuid PRIMARY KEY NOT NULL,
  "identifier" text NOT NULL,
  "value" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
  "id" uuid PRIMARY KEY NOT NULL,
  "kind" text DEFAULT 'contact' NOT NULL,
  "full_name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text DEFAULT '' NOT NULL,
  "subject" text DEFAULT '' NOT NULL,
  "message" text NOT NULL,
  "status" text DEFAULT 'new' NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "donations" (
  "id" uuid PRIMARY KEY NOT NULL,
  "amount_minor" bigint NOT NULL,
  "currency" text DEFAULT 'USD' NOT NULL,
  "email" text NOT NULL,
  "status" text DEFAULT 'pending' NOT NULL,
  "provider_session_id" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "completed_at" timestamp with time zone,
  CONSTRAINT "donations_provider_session_id_unique" UNIQUE("provider_session_id"),
  CONSTRAINT "donations_amount_positive" CHECK ("donations"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "guyana_sales_inquiries" (
  "id" uuid PRIMARY KEY NOT NULL,
  "first_name" text NOT NULL,
  "last_name" text NOT NULL,
  "email" text NOT NULL,
  "phone" text NOT NULL,
  "address" text NOT NULL,
  "city" text NOT NULL,
  "postal_code" text DEFAULT '' NOT NULL,
  "product_id" uuid,
  "product_name" text NOT NULL,
  "size" text NOT NULL,
  "quantity" integer DEFAULT 1 NOT NULL,
  "additional_notes" text DEFAULT '' NOT NULL,
  "status" text DEFAULT 'new' NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "guyana_sales_inquiries_quantity_positive" CHECK ("guyana_sales_inquiries"."quantity" >= 1)
);
--> statement-breakpoint
CREATE TABLE "media" (
  "id" uuid PRIMARY KEY NOT NULL,
  "name" text NOT NULL,
  "storage_key" text NOT NULL,
  "type" text DEFAULT 'image' NOT NULL,
  "media_category" text DEFAULT 'general' NOT NULL,
  "mime_type" text NOT NULL,
  "byte_size" integer NOT NULL,
  "width" integer,
  "height" integer,
  "alt_text" text DEFAULT '' NOT NULL,
  "focal_x" real DEFAULT 0.5 NOT NULL,
  "focal_y" real DEFAULT 0.5 NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "media_storage_key_unique" UNIQUE("storage_key"),
  CONSTRAINT "media_byte_size_positive" CHECK ("media"."byte_size" > 0),
  CONSTRAINT "media_focal_in_picture" CHECK ("media"."focal_x" between 0 and 1 and "media"."focal_y" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "page_hero_images" (
  "page_name" text PRIMARY KEY NOT NULL,
  "media_id" uuid NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
  "id" uuid PRIMARY KEY NOT NULL,
  "order_id" uuid NOT NULL,
  "type" text NOT NULL,
  "detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
  "id" uuid PRIMARY KEY NOT NULL,
  "order_id" uuid NOT NULL,
  "product_id" uuid,
  "variant_id" uuid,
  "product_name" text NOT NULL,
  "media_id" uuid,
  "size" text NOT NULL,
  "color" text DEFAULT '' NOT NULL,
  "color_name" text DEFAULT '' NOT NULL,
  "quantity" integer NOT NULL,
  "unit_price_minor" bigint NOT NULL,
  "discount_minor" bigint DEFAULT 0 NOT NULL,
  "made_to_measure" boolean DEFAULT false NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  CONSTRAINT "order_items_quantity_positive" CHECK ("order_items"."quantity" > 0),
  CONSTRAINT "order_items_price_positive" CHECK ("order_items"."unit_price_minor" >= 0),
  CONSTRAINT "order_items_discount_within_line" CHECK ("order_items"."discount_minor" between 0 and "order_items"."unit_price_minor" * "order_items"."quantity")
);
--> statement-breakpoint
CREATE TABLE "orders" (
  "id" uuid PRIMARY KEY NOT NULL,
  "user_id" uuid,
  "status" text DEFAULT 'pending' NOT NULL,
  "customer_email" text NOT NULL,
  "currency" text DEFAULT 'USD' NOT NULL,
  "subtotal_minor" bigint NOT NULL,
  "discount_minor" bigint DEFAULT 0 NOT NULL,
  "shipping_minor" bigint DEFAULT 0 NOT NULL,
  "tax_minor" bigint DEFAULT 0 NOT NULL,
  "total_amount_minor" bigint NOT NULL,
  "refunded_minor" bigint DEFAULT 0 NOT NULL,
  "shipping_method" text,
  "shipping_address" jsonb,
  "made_to_measure" boolean DEFAULT false NOT NULL,
  "payment_provider" text NOT NULL,
  "stripe_session_id" text,
  "payment_url" text,
  "idempotency_key" text,
  "reserved_until" timestamp with time zone,
  "completed_at" timestamp with time zone,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "orders_stripe_session_id_unique" UNIQUE("stripe_session_id"),
  CONSTRAINT "orders_idempotency_key_unique" UNIQUE("idempotency_key"),
  CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'completed', 'cancelled', 'expired', 'refunded')),
  CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_amount_minor" = "orders"."subtotal_minor" - "orders"."discount_minor" + "orders"."shipping_minor" + "orders"."tax_minor"),
  CONSTRAINT "orders_amounts_positive" CHECK ("orders"."subtotal_minor" >= 0 and "orders"."discount_minor" >= 0 and "orders"."shipping_minor" >= 0 and "orders"."tax_minor" >= 0 and "orders"."total_amount_minor" >= 0),
  CONSTRAINT "orders_refund_within_total" CHECK ("orders"."refunded_minor" between 0 and "orders"."total_amount_minor")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
  "id" uuid PRIMARY KEY NOT NULL,
  "provider" text NOT NULL,
  "event_id" text NOT NULL,
  "type" text NOT NULL,
  "session_id" text,
  "payload" jsonb NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "stock_reservations" (
  "id" uuid PRIMARY KEY NOT NULL,
  "order_id" uuid NOT NULL,
  "variant_id" uuid NOT NULL,
  "quantity" integer NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "stock_reservations_once" UNIQUE("order_id","variant_id"),
  CONSTRAINT "stock_reservations_quantity_positive" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "test_payment_sessions" (
  "id" text PRIMARY KEY NOT NULL,
  "status" text DEFAULT 'open' NOT NULL,
  "request" jsonb NOT NULL,
  "outcome" jsonb,
  "expires_at" timestamp with time zone NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
  "id" uuid PRIMARY KEY NOT NULL,
  "actor_id" uuid,
  "actor_name" text NOT NULL,
  "action" text NOT NULL,
  "subject" text NOT NULL,
  "subject_id" text NOT NULL,
  "before" jsonb,
  "after" jsonb,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
  "id" uuid PRIMARY KEY NOT NULL,
  "dedupe_key" text NOT NULL,
  "kind" text NOT NULL,
  "recipient" text NOT NULL,
  "subject" text NOT NULL,
  "text_body" text NOT NULL,
  "html_body" text NOT NULL,
  "status" text DEFAULT 'queued' NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "last_error" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "sent_at" timestamp with time zone,
  CONSTRAINT "mail_outbox_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
  "setting_name" text PRIMARY KEY NOT NULL,
  "setting_value" jsonb NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_images" ADD CONSTRAINT "category_images_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_images" ADD CONSTRAINT "category_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_media" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD CONSTRAINT "guyana_sales_inquiries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_hero_images" ADD CONSTRAINT "page_hero_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_name" ON "product_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "product_images_product" ON "product_images" USING btree ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_one_primary" ON "product_images" USING btree ("product_id") WHERE primary_image;--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_gender" ON "products" USING btree ("gender","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_category" ON "products" USING btree ("category_id","gender","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_garment_type" ON "products" USING btree ("garment_type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE featured and in_stock and deleted_at is null;--> statement-breakpoint
CREATE INDEX "addresses_user" ON "addresses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "measurement_profiles_user" ON "measurement_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_email_lower" ON "profiles" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "guyana_sales_inquiries_newest" ON "guyana_sales_inquiries" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "media_created_at" ON "media" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower("customer_email"));--> statement-breakpoint
CREATE INDEX "orders_reserved_until" ON "orders" USING btree ("reserved_until") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_outbox_status" ON "mail_outbox" USING btree ("status","created_at");