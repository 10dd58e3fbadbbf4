CREATE TABLE "store_credit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"currency" text NOT NULL,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_credit_accounts_token_unique" UNIQUE("token"),
	CONSTRAINT "store_credit_accounts_email" UNIQUE("email","currency"),
	CONSTRAINT "store_credit_accounts_email_small" CHECK ("store_credit_accounts"."email" = lower("store_credit_accounts"."email")),
	CONSTRAINT "store_credit_accounts_never_negative" CHECK ("store_credit_accounts"."balance_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "store_credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"idempotency_key" text,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_credit_entries_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "store_credit_entries_sign" CHECK (("store_credit_entries"."kind" in ('issue', 'release', 'refund') and "store_credit_entries"."amount_minor" > 0) or ("store_credit_entries"."kind" in ('spend', 'revoke') and "store_credit_entries"."amount_minor" < 0))
);
--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_account_id_store_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."store_credit_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_credit_entries" ADD CONSTRAINT "store_credit_entries_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_credit_entries_account" ON "store_credit_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "store_credit_entries_order" ON "store_credit_entries" USING btree ("order_id") WHERE order_id is not null;