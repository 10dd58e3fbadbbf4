CREATE TABLE "product_counts" (
	"category_id" uuid,
	"gender" text NOT NULL,
	"garment_type" text NOT NULL,
	"on_sale" integer NOT NULL,
	CONSTRAINT "product_counts_group" UNIQUE NULLS NOT DISTINCT("category_id","gender","garment_type")
);

--> statement-breakpoint
-- Rows are written in one order, so that concurrent writes wait for one another instead of deadlocking; a write that
-- moves no product between groups (a new price, a new name) writes nothing here and waits for nobody.
CREATE FUNCTION "count_products_on_sale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM product_counts;
  ELSIF tg_op = 'INSERT' THEN
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, count(*)
    FROM new_products WHERE in_stock AND deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  ELSIF tg_op = 'DELETE' THEN
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, -count(*)
    FROM old_products WHERE in_stock AND deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  ELSE
    INSERT INTO product_counts AS counts (category_id, gender, garment_type, on_sale)
    SELECT category_id, gender, garment_type, sum(change)
    FROM (
      SELECT category_id, gender, garment_type, 1 AS change FROM new_products WHERE in_stock AND deleted_at IS NULL
      UNION ALL
      SELECT category_id, gender, garment_type, -1 FROM old_products WHERE in_stock AND deleted_at IS NULL
    ) AS changes
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (category_id, gender, garment_type) DO UPDATE SET on_sale = counts.on_sale + excluded.on_sale;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_counted_on_insert" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();--> statement-breakpoint
CREATE TRIGGER "products_counted_on_update" AFTER UPDATE ON "products"
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();--> statement-breakpoint
CREATE TRIGGER "products_counted_on_delete" AFTER DELETE ON "products"
  REFERENCING OLD TABLE AS old_products FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();--> statement-breakpoint
CREATE TRIGGER "products_counted_on_truncate" AFTER TRUNCATE ON "products"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_products_on_sale"();--> statement-breakpoint
INSERT INTO "product_counts" SELECT "category_id", "gender", "garment_type", count(*)
FROM "products" WHERE "in_stock" AND "deleted_at" IS NULL GROUP BY 1, 2, 3;
