CREATE TABLE "measurement_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"garment" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "measurement_groups_name_given" CHECK (btrim("measurement_groups"."name") <> '')
);
--> statement-breakpoint
CREATE TABLE "measurement_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" jsonb NOT NULL,
	"person_name" text NOT NULL,
	"code_hash" text,
	"sealed" jsonb,
	"consent_version" integer,
	"consent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"shared_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "measurement_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "measurement_links_person_named" CHECK (btrim("measurement_links"."person_name") <> ''),
	CONSTRAINT "measurement_links_consent_before_values" CHECK ("measurement_links"."sealed" is null or ("measurement_links"."consent_at" is not null and "measurement_links"."code_hash" is not null)),
	CONSTRAINT "measurement_links_no_values_after_end" CHECK ("measurement_links"."sealed" is null or ("measurement_links"."withdrawn_at" is null and "measurement_links"."deleted_at" is null))
);
--> statement-breakpoint
ALTER TABLE "measurement_groups" ADD CONSTRAINT "measurement_groups_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_links" ADD CONSTRAINT "measurement_links_group_id_measurement_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."measurement_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "measurement_groups_user" ON "measurement_groups" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "measurement_links_group" ON "measurement_links" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "measurement_links_expires" ON "measurement_links" USING btree ("expires_at");