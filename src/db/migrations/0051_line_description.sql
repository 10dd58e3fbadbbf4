ALTER TABLE "order_items" ADD COLUMN "wearer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "fit_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "monogram" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "order_items" SET "color" = "chosen"."color_hex", "color_name" = "chosen"."name"
  FROM (
    SELECT DISTINCT ON ("m"."order_item_id") "m"."order_item_id", "c"."color_hex", "c"."name"
      FROM "cloth_commitments" "m" JOIN "cloths" "c" ON "c"."id" = "m"."cloth_id"
      JOIN "order_items" "i" ON "i"."id" = "m"."order_item_id"
     WHERE EXISTS (SELECT FROM jsonb_array_elements("i"."options") "o" WHERE "o" ->> 'choice' = "c"."name" AND "o" ->> 'group' NOT ILIKE '%lining%')
     ORDER BY "m"."order_item_id", "c"."name"
  ) "chosen"
 WHERE "chosen"."order_item_id" = "order_items"."id";