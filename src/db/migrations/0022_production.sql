CREATE TABLE "garment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"garment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_stage" text,
	"to_stage" text,
	"maker_id" uuid,
	"minutes" integer,
	"note" text DEFAULT '' NOT NULL,
	"staff_id" uuid,
	"staff_name" text DEFAULT '' NOT NULL,
	"device_event_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "garment_events_device_event_id_unique" UNIQUE("device_event_id"),
	CONSTRAINT "garment_events_kind_known" CHECK ("garment_events"."kind" in ('stage', 'maker', 'work', 'note', 'photo')),
	CONSTRAINT "garment_events_minutes_possible" CHECK ("garment_events"."minutes" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "garment_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"garment_id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"staff_id" uuid,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "garments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_item_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"remake_of" uuid,
	"stage" text DEFAULT 'received' NOT NULL,
	"maker_id" uuid,
	"ship_by" date,
	"label_token" text NOT NULL,
	"finished" jsonb,
	"finished_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "garments_label_token_unique" UNIQUE("label_token"),
	CONSTRAINT "garments_number" UNIQUE("order_item_id","number"),
	CONSTRAINT "garments_number_positive" CHECK ("garments"."number" > 0),
	CONSTRAINT "garments_stage_known" CHECK ("garments"."stage" in ('received', 'checked', 'pattern_ready', 'approved', 'cut', 'sewn', 'fitted', 'finished', 'shipped', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "maker_absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"maker_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maker_absences_days_ordered" CHECK ("maker_absences"."from_day" <= "maker_absences"."until_day")
);
--> statement-breakpoint
CREATE TABLE "makers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"media_id" uuid,
	"profile_id" uuid,
	"is_new_dawn" boolean DEFAULT false NOT NULL,
	"week_minutes" integer[] NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "makers_profile_id_unique" UNIQUE("profile_id"),
	CONSTRAINT "makers_name_given" CHECK (btrim("makers"."name") <> ''),
	CONSTRAINT "makers_week_possible" CHECK (array_length("makers"."week_minutes", 1) = 7 and 0 <= all ("makers"."week_minutes") and 1440 >= all ("makers"."week_minutes"))
);
--> statement-breakpoint
CREATE TABLE "production_times" (
	"garment" text NOT NULL,
	"stage" text NOT NULL,
	"minutes" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "production_times_garment_stage_pk" PRIMARY KEY("garment","stage"),
	CONSTRAINT "production_times_possible" CHECK ("production_times"."minutes" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "garment_events" ADD CONSTRAINT "garment_events_garment_id_garments_id_fk" FOREIGN KEY ("garment_id") REFERENCES "public"."garments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garment_events" ADD CONSTRAINT "garment_events_maker_id_makers_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."makers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garment_events" ADD CONSTRAINT "garment_events_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garment_photos" ADD CONSTRAINT "garment_photos_garment_id_garments_id_fk" FOREIGN KEY ("garment_id") REFERENCES "public"."garments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garment_photos" ADD CONSTRAINT "garment_photos_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garments" ADD CONSTRAINT "garments_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garments" ADD CONSTRAINT "garments_remake_of_garments_id_fk" FOREIGN KEY ("remake_of") REFERENCES "public"."garments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garments" ADD CONSTRAINT "garments_maker_id_makers_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."makers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maker_absences" ADD CONSTRAINT "maker_absences_maker_id_makers_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."makers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makers" ADD CONSTRAINT "makers_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makers" ADD CONSTRAINT "makers_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "garment_events_garment" ON "garment_events" USING btree ("garment_id","happened_at");--> statement-breakpoint
CREATE INDEX "garment_events_maker" ON "garment_events" USING btree ("maker_id");--> statement-breakpoint
CREATE INDEX "garment_events_staff" ON "garment_events" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "garment_photos_garment" ON "garment_photos" USING btree ("garment_id");--> statement-breakpoint
CREATE INDEX "garment_photos_staff" ON "garment_photos" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "garments_maker" ON "garments" USING btree ("maker_id");--> statement-breakpoint
CREATE INDEX "garments_remake" ON "garments" USING btree ("remake_of");--> statement-breakpoint
CREATE INDEX "garments_due" ON "garments" USING btree ("stage","ship_by");--> statement-breakpoint
CREATE INDEX "maker_absences_maker" ON "maker_absences" USING btree ("maker_id","from_day");--> statement-breakpoint
CREATE INDEX "makers_media" ON "makers" USING btree ("media_id");