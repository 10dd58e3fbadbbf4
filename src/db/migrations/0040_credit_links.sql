CREATE TABLE "store_credit_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_credit_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "store_credit_links" ADD CONSTRAINT "store_credit_links_account_id_store_credit_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."store_credit_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_credit_links_account" ON "store_credit_links" USING btree ("account_id");--> statement-breakpoint
-- The links that were sent before go on working: SHA-256, base64url, as `hashSecret` of src/core/secret-hash.server.ts.
INSERT INTO "store_credit_links" ("id", "account_id", "token_hash", "created_at")
  SELECT gen_random_uuid(), "id", rtrim(translate(encode(sha256(convert_to("token", 'UTF8')), 'base64'), '+/', '-_'), '='), "created_at"
    FROM "store_credit_accounts";--> statement-breakpoint
ALTER TABLE "store_credit_accounts" DROP CONSTRAINT "store_credit_accounts_token_unique";--> statement-breakpoint
ALTER TABLE "store_credit_accounts" DROP COLUMN "token";
