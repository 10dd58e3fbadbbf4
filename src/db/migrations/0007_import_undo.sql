ALTER TABLE "product_imports" DROP CONSTRAINT "product_imports_status_known";--> statement-breakpoint
DROP INDEX "product_imports_one_open";--> statement-breakpoint
ALTER TABLE "image_hosts" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "image_hosts" ADD CONSTRAINT "image_hosts_requested_by_profiles_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_imports_one_open" ON "product_imports" USING btree ((true)) WHERE status in ('checking', 'checked', 'running', 'undoing');--> statement-breakpoint
ALTER TABLE "product_imports" DROP COLUMN "undone_at";--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_status_known" CHECK ("product_imports"."status" in ('checking', 'unreadable', 'checked', 'running', 'finished', 'cancelled', 'stopped', 'undoing', 'undone'));