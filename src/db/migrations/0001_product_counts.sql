CREATE TABLE "product_counts" (
	"category_id" uuid,
	"gender" text NOT NULL,
	"garment_type" text NOT NULL,
	"on_sale" integer NOT NULL,
	CONSTRAINT "product_counts_group" UNIQUE NULLS NOT DISTINCT("category_id","gender","garment_type")
);
