-- What is told of a product's category and kind of garment stands last in its vector, so that a product that changes nothing but its
-- category is filed anew without reading its words again: a category of thousands of products is renamed or deleted in one go.
CREATE FUNCTION "filed_vector"(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  setweight(to_tsvector('english', words), 'B');--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refresh_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A change of the same products on its way is waited for: each statement below then sees what it wrote.
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM product_search WHERE product_id IN (
    SELECT id FROM products WHERE id = ANY(ids) AND NOT (in_stock AND deleted_at IS NULL));
  WITH described AS MATERIALIZED (
    SELECT p.id, p.category_id, p.gender, p.garment_type, p.price_minor, p.sizes, p.created_at, families.found AS colors,
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
     WHERE p.id = ANY(ids) AND p.in_stock AND p.deleted_at IS NULL
  ), filed AS (
    INSERT INTO product_search AS kept
      (product_id, category_id, category, gender, garment_type, price_minor, sizes, colors, sort_name, created_at, vector)
    SELECT id, category_id, category, gender, garment_type, price_minor, sizes, colors, named, created_at,
           setweight(to_tsvector('english', named), 'A') || setweight(to_tsvector('english', made_of), 'C')
             || setweight(to_tsvector('english', told), 'D') || filed_vector(filed)
      FROM described
    ON CONFLICT (product_id) DO UPDATE SET
      category_id = excluded.category_id, category = excluded.category, gender = excluded.gender,
      garment_type = excluded.garment_type, price_minor = excluded.price_minor, sizes = excluded.sizes, colors = excluded.colors,
      sort_name = excluded.sort_name, created_at = excluded.created_at, vector = excluded.vector
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
END $$;--> statement-breakpoint
-- Brings product_search and search_words up to date with the category of these products, of which nothing else changed.
CREATE FUNCTION "refile_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  WITH filed AS MATERIALIZED (
    SELECT kinds.category_id, kinds.garment_type, words, filed_vector(words) AS vector,
           replace(search_text(coalesce(c.name, '')), ' ', '-') AS category
      FROM (SELECT DISTINCT category_id, garment_type FROM products WHERE id = ANY(ids)) AS kinds
      LEFT JOIN product_categories c ON c.id = kinds.category_id
      CROSS JOIN LATERAL search_text(concat_ws(' ', c.name, kinds.garment_type)) AS words
  ), moved AS (
    UPDATE product_search s
       SET category_id = p.category_id, category = filed.category, vector = ts_filter(s.vector, '{a,c,d}') || filed.vector
      FROM products p
      JOIN filed ON filed.category_id IS NOT DISTINCT FROM p.category_id AND filed.garment_type = p.garment_type
     WHERE s.product_id = p.id AND p.id = ANY(ids)
  )
  INSERT INTO search_words (word, weight, lexeme, slips)
  SELECT word, 3, lexeme[1], search_slips(word)
    FROM (SELECT DISTINCT word FROM filed CROSS JOIN LATERAL string_to_table(words, ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40) AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word
  ON CONFLICT DO NOTHING;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_follows_products"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid[]; refiled uuid[];
BEGIN
  IF tg_op = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_products WHERE in_stock AND deleted_at IS NULL;
  ELSE
    SELECT array_agg(id) FILTER (WHERE is_changed), array_agg(id) FILTER (WHERE NOT is_changed AND is_refiled)
      INTO changed, refiled
      FROM (SELECT n.id,
                   (n.name, n.description, n.materials, n.gender, n.garment_type, n.price_minor, n.sizes, n.colors,
                    n.created_at, n.in_stock, n.deleted_at)
                IS DISTINCT FROM
                   (o.name, o.description, o.materials, o.gender, o.garment_type, o.price_minor, o.sizes, o.colors,
                    o.created_at, o.in_stock, o.deleted_at) AS is_changed,
                   n.category_id IS DISTINCT FROM o.category_id AS is_refiled
              FROM new_products n JOIN old_products o USING (id)) AS compared;
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_product_search(changed); END IF;
  IF refiled IS NOT NULL THEN PERFORM refile_product_search(refiled); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_follows_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refile_product_search(ARRAY(SELECT id FROM products WHERE category_id = new.id));
  RETURN NULL;
END $$;--> statement-breakpoint
SELECT refresh_product_search(ARRAY(SELECT id FROM products));
