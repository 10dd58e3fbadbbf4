CREATE TABLE "capacity_version" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "capacity_version_only_row" CHECK ("capacity_version"."only_row")
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "capacity_version" bigint;--> statement-breakpoint
CREATE INDEX "order_items_capacity_version" ON "order_items" USING btree ("capacity_version") WHERE capacity_version is not null;
