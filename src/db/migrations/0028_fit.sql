CREATE TABLE "alteration_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"staff_id" uuid,
	"staff_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alteration_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"garment_id" uuid NOT NULL,
	"remedy" text NOT NULL,
	"sealed_note" jsonb,
	"status" text DEFAULT 'requested' NOT NULL,
	"is_free" boolean NOT NULL,
	"cause" text,
	"decision_note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"cost_minor" bigint,
	"credit_minor" bigint,
	"currency" text NOT NULL,
	"remake_garment_id" uuid,
	"received_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alteration_requests_number_unique" UNIQUE("number"),
	CONSTRAINT "alteration_requests_status_known" CHECK ("alteration_requests"."status" in ('requested', 'approved', 'credit', 'remake', 'declined', 'received', 'done')),
	CONSTRAINT "alteration_requests_remedy_known" CHECK ("alteration_requests"."remedy" in ('alteration', 'local', 'remake')),
	CONSTRAINT "alteration_requests_cause_known" CHECK ("alteration_requests"."cause" in ('measured_by_customer', 'measured_by_house', 'pattern', 'sewing', 'shrinkage', 'taste', 'shipping')),
	CONSTRAINT "alteration_requests_decided" CHECK (("alteration_requests"."status" = 'requested') = ("alteration_requests"."decided_at" is null) and ("alteration_requests"."decided_at" is null or "alteration_requests"."cause" is not null)),
	CONSTRAINT "alteration_requests_remake_made" CHECK ("alteration_requests"."status" <> 'remake' or "alteration_requests"."remake_garment_id" is not null),
	CONSTRAINT "alteration_requests_amounts_positive" CHECK ("alteration_requests"."cost_minor" >= 0 and "alteration_requests"."credit_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "fit_feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"garment_id" uuid NOT NULL,
	"sealed" jsonb,
	"merged_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fit_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feedback_id" uuid,
	"request_id" uuid,
	"kind" text DEFAULT 'fit' NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fit_images_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "fit_images_of_one" CHECK (num_nonnulls("fit_images"."feedback_id", "fit_images"."request_id") = 1),
	CONSTRAINT "fit_images_kind_known" CHECK ("fit_images"."kind" in ('fit', 'receipt'))
);
--> statement-breakpoint
CREATE TABLE "fit_memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"profile_id" uuid,
	"garment" text NOT NULL,
	"sealed" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fit_memories_garment_given" CHECK (btrim("fit_memories"."garment") <> '')
);
--> statement-breakpoint
CREATE TABLE "quality_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"garment_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"sealed" jsonb,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quality_checks_verdict_known" CHECK ("quality_checks"."verdict" in ('passed', 'failed', 'accepted', 'skipped')),
	CONSTRAINT "quality_checks_reason_given" CHECK ("quality_checks"."verdict" in ('passed', 'failed') or btrim("quality_checks"."reason") <> '')
);
--> statement-breakpoint
ALTER TABLE "contracts" DROP CONSTRAINT "contracts_origin_known";--> statement-breakpoint
ALTER TABLE "alteration_events" ADD CONSTRAINT "alteration_events_request_id_alteration_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."alteration_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alteration_events" ADD CONSTRAINT "alteration_events_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alteration_requests" ADD CONSTRAINT "alteration_requests_garment_id_garments_id_fk" FOREIGN KEY ("garment_id") REFERENCES "public"."garments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alteration_requests" ADD CONSTRAINT "alteration_requests_remake_garment_id_garments_id_fk" FOREIGN KEY ("remake_garment_id") REFERENCES "public"."garments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_feedback" ADD CONSTRAINT "fit_feedback_garment_id_garments_id_fk" FOREIGN KEY ("garment_id") REFERENCES "public"."garments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_images" ADD CONSTRAINT "fit_images_feedback_id_fit_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."fit_feedback"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_images" ADD CONSTRAINT "fit_images_request_id_alteration_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."alteration_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_memories" ADD CONSTRAINT "fit_memories_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fit_memories" ADD CONSTRAINT "fit_memories_profile_id_measurement_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."measurement_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_checks" ADD CONSTRAINT "quality_checks_garment_id_garments_id_fk" FOREIGN KEY ("garment_id") REFERENCES "public"."garments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_checks" ADD CONSTRAINT "quality_checks_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alteration_events_request" ON "alteration_events" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "alteration_events_staff" ON "alteration_events" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "alteration_requests_queue" ON "alteration_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "alteration_requests_garment" ON "alteration_requests" USING btree ("garment_id");--> statement-breakpoint
CREATE INDEX "alteration_requests_remake" ON "alteration_requests" USING btree ("remake_garment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alteration_requests_open" ON "alteration_requests" USING btree ("garment_id") WHERE status in ('requested', 'approved', 'credit', 'remake', 'received');--> statement-breakpoint
CREATE UNIQUE INDEX "alteration_requests_free" ON "alteration_requests" USING btree ("garment_id") WHERE is_free and status <> 'declined';--> statement-breakpoint
CREATE INDEX "fit_feedback_garment" ON "fit_feedback" USING btree ("garment_id","created_at");--> statement-breakpoint
CREATE INDEX "fit_feedback_unmerged" ON "fit_feedback" USING btree ("garment_id") WHERE merged_at is null;--> statement-breakpoint
CREATE INDEX "fit_images_feedback" ON "fit_images" USING btree ("feedback_id");--> statement-breakpoint
CREATE INDEX "fit_images_request" ON "fit_images" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "fit_memories_user" ON "fit_memories" USING btree ("user_id","garment");--> statement-breakpoint
CREATE INDEX "fit_memories_profile" ON "fit_memories" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "quality_checks_garment" ON "quality_checks" USING btree ("garment_id","created_at");--> statement-breakpoint
CREATE INDEX "quality_checks_staff" ON "quality_checks" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_origin_known" CHECK ("contracts"."origin" in ('order', 'proposal', 'remake'));--> statement-breakpoint
-- What was measured, said and decided is history: rows are added, and only their sealed part may go or get a new key.
CREATE TRIGGER "quality_checks_stay" BEFORE UPDATE OF "garment_id", "verdict", "reason", "staff_name", "created_at" ON "quality_checks"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "fit_feedback_stay" BEFORE UPDATE OF "garment_id", "created_at" ON "fit_feedback"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "alteration_events_stay" BEFORE UPDATE OF "request_id", "from_status", "to_status", "staff_name", "created_at" ON "alteration_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "alteration_requests_end" BEFORE UPDATE OF "status" ON "alteration_requests"
  FOR EACH ROW WHEN (old.status IN ('declined', 'done') AND old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "alteration_requests_stay" BEFORE UPDATE OF "number", "garment_id", "remedy", "currency", "created_at" ON "alteration_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
