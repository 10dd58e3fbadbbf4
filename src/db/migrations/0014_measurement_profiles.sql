CREATE TABLE "measurement_reads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid,
	"staff_id" uuid,
	"purpose" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "measurement_reads_subject_known" CHECK ("measurement_reads"."subject" in ('profile', 'contract')),
	CONSTRAINT "measurement_reads_purpose_given" CHECK (btrim("measurement_reads"."purpose") <> '')
);
--> statement-breakpoint
ALTER TABLE "measurement_profiles" DROP CONSTRAINT "measurement_profiles_label_given";--> statement-breakpoint
ALTER TABLE "measurement_profiles" ALTER COLUMN "label" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ALTER COLUMN "measures" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ALTER COLUMN "measures" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "is_atelier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD COLUMN "sealed" jsonb;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD COLUMN "consent_version" integer;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD COLUMN "retention" text DEFAULT 'keep' NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_reads" ADD CONSTRAINT "measurement_reads_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_reads" ADD CONSTRAINT "measurement_reads_staff_id_profiles_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "measurement_reads_user" ON "measurement_reads" USING btree ("user_id","read_at");--> statement-breakpoint
CREATE INDEX "measurement_reads_staff" ON "measurement_reads" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "measurement_reads_subject" ON "measurement_reads" USING btree ("subject_id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_atelier_is_staff" CHECK (not "profiles"."is_atelier" or "profiles"."role" = 'admin');--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_retention_known" CHECK ("measurement_profiles"."retention" in ('keep', 'after_order'));--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_sealed_or_plain" CHECK (("measurement_profiles"."sealed" is null) = ("measurement_profiles"."label" is not null) and ("measurement_profiles"."sealed" is null or "measurement_profiles"."measures" is null));