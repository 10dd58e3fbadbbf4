ALTER TABLE "product_search" ADD COLUMN "price_varies" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- What a product costs before a choice, as priceOf in features/catalog/product.ts finds it: the lowest price of its variants, with the base
-- price for a variant without its own, and for Custom where it is offered without a variant.
CREATE FUNCTION "product_prices"(id uuid) RETURNS TABLE (lowest bigint, varies boolean) LANGUAGE sql STABLE AS $$
  SELECT least(offered.lowest, base.price), greatest(offered.highest, base.price) <> least(offered.lowest, base.price)
    FROM products p
    CROSS JOIN LATERAL (
      SELECT min(coalesce(v.price_minor, p.price_minor)) AS lowest, max(coalesce(v.price_minor, p.price_minor)) AS highest,
             coalesce(bool_or(v.size = 'Custom'), false) AS has_custom, count(*) AS variants
        FROM product_variants v WHERE v.product_id = p.id) AS offered
    CROSS JOIN LATERAL (
      SELECT CASE WHEN offered.variants = 0 OR 'Custom' = ANY(p.sizes) AND NOT offered.has_custom THEN p.price_minor END AS price) AS base
   WHERE p.id = product_prices.id
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refresh_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A change of the same products on its way is waited for: each statement below then sees what it wrote.
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM product_search WHERE product_id IN (
    SELECT id FROM products WHERE id = ANY(ids) AND NOT (in_stock AND deleted_at IS NULL));
  WITH described AS MATERIALIZED (
    SELECT p.id, p.category_id, p.gender, p.garment_type, prices.lowest, prices.varies, p.sizes, p.created_at,
           families.found AS colors,
           search_text(p.name) AS named,
           search_text(concat_ws(' ', c.name, p.garment_type)) AS filed,
           search_text(concat_ws(' ', families.names, array_to_string(families.found, ' '), p.materials)) AS made_of,
           search_text(concat_ws(' ', p.description,
             CASE WHEN p.gender <> 'male' THEN 'women womens female ladies' END,
             CASE WHEN p.gender <> 'female' THEN 'men mens male gentlemen' END,
             CASE WHEN p.gender = 'unisex' THEN 'unisex' END)) AS told,
           replace(search_text(coalesce(c.name, '')), ' ', '-') AS category
      FROM products p
      LEFT JOIN product_categories c ON c.id = p.category_id
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(DISTINCT color_family(color->>'hex')) FILTER (WHERE color_family(color->>'hex') IS NOT NULL), '{}') AS found,
               string_agg(color->>'name', ' ') AS names
          FROM jsonb_array_elements(p.colors) AS color) AS families
      CROSS JOIN LATERAL product_prices(p.id) AS prices
     WHERE p.id = ANY(ids) AND p.in_stock AND p.deleted_at IS NULL
  ), filed AS (
    INSERT INTO product_search AS kept
      (product_id, category_id, category, gender, garment_type, price_minor, price_varies, sizes, colors, sort_name, created_at, vector)
    SELECT id, category_id, category, gender, garment_type, lowest, varies, sizes, colors, named, created_at,
           setweight(to_tsvector('english', named), 'A') || setweight(to_tsvector('english', made_of), 'C')
             || setweight(to_tsvector('english', told), 'D') || filed_vector(filed)
      FROM described
    ON CONFLICT (product_id) DO UPDATE SET
      category_id = excluded.category_id, category = excluded.category, gender = excluded.gender,
      garment_type = excluded.garment_type, price_minor = excluded.price_minor, price_varies = excluded.price_varies,
      sizes = excluded.sizes, colors = excluded.colors, sort_name = excluded.sort_name, created_at = excluded.created_at, vector = excluded.vector
  )
  INSERT INTO search_words (word, weight, lexeme, slips)
  SELECT word, weight, lexeme[1], search_slips(word)
    FROM (SELECT DISTINCT word, weight
            FROM described
           CROSS JOIN LATERAL (VALUES (4, named), (3, filed), (2, made_of), (1, told)) AS field(weight, words)
           CROSS JOIN LATERAL string_to_table(words, ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40) AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word, weight
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION "refresh_product_prices"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- As in refresh_product_search: of two changes of one product, the second sees what the first wrote.
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE product_search s SET price_minor = prices.lowest, price_varies = prices.varies
    FROM unnest(ids) AS changed(id) CROSS JOIN LATERAL product_prices(changed.id) AS prices
   WHERE s.product_id = changed.id AND (s.price_minor, s.price_varies) IS DISTINCT FROM (prices.lowest, prices.varies);
END $$;
--> statement-breakpoint
CREATE FUNCTION "prices_follow_variants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' THEN
    PERFORM refresh_product_prices(ARRAY[new.product_id]);
  ELSE
    PERFORM refresh_product_prices(ARRAY(SELECT DISTINCT product_id FROM changed_variants));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "product_variants_priced_on_insert" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS changed_variants FOR EACH STATEMENT EXECUTE FUNCTION "prices_follow_variants"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_priced_on_delete" AFTER DELETE ON "product_variants"
  REFERENCING OLD TABLE AS changed_variants FOR EACH STATEMENT EXECUTE FUNCTION "prices_follow_variants"();
--> statement-breakpoint
-- For each row, so that a change of the stock alone costs nothing. A variant does not change its product.
CREATE TRIGGER "product_variants_priced_on_update" AFTER UPDATE ON "product_variants"
  FOR EACH ROW WHEN ((old.price_minor, old.size) IS DISTINCT FROM (new.price_minor, new.size)) EXECUTE FUNCTION "prices_follow_variants"();
--> statement-breakpoint
UPDATE product_search s SET price_minor = prices.lowest, price_varies = prices.varies
  FROM products p CROSS JOIN LATERAL product_prices(p.id) AS prices
 WHERE s.product_id = p.id AND (s.price_minor, s.price_varies) IS DISTINCT FROM (prices.lowest, prices.varies);
