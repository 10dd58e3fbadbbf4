-- A text as it is searched: in lower case, without accents, apostrophes and points, each letter and digit in one form. plainText in
-- src/core/plain-text.ts does the same to what a person submits, and src/db/plain-text.server.test.ts compares the two over all letters.
CREATE FUNCTION "plain_text"(input text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(input) = char_length(input) THEN replace(replace(lower(input), '''', ''), '`', '')
  ELSE normalize(translate(
      replace(replace(replace(replace(replace(regexp_replace(lower(normalize(input, NFKD)),
        '[''`´‘’‛ʹʻʼʽʾʿˈ′ꞌ\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ŋ', 'ng'),
      'øłđðħıĸŧəɓɗƙƴɛɔςٱىیېکةۃہھە‐‒–—―−ヽヾ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'olddhiktebdkyeoσايييكههههه------ゝゞ01234567890123456789ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'), NFC) END;
--> statement-breakpoint
-- The words of a text as they are searched, one space between them: "Women's Décor" is "womens decor" (plainTerms in src/core/plain-text.ts).
CREATE OR REPLACE FUNCTION "search_text"(input text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim(regexp_replace(plain_text(input),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u1361-\u1368\u1680\u17d4-\u17da\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ue000-\uf8ff\ufff0-\uffff\U0001f000-\U0001faff]+', ' ', 'g'));
--> statement-breakpoint
-- Chinese and Japanese put no space between words: each of their letters and each two neighbours are filed as words (gramsOf in
-- src/core/plain-text.ts). Other words stay as they are.
CREATE FUNCTION "search_grams"(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF octet_length(words) = char_length(words) OR words !~ '[\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]' THEN RETURN words; END IF;
  RETURN (
    SELECT string_agg(CASE WHEN run ~ '^[\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]' THEN (
             SELECT string_agg(concat_ws(' ', substr(run, at, 1), CASE WHEN at < char_length(run) THEN substr(run, at, 2) END), ' ' ORDER BY at)
               FROM generate_series(1, char_length(run)) AS at) ELSE run END, ' ' ORDER BY place)
      FROM string_to_table(regexp_replace(words, '([\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+)', ' \1 ', 'g'), ' ') WITH ORDINALITY AS parted(run, place)
     WHERE run <> '');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "filed_vector"(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  setweight(to_tsvector('english', search_grams(words)), 'B');
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
           setweight(to_tsvector('english', search_grams(named)), 'A') || setweight(to_tsvector('english', search_grams(made_of)), 'C')
             || setweight(to_tsvector('english', search_grams(told)), 'D') || filed_vector(filed)
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
           CROSS JOIN LATERAL string_to_table(search_grams(words), ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40 OR word ~ '^[\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]$') AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word, weight
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refile_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
    FROM (SELECT DISTINCT word FROM filed CROSS JOIN LATERAL string_to_table(search_grams(words), ' ') AS word
           WHERE char_length(word) BETWEEN 2 AND 40 OR word ~ '^[\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]$') AS spoken
   CROSS JOIN LATERAL ts_lexize('english_stem', word) AS lexeme
   WHERE lexeme[1] IS NOT NULL
   ORDER BY word
  ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- As before, and a slug that the program gives a new category (slugOf) is stored as it is, unless another page has it.
CREATE OR REPLACE FUNCTION "set_category_slug"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wanted text;
BEGIN
  IF new.is_system OR tg_op = 'UPDATE' AND new.slug IS NOT NULL THEN RETURN new; END IF;
  wanted := coalesce(new.slug, replace(search_text(new.name), ' ', '-'));
  IF wanted = '' OR wanted IN ('business-attire', 'evening-elegance', 'casual-luxury', 'smart-casual', 'lounge-wear',
                               'seasonal-selection', 'mens-accessories', 'womens-accessories', 'accessories')
     OR EXISTS (SELECT FROM product_categories WHERE slug = wanted) THEN
    wanted := concat_ws('-', nullif(wanted, ''), right(new.id::text, 6));
  END IF;
  new.slug := wanted;
  RETURN new;
END $$;
--> statement-breakpoint
DROP INDEX "products_name_trigrams";
--> statement-breakpoint
DROP INDEX "media_words";
--> statement-breakpoint
CREATE INDEX "product_variants_sku_trigrams" ON "product_variants" USING gin (plain_text("sku") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "products_name_trigrams" ON "products" USING gin (plain_text("name") gin_trgm_ops) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "media_words" ON "media" USING gin (plain_text("name") gin_trgm_ops,plain_text("alt_text") gin_trgm_ops);
--> statement-breakpoint
-- Words that the earlier reading filed would lead to letters that no product has any more.
DELETE FROM "search_words";
--> statement-breakpoint
SELECT refresh_product_search(ARRAY(SELECT id FROM products WHERE in_stock AND deleted_at IS NULL ORDER BY id));
