CREATE EXTENSION IF NOT EXISTS "pg_trgm";
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"size" text NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_user_id_product_id_size_color_pk" PRIMARY KEY("user_id","product_id","size","color"),
	CONSTRAINT "cart_lines_size_given" CHECK (length("cart_lines"."size") between 1 and 40),
	CONSTRAINT "cart_lines_color_known" CHECK ("cart_lines"."color" ~* '^(#[0-9a-f]{6})?$'),
	CONSTRAINT "cart_lines_quantity_possible" CHECK ("cart_lines"."quantity" between 0 and 99)
);
--> statement-breakpoint
CREATE TABLE "wishlist_entries" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"saved" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_entries_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_categories_name_given" CHECK (btrim("product_categories"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "product_counts" (
	"category_id" uuid,
	"gender" text NOT NULL,
	"garment_type" text NOT NULL,
	"on_sale" integer NOT NULL,
	CONSTRAINT "product_counts_group" UNIQUE NULLS NOT DISTINCT("category_id","gender","garment_type")
);
--> statement-breakpoint
CREATE TABLE "product_former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_notes_email_small" CHECK ("customer_notes"."email" = lower("customer_notes"."email"))
);
--> statement-breakpoint
CREATE TABLE "inbox_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inquiry_id" uuid,
	"message_id" uuid,
	"mail_id" uuid,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"body" text NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_replies_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "inbox_replies_of_one_thing" CHECK (num_nonnulls("inbox_replies"."inquiry_id", "inbox_replies"."message_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_order_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_order_views_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "shipment_items" (
	"shipment_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_items_shipment_id_order_item_id_pk" PRIMARY KEY("shipment_id","order_item_id"),
	CONSTRAINT "shipment_items_quantity_positive" CHECK ("shipment_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"tracking_url" text DEFAULT '' NOT NULL,
	"idempotency_key" text,
	"shipped_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipments_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "shipments_delivered_after_shipped" CHECK ("shipments"."delivered_at" is null or "shipments"."delivered_at" >= "shipments"."shipped_at")
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
CREATE TABLE "password_reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
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
	"payment_intent_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "donations_provider_session_id_unique" UNIQUE("provider_session_id"),
	CONSTRAINT "donations_payment_intent_id_unique" UNIQUE("payment_intent_id"),
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
	"color_name" text DEFAULT '' NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"additional_notes" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"submission_key" text,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guyana_sales_inquiries_submission_key_unique" UNIQUE("submission_key"),
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
	"promotion_minor" bigint DEFAULT 0 NOT NULL,
	"promotion_code" text,
	"shipping_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"total_amount_minor" bigint NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"shipping_method" text,
	"shipping_address" jsonb,
	"made_to_measure" boolean DEFAULT false NOT NULL,
	"payment_provider" text NOT NULL,
	"payment_account" text,
	"stripe_session_id" text,
	"payment_url" text,
	"payment_intent_id" text,
	"disputed_at" timestamp with time zone,
	"idempotency_key" text,
	"reserved_until" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_stripe_session_id_unique" UNIQUE("stripe_session_id"),
	CONSTRAINT "orders_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "orders_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'completed', 'cancelled', 'expired', 'refunded')),
	CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_amount_minor" = "orders"."subtotal_minor" - "orders"."discount_minor" - "orders"."promotion_minor" + "orders"."shipping_minor" + "orders"."tax_minor"),
	CONSTRAINT "orders_amounts_positive" CHECK ("orders"."subtotal_minor" >= 0 and "orders"."discount_minor" >= 0 and "orders"."promotion_minor" >= 0 and "orders"."shipping_minor" >= 0 and "orders"."tax_minor" >= 0 and "orders"."total_amount_minor" >= 0),
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
CREATE TABLE "media_sources" (
	"address" text PRIMARY KEY NOT NULL,
	"media_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_import_lines" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"verdict" text NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plan" jsonb,
	"outcome" text,
	"product_id" uuid,
	CONSTRAINT "product_import_lines_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea",
	"fallback_category" text NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"fetched_pictures" integer DEFAULT 0 NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "product_imports_status_known" CHECK ("product_imports"."status" in ('checking', 'unreadable', 'checked', 'running', 'finished', 'cancelled', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"user_id" uuid,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_customers_provider_customer_id_pk" PRIMARY KEY("provider","customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"donation_id" uuid,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"method" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_movements_of_one_thing" CHECK (num_nonnulls("payment_movements"."order_id", "payment_movements"."donation_id") = 1),
	CONSTRAINT "payment_movements_sign" CHECK (("payment_movements"."kind" in ('charge', 'refund_failed', 'dispute_won') and "payment_movements"."amount_minor" > 0) or ("payment_movements"."kind" in ('refund', 'dispute') and "payment_movements"."amount_minor" < 0))
);
--> statement-breakpoint
CREATE TABLE "refund_items" (
	"refund_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"restocked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "refund_items_refund_id_order_item_id_pk" PRIMARY KEY("refund_id","order_item_id"),
	CONSTRAINT "refund_items_quantity_positive" CHECK ("refund_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"return_request_id" uuid,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"idempotency_key" text,
	"provider" text NOT NULL,
	"provider_refund_id" text,
	"failure" text,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_minor" > 0),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "return_request_items" (
	"return_request_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"received_quantity" integer,
	"restocked_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_request_items_return_request_id_order_item_id_pk" PRIMARY KEY("return_request_id","order_item_id"),
	CONSTRAINT "return_request_items_quantity_positive" CHECK ("return_request_items"."quantity" > 0),
	CONSTRAINT "return_request_items_received_within" CHECK ("return_request_items"."received_quantity" between 0 and "return_request_items"."quantity"),
	CONSTRAINT "return_request_items_restocked_within" CHECK ("return_request_items"."restocked_quantity" between 0 and coalesce("return_request_items"."received_quantity", 0))
);
--> statement-breakpoint
CREATE TABLE "return_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"authorization_number" text NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'announced' NOT NULL,
	"staff_note" text DEFAULT '' NOT NULL,
	"received_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "return_requests_authorization_number_unique" UNIQUE("authorization_number"),
	CONSTRAINT "return_requests_status_known" CHECK ("return_requests"."status" in ('announced', 'received', 'refunded', 'exchanged', 'declined')),
	CONSTRAINT "return_requests_reason_known" CHECK ("return_requests"."reason" in ('changed_mind', 'other_size', 'defective', 'measures_differ'))
);
--> statement-breakpoint
CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"garment_type" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"sizes" text[] NOT NULL,
	"colors" text[] NOT NULL,
	"sort_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"vector" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text NOT NULL,
	"weight" smallint NOT NULL,
	"lexeme" text NOT NULL,
	"slips" text[] NOT NULL,
	CONSTRAINT "search_words_word_weight_pk" PRIMARY KEY("word","weight")
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
	"reply_to" text,
	"unsubscribe_url" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"bounced_at" timestamp with time zone,
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
CREATE TABLE "back_in_stock_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"notified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "low_stock_notices" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"order_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_some" CHECK ("stock_movements"."pieces" <> 0),
	CONSTRAINT "stock_movements_kind_known" CHECK ("stock_movements"."kind" in ('opening', 'received', 'sold', 'returned', 'corrected'))
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wishlist_entries" ADD CONSTRAINT "wishlist_entries_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wishlist_entries" ADD CONSTRAINT "wishlist_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "category_images" ADD CONSTRAINT "category_images_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "category_images" ADD CONSTRAINT "category_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_former_slugs" ADD CONSTRAINT "product_former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_media" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inbox_replies" ADD CONSTRAINT "inbox_replies_inquiry_id_guyana_sales_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."guyana_sales_inquiries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inbox_replies" ADD CONSTRAINT "inbox_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inbox_replies" ADD CONSTRAINT "inbox_replies_mail_id_mail_outbox_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail_outbox"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "inbox_replies" ADD CONSTRAINT "inbox_replies_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_order_views" ADD CONSTRAINT "saved_order_views_created_by_profiles_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD CONSTRAINT "guyana_sales_inquiries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_hero_images" ADD CONSTRAINT "page_hero_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_sources" ADD CONSTRAINT "media_sources_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_import_lines" ADD CONSTRAINT "product_import_lines_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_return_request_id_return_requests_id_fk" FOREIGN KEY ("return_request_id") REFERENCES "public"."return_requests"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "return_request_items" ADD CONSTRAINT "return_request_items_return_request_id_return_requests_id_fk" FOREIGN KEY ("return_request_id") REFERENCES "public"."return_requests"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "return_request_items" ADD CONSTRAINT "return_request_items_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "return_requests" ADD CONSTRAINT "return_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "back_in_stock_requests" ADD CONSTRAINT "back_in_stock_requests_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "low_stock_notices" ADD CONSTRAINT "low_stock_notices_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "cart_lines_product" ON "cart_lines" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "wishlist_entries_product" ON "wishlist_entries" USING btree ("product_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_name" ON "product_categories" USING btree (lower("name"));
--> statement-breakpoint
CREATE INDEX "product_former_slugs_of_product" ON "product_former_slugs" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX "product_images_product" ON "product_images" USING btree ("product_id","position");
--> statement-breakpoint
CREATE INDEX "product_images_of_media" ON "product_images" USING btree ("media_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_one_primary" ON "product_images" USING btree ("product_id") WHERE primary_image;
--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_on_sale_by_gender" ON "products" USING btree ("gender","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_on_sale_by_category" ON "products" USING btree ("category_id","gender","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_on_sale_by_garment_type" ON "products" USING btree ("garment_type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE in_stock and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE featured and in_stock and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_kept" ON "products" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_kept_by_category" ON "products" USING btree ("category_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_kept_by_name" ON "products" USING btree (lower("name"),"id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "products_name_trigrams" ON "products" USING gin (lower("name") gin_trgm_ops) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "customer_notes_email" ON "customer_notes" USING btree ("email","created_at");
--> statement-breakpoint
CREATE INDEX "inbox_replies_inquiry" ON "inbox_replies" USING btree ("inquiry_id","created_at");
--> statement-breakpoint
CREATE INDEX "inbox_replies_message" ON "inbox_replies" USING btree ("message_id","created_at");
--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "shipment_items_order_item" ON "shipment_items" USING btree ("order_item_id");
--> statement-breakpoint
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_id","shipped_at");
--> statement-breakpoint
CREATE INDEX "addresses_user" ON "addresses" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE is_default;
--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "measurement_profiles_user" ON "measurement_profiles" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_email_lower" ON "profiles" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");
--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "contact_messages_unanswered" ON "contact_messages" USING btree ("created_at") WHERE status = 'new';
--> statement-breakpoint
CREATE INDEX "guyana_sales_inquiries_newest" ON "guyana_sales_inquiries" USING btree ("created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "guyana_sales_inquiries_email" ON "guyana_sales_inquiries" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "guyana_sales_inquiries_unanswered" ON "guyana_sales_inquiries" USING btree ("created_at") WHERE status = 'new';
--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "media_newest_of_type" ON "media" USING btree ("type","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "media_words" ON "media" USING gin ("name" gin_trgm_ops,"alt_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","position");
--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower("customer_email"));
--> statement-breakpoint
CREATE INDEX "orders_reserved_until" ON "orders" USING btree ("reserved_until") WHERE status = 'pending';
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("provider","event_id");
--> statement-breakpoint
CREATE INDEX "stock_reservations_variant" ON "stock_reservations" USING btree ("variant_id");
--> statement-breakpoint
CREATE INDEX "media_sources_media" ON "media_sources" USING btree ("media_id");
--> statement-breakpoint
CREATE INDEX "product_import_lines_by_verdict" ON "product_import_lines" USING btree ("import_id","verdict","position");
--> statement-breakpoint
CREATE INDEX "product_import_lines_waiting" ON "product_import_lines" USING btree ("import_id","position") WHERE outcome is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "product_imports_one_open" ON "product_imports" USING btree ((true)) WHERE status in ('checking', 'checked', 'running');
--> statement-breakpoint
CREATE INDEX "product_imports_newest" ON "product_imports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_account" ON "payment_customers" USING btree ("user_id","provider");
--> statement-breakpoint
CREATE INDEX "payment_customers_to_forget" ON "payment_customers" USING btree ("created_at") WHERE user_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_movements_once" ON "payment_movements" USING btree ("provider","kind","provider_id");
--> statement-breakpoint
CREATE INDEX "payment_movements_order" ON "payment_movements" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "payment_movements_donation" ON "payment_movements" USING btree ("donation_id");
--> statement-breakpoint
CREATE INDEX "refund_items_order_item" ON "refund_items" USING btree ("order_item_id");
--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("created_at") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "return_request_items_order_item" ON "return_request_items" USING btree ("order_item_id");
--> statement-breakpoint
CREATE INDEX "return_requests_open" ON "return_requests" USING btree ("created_at") WHERE status in ('announced', 'received');
--> statement-breakpoint
CREATE INDEX "return_requests_order" ON "return_requests" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "product_search_vector" ON "product_search" USING gin ("vector");
--> statement-breakpoint
CREATE INDEX "product_search_by_price" ON "product_search" USING btree ("price_minor","product_id");
--> statement-breakpoint
CREATE INDEX "product_search_by_name" ON "product_search" USING btree ("sort_name","product_id");
--> statement-breakpoint
CREATE INDEX "search_words_lexeme" ON "search_words" USING btree ("lexeme");
--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "search_words_slips" ON "search_words" USING gin ("slips");
--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","subject_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_of_person" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "mail_outbox_status" ON "mail_outbox" USING btree ("status","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "back_in_stock_requests_once" ON "back_in_stock_requests" USING btree ("variant_id",lower("email")) WHERE notified_at is null;
--> statement-breakpoint
CREATE INDEX "back_in_stock_requests_email" ON "back_in_stock_requests" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "stock_movements_variant" ON "stock_movements" USING btree ("variant_id","created_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "stock_movements_order" ON "stock_movements" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "stock_movements_newest" ON "stock_movements" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
-- Rows are written in one order, so that concurrent writes wait for one another instead of deadlocking; a write that
-- moves no product between groups (a new price, a new name) writes nothing here and waits for nobody.
CREATE FUNCTION "count_products_on_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM product_counts;
  ELSIF tg_op = 'INSERT' THEN
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, count(*)
    FROM new_products WHERE in_stock AND deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  ELSIF tg_op = 'DELETE' THEN
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, -count(*)
    FROM old_products WHERE in_stock AND deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  ELSE
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, sum(change)
    FROM (
      SELECT category_id, gender, garment_type, 1 AS change FROM new_products WHERE in_stock AND deleted_at IS NULL
      UNION ALL
      SELECT category_id, gender, garment_type, -1 FROM old_products WHERE in_stock AND deleted_at IS NULL
    ) AS changes
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "products_counted_on_insert" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();
--> statement-breakpoint
CREATE TRIGGER "products_counted_on_update" AFTER UPDATE ON "products"
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();
--> statement-breakpoint
CREATE TRIGGER "products_counted_on_delete" AFTER DELETE ON "products"
  REFERENCING OLD TABLE AS old_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();
--> statement-breakpoint
CREATE TRIGGER "products_counted_on_truncate" AFTER TRUNCATE ON "products"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();
--> statement-breakpoint
-- Words in lower case, without accents and apostrophes, one space between them: "Women's Décor" is "womens decor". Written so that it
-- gives the same under every locale; src/features/catalog/search/search-text.ts does the same to what a shopper types.
CREATE FUNCTION "search_text"(input text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim(regexp_replace(
    regexp_replace(lower(normalize(input, NFKD)), '[\u0300-\u036f''’ʼ]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));
--> statement-breakpoint
-- The word, and the word with each one letter left out.
CREATE FUNCTION "search_slips"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY(SELECT DISTINCT overlay(word placing '' FROM place FOR 1) FROM generate_series(1, char_length(word)) AS place
        WHERE char_length(word) > 2) || word;
--> statement-breakpoint
-- The family of a #RRGGBB colour, or null for anything else. By lightness, chroma and hue, all from 0 to 1 but the hue in degrees.
CREATE FUNCTION "color_family"(hex text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  r float8; g float8; b float8; high float8; low float8; lightness float8; chroma float8; hue float8;
BEGIN
  IF hex !~ '^#[0-9A-Fa-f]{6}$' THEN RETURN NULL; END IF;
  r := ('x' || substr(hex, 2, 2))::bit(8)::int / 255.0;
  g := ('x' || substr(hex, 4, 2))::bit(8)::int / 255.0;
  b := ('x' || substr(hex, 6, 2))::bit(8)::int / 255.0;
  high := greatest(r, g, b);
  low := least(r, g, b);
  lightness := (high + low) / 2;
  chroma := high - low;
  IF lightness >= 0.96 THEN RETURN 'white'; END IF;
  IF chroma < 0.04 THEN
    RETURN CASE WHEN lightness < 0.14 THEN 'black' WHEN lightness > 0.9 THEN 'white' ELSE 'grey' END;
  END IF;
  IF lightness < 0.06 THEN RETURN 'black'; END IF;
  hue := 60 * CASE high
    WHEN r THEN (g - b) / chroma + CASE WHEN g < b THEN 6 ELSE 0 END
    WHEN g THEN (b - r) / chroma + 2
    ELSE (r - g) / chroma + 4 END;
  IF hue < 15 OR hue >= 335 THEN RETURN CASE WHEN lightness > 0.72 THEN 'pink' ELSE 'red' END; END IF;
  IF hue < 65 THEN
    RETURN CASE
      WHEN lightness >= 0.8 AND chroma < 0.25 THEN 'cream'
      WHEN lightness >= 0.5 AND chroma < 0.35 THEN 'beige'
      WHEN lightness < 0.45 AND hue < 50 AND chroma < 0.6 THEN 'brown'
      WHEN hue < 37 THEN 'orange'
      WHEN lightness < 0.4 THEN 'green'
      ELSE 'yellow' END;
  END IF;
  IF hue < 175 THEN RETURN 'green'; END IF;
  IF hue < 255 THEN RETURN 'blue'; END IF;
  IF hue < 295 THEN RETURN 'purple'; END IF;
  RETURN CASE WHEN lightness > 0.5 THEN 'pink' ELSE 'purple' END;
END $$;
--> statement-breakpoint
CREATE FUNCTION "refresh_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A change of the same products on its way is waited for: each statement below then sees what it wrote.
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM product_search WHERE product_id IN (
    SELECT id FROM products WHERE id = ANY(ids) AND NOT (in_stock AND deleted_at IS NULL));
  WITH described AS MATERIALIZED (
    SELECT p.id, p.category_id, p.gender, p.garment_type, p.price_minor, p.sizes, p.created_at, families.found AS colors,
           search_text(p.name) AS named,
           search_text(concat_ws(' ', c.name, p.garment_type)) AS filed,
           search_text(concat_ws(' ', families.names, array_to_string(families.found, ' '), p.materials)) AS made_of,
           search_text(concat_ws(' ', p.description,
             CASE WHEN p.gender <> 'male' THEN 'women womens female ladies' END,
             CASE WHEN p.gender <> 'female' THEN 'men mens male gentlemen' END,
             CASE WHEN p.gender = 'unisex' THEN 'unisex' END)) AS told,
           replace(search_text(coalesce(c.name, '')), ' ', '-') AS category
      FROM products p
      LEFT JOIN product_categories c ON c.id = p.category_id
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(DISTINCT color_family(color->>'hex')) FILTER (WHERE color_family(color->>'hex') IS NOT NULL), '{}') AS found,
               string_agg(color->>'name', ' ') AS names
          FROM jsonb_array_elements(p.colors) AS color) AS families
     WHERE p.id = ANY(ids) AND p.in_stock AND p.deleted_at IS NULL
  ), filed AS (
    INSERT INTO product_search AS kept
      (product_id, category_id, category, gender, garment_type, price_minor, sizes, colors, sort_name, created_at, vector)
    SELECT id, category_id, category, gender, garment_type, price_minor, sizes, colors, named, created_at,
           setweight(to_tsvector('english', named), 'A') || setweight(to_tsvector('english', made_of), 'C')
             || setweight(to_tsvector('english', told), 'D') || filed_vector(filed)
      FROM described
    ON CONFLICT (product_id) DO UPDATE SET
      category_id = excluded.category_id, category = excluded.category, gender = excluded.gender,
      garment_type = excluded.garment_type, price_minor = excluded.price_minor, sizes = excluded.sizes, colors = excluded.colors,
      sort_name = excluded.sort_name, created_at = excluded.created_at, vector = excluded.vector
  )
  INSERT INTO search_words (word, weight, lexeme, slips)
  SELECT word, weight, lexeme[1], search_slips(word)
    FROM (SELECT DISTINCT word, weight
            FROM described
           CROSS JOIN LATERAL (VALUES (4, named), (3, filed), (2, made_of), (1, told)) AS field(weight, words)
           CROSS JOIN LATERAL string_to_table(words, ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40) AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word, weight
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- Compared by a plan made for this change: one that is kept from a change of a single product compares each of thousands with each.
CREATE FUNCTION "search_follows_products"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid[]; refiled uuid[];
BEGIN
  IF tg_op = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_products WHERE in_stock AND deleted_at IS NULL;
  ELSE
    EXECUTE 'SELECT array_agg(id) FILTER (WHERE is_changed), array_agg(id) FILTER (WHERE NOT is_changed AND is_refiled)
      FROM (SELECT n.id,
                   (n.name, n.description, n.materials, n.gender, n.garment_type, n.price_minor, n.sizes, n.colors,
                    n.created_at, n.in_stock, n.deleted_at)
                IS DISTINCT FROM
                   (o.name, o.description, o.materials, o.gender, o.garment_type, o.price_minor, o.sizes, o.colors,
                    o.created_at, o.in_stock, o.deleted_at) AS is_changed,
                   n.category_id IS DISTINCT FROM o.category_id AS is_refiled
              FROM new_products n JOIN old_products o USING (id)) AS compared'
      INTO changed, refiled;
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_product_search(changed); END IF;
  IF refiled IS NOT NULL THEN PERFORM refile_product_search(refiled); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "products_searched_on_insert" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "search_follows_products"();
--> statement-breakpoint
CREATE TRIGGER "products_searched_on_update" AFTER UPDATE ON "products"
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "search_follows_products"();
--> statement-breakpoint
CREATE FUNCTION "search_follows_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refile_product_search(ARRAY(SELECT id FROM products WHERE category_id = new.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_categories_searched_on_rename" AFTER UPDATE OF "name" ON "product_categories"
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION "search_follows_category"();
--> statement-breakpoint
CREATE FUNCTION "keep_former_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_former_slugs WHERE slug = new.slug;
  INSERT INTO product_former_slugs (slug, product_id) VALUES (old.slug, new.id)
  ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id, created_at = excluded.created_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "products_keep_former_slug" AFTER UPDATE OF "slug" ON "products"
  FOR EACH ROW WHEN (old.slug IS DISTINCT FROM new.slug) EXECUTE FUNCTION "keep_former_slug"();
--> statement-breakpoint
-- Whoever takes an address has it: it must not lead back when the taker leaves the shop.
CREATE FUNCTION "take_former_slugs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_former_slugs former USING new_products WHERE former.slug = new_products.slug;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "products_take_former_slugs" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "take_former_slugs"();
--> statement-breakpoint
-- What is told of a product's category and kind of garment stands last in its vector, so that a product that changes nothing but its
-- category is filed anew without reading its words again: a category of thousands of products is renamed or deleted in one go.
CREATE FUNCTION "filed_vector"(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  setweight(to_tsvector('english', words), 'B');
--> statement-breakpoint
-- Brings product_search and search_words up to date with the category of these products, of which nothing else changed.
CREATE FUNCTION "refile_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  WITH filed AS MATERIALIZED (
    SELECT kinds.category_id, kinds.garment_type, words, filed_vector(words) AS vector,
           replace(search_text(coalesce(c.name, '')), ' ', '-') AS category
      FROM (SELECT DISTINCT category_id, garment_type FROM products WHERE id = ANY(ids)) AS kinds
      LEFT JOIN product_categories c ON c.id = kinds.category_id
      CROSS JOIN LATERAL search_text(concat_ws(' ', c.name, kinds.garment_type)) AS words
  ), moved AS (
    UPDATE product_search s
       SET category_id = p.category_id, category = filed.category, vector = ts_filter(s.vector, '{a,c,d}') || filed.vector
      FROM products p
      JOIN filed ON filed.category_id IS NOT DISTINCT FROM p.category_id AND filed.garment_type = p.garment_type
     WHERE s.product_id = p.id AND p.id = ANY(ids)
  )
  INSERT INTO search_words (word, weight, lexeme, slips)
  SELECT word, 3, lexeme[1], search_slips(word)
    FROM (SELECT DISTINCT word FROM filed CROSS JOIN LATERAL string_to_table(words, ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40) AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- What a transaction has changed of counts, holds and movements without the other, one number a combination, lives in a setting of that
-- transaction: it costs the same however long the ledger is, and is undone with a savepoint. '+' after the id: its count began.
CREATE FUNCTION "note_stock"(deltas jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF deltas IS NULL THEN
    RETURN;
  END IF;
  PERFORM set_config('shop.stock_deltas', coalesce((
    SELECT jsonb_object_agg(key, pieces) FILTER (WHERE pieces <> 0)::text FROM (
      SELECT key, sum(value::integer) AS pieces FROM (
        SELECT * FROM jsonb_each_text(coalesce(nullif(current_setting('shop.stock_deltas', true), ''), '{}')::jsonb)
        UNION ALL SELECT * FROM jsonb_each_text(deltas)) AS both_of_them
      GROUP BY key) AS summed), ''), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((SELECT jsonb_object_agg(id || '+', stock_count) FROM added WHERE stock_count > 0));
    RETURN NULL;
  END IF;
  -- Grouped, not joined: a plan that is kept from small writes would compare every row of a large one with every other.
  PERFORM note_stock((
    SELECT jsonb_object_agg(changed.id || CASE WHEN before IS NULL THEN '+' ELSE '' END, coalesce(after, 0) - coalesce(before, 0))
      FROM (SELECT both_sides.id, max(stock_count) FILTER (WHERE is_after) AS after, max(stock_count) FILTER (WHERE NOT is_after) AS before
              FROM (SELECT id, stock_count, true AS is_after FROM added UNION ALL SELECT id, stock_count, false FROM gone) AS both_sides
             GROUP BY both_sides.id) AS changed
     WHERE after IS DISTINCT FROM before));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A combination that begins or ends to be counted does so with what is held of it: nobody may begin or end a hold meanwhile.
CREATE FUNCTION "note_counting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_variants WHERE id = new.id FOR UPDATE;
  PERFORM note_stock((
    SELECT jsonb_build_object(new.id, CASE WHEN new.stock_count IS NULL THEN -sum(quantity) ELSE sum(quantity) END)
      FROM stock_reservations WHERE variant_id = new.id HAVING sum(quantity) > 0));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_holds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((
      WITH changed AS (SELECT variant_id, sum(quantity) AS pieces FROM added GROUP BY variant_id),
           counted AS (SELECT id, stock_count FROM product_variants WHERE id IN (SELECT variant_id FROM changed) ORDER BY id FOR KEY SHARE)
      SELECT jsonb_object_agg(id, pieces) FROM changed JOIN counted ON id = variant_id WHERE stock_count IS NOT NULL));
  ELSE
    PERFORM note_stock((
      WITH changed AS (SELECT variant_id, sum(quantity) AS pieces FROM gone GROUP BY variant_id),
           counted AS (SELECT id, stock_count FROM product_variants WHERE id IN (SELECT variant_id FROM changed) ORDER BY id FOR KEY SHARE)
      SELECT jsonb_object_agg(id, -pieces) FROM changed JOIN counted ON id = variant_id WHERE stock_count IS NOT NULL));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_movements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, -pieces) FROM (
      SELECT variant_id, sum(pieces) AS pieces FROM added GROUP BY variant_id) AS summed));
  ELSE
    PERFORM note_stock((SELECT jsonb_object_agg(variant_id, pieces) FROM (
      SELECT variant_id, sum(pieces) AS pieces FROM gone GROUP BY variant_id) AS summed));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the commit: what is left over becomes a movement. Who and why is told by the record that the same transaction wrote about the
-- product; its moment is the transaction's.
CREATE FUNCTION "settle_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deltas text := current_setting('shop.stock_deltas', true);
BEGIN
  IF deltas IS NULL OR deltas = '' THEN
    RETURN NULL;
  END IF;
  INSERT INTO stock_movements (id, variant_id, kind, pieces, note, actor_id, actor_name)
  SELECT gen_random_uuid(), v.id, CASE WHEN noted.begins AND noted.pieces > 0 THEN 'opening' ELSE 'corrected' END, noted.pieces,
         coalesce(record.action, ''), record.actor_id, coalesce(record.actor_name, '')
    FROM (SELECT left(key, 36)::uuid AS id, bool_or(length(key) > 36) AS begins, sum(value::integer) AS pieces
            FROM jsonb_each_text(deltas::jsonb) GROUP BY 1) AS noted
    JOIN product_variants v ON v.id = noted.id
    LEFT JOIN LATERAL (
      SELECT actor_id, actor_name, action FROM audit_log
       WHERE subject = 'product' AND subject_id = v.product_id::text AND created_at = now() ORDER BY id DESC LIMIT 1) AS record ON true
   WHERE noted.pieces <> 0
   ORDER BY v.id;
  PERFORM set_config('shop.stock_deltas', '', true);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A hold and a movement are written once: another number would be another row.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are written once', tg_table_name USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_variants_note_insert" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_note_update" AFTER UPDATE ON "product_variants"
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_counts"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_note_counting" AFTER UPDATE OF "stock_count" ON "product_variants"
  FOR EACH ROW WHEN ((old.stock_count IS NULL) <> (new.stock_count IS NULL)) EXECUTE FUNCTION "note_counting"();
--> statement-breakpoint
CREATE TRIGGER "stock_reservations_note_insert" AFTER INSERT ON "stock_reservations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_holds"();
--> statement-breakpoint
CREATE TRIGGER "stock_reservations_note_delete" AFTER DELETE ON "stock_reservations"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "note_holds"();
--> statement-breakpoint
CREATE TRIGGER "stock_movements_note_insert" AFTER INSERT ON "stock_movements"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_movements"();
--> statement-breakpoint
CREATE TRIGGER "stock_movements_note_delete" AFTER DELETE ON "stock_movements"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "note_movements"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "product_variants_settle" AFTER INSERT OR UPDATE OF "stock_count" ON "product_variants" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stock_reservations_settle" AFTER INSERT OR DELETE ON "stock_reservations" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stock_movements_settle" AFTER INSERT OR DELETE ON "stock_movements" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "settle_stock"();
--> statement-breakpoint
CREATE TRIGGER "stock_reservations_stay" BEFORE UPDATE OF "variant_id", "quantity" ON "stock_reservations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "stock_movements_stay" BEFORE UPDATE OF "variant_id", "kind", "pieces" ON "stock_movements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
