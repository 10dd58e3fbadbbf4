CREATE TABLE "document_counters" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "tax_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"seller" jsonb,
	"buyer" jsonb,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tax_documents_kind_known" CHECK ("tax_documents"."kind" in ('invoice', 'credit_note', 'debit_note')),
	CONSTRAINT "tax_documents_number_positive" CHECK ("tax_documents"."number" > 0),
	CONSTRAINT "tax_documents_refund" CHECK (("tax_documents"."kind" = 'invoice') = ("tax_documents"."refund_id" is null))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_number" ON "tax_documents" USING btree ("kind","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_one_invoice" ON "tax_documents" USING btree ("order_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_one_of_refund" ON "tax_documents" USING btree ("refund_id","kind");--> statement-breakpoint
CREATE INDEX "tax_documents_order" ON "tax_documents" USING btree ("order_id","issued_at");
--> statement-breakpoint
-- Orders that were paid before get their numbers in the order of payment. Seller and buyer stay empty: nobody recorded them.
INSERT INTO "tax_documents" ("id", "kind", "year", "number", "order_id", "issued_at")
SELECT gen_random_uuid(), 'invoice', paid.year, row_number() OVER (PARTITION BY paid.year ORDER BY paid.at, paid.id), paid.id, paid.at
  FROM (SELECT id, completed_at AS at, extract(year FROM completed_at AT TIME ZONE 'America/Guyana')::int AS year
          FROM "orders" WHERE completed_at IS NOT NULL) AS paid;
--> statement-breakpoint
-- So do their refunds, and the refunds that the bank sent back.
INSERT INTO "tax_documents" ("id", "kind", "year", "number", "order_id", "refund_id", "issued_at")
SELECT gen_random_uuid(), moved.kind, moved.year, row_number() OVER (PARTITION BY moved.kind, moved.year ORDER BY moved.at, moved.id),
       moved.order_id, moved.id, moved.at
  FROM (SELECT given.*, extract(year FROM given.at AT TIME ZONE 'America/Guyana')::int AS year
          FROM (SELECT 'credit_note' AS kind, r.id, r.order_id, coalesce(r.settled_at, r.created_at) AS at
                  FROM "refunds" r JOIN "payments" p ON p.id = r.payment_id
                 WHERE p.status NOT IN ('wrong_amount', 'wrong_currency', 'duplicate')
                   AND (r.status = 'succeeded' OR EXISTS (
                     SELECT FROM "payment_movements" m WHERE m.kind = 'refund' AND m.provider_id = r.id::text))
                UNION ALL
                SELECT 'debit_note', r.id, r.order_id, m.created_at
                  FROM "refunds" r JOIN "payments" p ON p.id = r.payment_id
                  JOIN "payment_movements" m ON m.kind = 'refund_failed' AND m.provider_id = r.id::text
                 WHERE p.status NOT IN ('wrong_amount', 'wrong_currency', 'duplicate')) AS given) AS moved;
--> statement-breakpoint
INSERT INTO "document_counters" ("kind", "year", "last")
SELECT "kind", "year", max("number") FROM "tax_documents" GROUP BY 1, 2;
