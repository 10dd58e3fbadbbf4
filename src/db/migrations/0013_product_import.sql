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
ALTER TABLE "media_sources" ADD CONSTRAINT "media_sources_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_lines" ADD CONSTRAINT "product_import_lines_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_actor_id_profiles_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_sources_media" ON "media_sources" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "product_import_lines_by_verdict" ON "product_import_lines" USING btree ("import_id","verdict","position");--> statement-breakpoint
CREATE INDEX "product_import_lines_waiting" ON "product_import_lines" USING btree ("import_id","position") WHERE outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_imports_one_open" ON "product_imports" USING btree ((true)) WHERE status in ('checking', 'checked', 'running');--> statement-breakpoint
CREATE INDEX "product_imports_newest" ON "product_imports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);