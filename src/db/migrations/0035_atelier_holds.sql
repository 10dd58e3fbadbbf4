CREATE TABLE "atelier_holds" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"is_held" boolean NOT NULL,
	"unheld_because" text,
	"is_stranger" boolean NOT NULL,
	"held_until" timestamp with time zone,
	"holder_keys" text[] NOT NULL,
	"confirmation_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "atelier_holds_confirmation_hash_unique" UNIQUE("confirmation_hash")
);
--> statement-breakpoint
ALTER TABLE "atelier_holds" ADD CONSTRAINT "atelier_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "atelier_holds_held" ON "atelier_holds" USING btree ("held_until") WHERE is_held;