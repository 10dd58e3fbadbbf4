ALTER TABLE "measurement_reads" DROP CONSTRAINT "measurement_reads_subject_known";--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD COLUMN "specification_id" uuid;--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD COLUMN "fit" jsonb;--> statement-breakpoint
ALTER TABLE "guyana_sales_inquiries" ADD CONSTRAINT "guyana_sales_inquiries_specification_id_fit_specifications_id_fk" FOREIGN KEY ("specification_id") REFERENCES "public"."fit_specifications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guyana_sales_inquiries_specification" ON "guyana_sales_inquiries" USING btree ("specification_id") WHERE specification_id is not null;--> statement-breakpoint
ALTER TABLE "measurement_reads" ADD CONSTRAINT "measurement_reads_subject_known" CHECK ("measurement_reads"."subject" in ('profile', 'contract', 'specification'));