CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"donation_id" uuid,
	"kind" text DEFAULT 'full' NOT NULL,
	"method" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account" text,
	"session_id" text,
	"payment_intent_id" text,
	"payment_url" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"captured_minor" bigint DEFAULT 0 NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"disputed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "payments_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payments_of_one_thing" CHECK (num_nonnulls("payments"."order_id", "payments"."donation_id") = case when status = 'foreign' then 0 else 1 end),
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('pending', 'processing', 'captured', 'failed', 'cancelled', 'expired', 'wrong_amount', 'wrong_currency', 'duplicate', 'foreign')),
	CONSTRAINT "payments_kind_known" CHECK ("payments"."kind" in ('full', 'deposit', 'balance')),
	CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('test', 'stripe', 'manual', 'store_credit')),
	CONSTRAINT "payments_amounts_positive" CHECK ("payments"."amount_minor" >= 0 and "payments"."captured_minor" >= 0),
	CONSTRAINT "payments_refund_within_captured" CHECK ("payments"."refunded_minor" between 0 and "payments"."captured_minor")
);
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD COLUMN "payment_id" uuid;
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "payment_id" uuid;
--> statement-breakpoint
-- Every order has one payment. What the ledger says was captured and given back counts; an order without a ledger was paid in full.
INSERT INTO "payments" ("id", "order_id", "method", "provider", "provider_account", "session_id", "payment_intent_id", "payment_url", "status",
                        "amount_minor", "captured_minor", "refunded_minor", "currency", "disputed_at", "created_at", "updated_at")
SELECT gen_random_uuid(), o.id, CASE WHEN o.payment_provider = 'test' THEN 'test' ELSE 'stripe' END, o.payment_provider, o.payment_account,
       o.stripe_session_id, o.payment_intent_id, o.payment_url,
       CASE WHEN o.completed_at IS NOT NULL OR o.status IN ('completed', 'refunded') THEN 'captured'
            WHEN o.status = 'cancelled' THEN CASE WHEN EXISTS (
              SELECT FROM order_events e WHERE e.order_id = o.id AND e.type = 'payment_failed') THEN 'failed' ELSE 'cancelled' END
            WHEN o.status = 'expired' THEN 'expired'
            WHEN EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.type = 'payment_processing') THEN 'processing'
            ELSE 'pending' END,
       o.total_amount_minor, money.captured, least(money.captured, greatest(0, money.refunded)), o.currency, o.disputed_at, o.created_at, o.updated_at
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'charge'),
                    CASE WHEN o.completed_at IS NOT NULL OR o.status IN ('completed', 'refunded') THEN o.total_amount_minor ELSE 0 END) AS captured,
           coalesce(-sum(amount_minor) FILTER (WHERE kind IN ('refund', 'refund_failed')), o.refunded_minor) AS refunded
      FROM payment_movements WHERE order_id = o.id) AS money;
--> statement-breakpoint
-- So has every donation. Its provider is the one of its ledger, else the one that its session's id shows.
INSERT INTO "payments" ("id", "donation_id", "method", "provider", "session_id", "payment_intent_id", "status",
                        "amount_minor", "captured_minor", "refunded_minor", "currency", "created_at", "updated_at")
SELECT gen_random_uuid(), d.id, CASE WHEN named.provider = 'test' THEN 'test' ELSE 'stripe' END, named.provider,
       d.provider_session_id, d.payment_intent_id,
       CASE d.status WHEN 'completed' THEN 'captured' WHEN 'expired' THEN 'expired' ELSE 'pending' END,
       d.amount_minor, money.captured, least(money.captured, greatest(0, money.refunded)), d.currency, d.created_at, coalesce(d.completed_at, d.created_at)
  FROM donations d
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'charge'), CASE WHEN d.status = 'completed' THEN d.amount_minor ELSE 0 END) AS captured,
           coalesce(-sum(amount_minor) FILTER (WHERE kind IN ('refund', 'refund_failed')), 0) AS refunded, max(provider) AS provider
      FROM payment_movements WHERE donation_id = d.id) AS money
  CROSS JOIN LATERAL (
    SELECT coalesce(money.provider,
                    (SELECT 'test' FROM test_payment_sessions t WHERE t.id = d.provider_session_id),
                    CASE WHEN d.payment_intent_id IS NULL AND d.provider_session_id IS NULL THEN 'test'
                         WHEN d.provider_session_id LIKE 'cs_live_%' THEN 'stripe:live' ELSE 'stripe:test' END) AS provider) AS named;
--> statement-breakpoint
UPDATE "payment_movements" SET "payment_id" = p.id FROM "payments" p WHERE p.order_id = payment_movements.order_id;
--> statement-breakpoint
UPDATE "payment_movements" SET "payment_id" = p.id FROM "payments" p WHERE p.donation_id = payment_movements.donation_id;
--> statement-breakpoint
UPDATE "refunds" SET "payment_id" = p.id FROM "payments" p WHERE p.order_id = refunds.order_id;
--> statement-breakpoint
ALTER TABLE "payment_movements" ALTER COLUMN "payment_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "payment_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_movements" DROP CONSTRAINT "payment_movements_of_one_thing";
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_of_a_kind" ON "payments" USING btree ("order_id","kind") WHERE status not in ('wrong_amount', 'wrong_currency', 'duplicate');
--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "payments_donation" ON "payments" USING btree ("donation_id") WHERE donation_id is not null;
--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("order_id") WHERE disputed_at is not null;
--> statement-breakpoint
CREATE INDEX "payments_under_review" ON "payments" USING btree ("order_id") WHERE status in ('wrong_amount', 'wrong_currency', 'duplicate', 'foreign');
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_movements_payment" ON "payment_movements" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_of_one_thing" CHECK (num_nonnulls("payment_movements"."order_id", "payment_movements"."donation_id") <= 1);
--> statement-breakpoint
ALTER TABLE "donations" DROP CONSTRAINT "donations_provider_session_id_unique";
--> statement-breakpoint
ALTER TABLE "donations" DROP CONSTRAINT "donations_payment_intent_id_unique";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_stripe_session_id_unique";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_intent_id_unique";
--> statement-breakpoint
ALTER TABLE "donations" DROP COLUMN "provider_session_id";
--> statement-breakpoint
ALTER TABLE "donations" DROP COLUMN "payment_intent_id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "payment_provider";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "payment_account";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "stripe_session_id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "payment_url";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "payment_intent_id";
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "disputed_at";
