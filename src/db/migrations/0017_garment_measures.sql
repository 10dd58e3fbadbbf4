CREATE TABLE "garment_measures" (
	"product_id" uuid NOT NULL,
	"size" text NOT NULL,
	"measurement" text NOT NULL,
	"length_mm" integer NOT NULL,
	CONSTRAINT "garment_measures_product_id_size_measurement_pk" PRIMARY KEY("product_id","size","measurement"),
	CONSTRAINT "garment_measures_length_possible" CHECK ("garment_measures"."length_mm" between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "garment_measures" ADD CONSTRAINT "garment_measures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;