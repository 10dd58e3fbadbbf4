CREATE EXTENSION IF NOT EXISTS "pg_trgm";--> statement-breakpoint
CREATE TABLE "product_search" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"garment_type" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"sizes" text[] NOT NULL,
	"colors" text[] NOT NULL,
	"sort_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"vector" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text NOT NULL,
	"weight" smallint NOT NULL,
	"lexeme" text NOT NULL,
	"slips" text[] NOT NULL,
	CONSTRAINT "search_words_word_weight_pk" PRIMARY KEY("word","weight")
);
--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_search_vector" ON "product_search" USING gin ("vector");--> statement-breakpoint
CREATE INDEX "product_search_by_price" ON "product_search" USING btree ("price_minor","product_id");--> statement-breakpoint
CREATE INDEX "product_search_by_name" ON "product_search" USING btree ("sort_name","product_id");--> statement-breakpoint
CREATE INDEX "search_words_lexeme" ON "search_words" USING btree ("lexeme");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_words_slips" ON "search_words" USING gin ("slips");--> statement-breakpoint
-- Words in lower case, without accents and apostrophes, one space between them: "Women's Décor" is "womens decor". Written so that it
-- gives the same under every locale; src/features/catalog/search-text.ts does the same to what a shopper types.
CREATE FUNCTION "search_text"(input text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim(regexp_replace(
    regexp_replace(lower(normalize(input, NFKD)), '[\u0300-\u036f''’ʼ]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));--> statement-breakpoint
-- The word, and the word with each one letter left out.
CREATE FUNCTION "search_slips"(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  ARRAY(SELECT DISTINCT overlay(word placing '' FROM place FOR 1) FROM generate_series(1, char_length(word)) AS place
        WHERE char_length(word) > 2) || word;--> statement-breakpoint
-- The family of a #RRGGBB colour, or null for anything else. By lightness, chroma and hue, all from 0 to 1 but the hue in degrees.
CREATE FUNCTION "color_family"(hex text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  r float8; g float8; b float8; high float8; low float8; lightness float8; chroma float8; hue float8;
BEGIN
  IF hex !~ '^#[0-9A-Fa-f]{6}$' THEN RETURN NULL; END IF;
  r := ('x' || substr(hex, 2, 2))::bit(8)::int / 255.0;
  g := ('x' || substr(hex, 4, 2))::bit(8)::int / 255.0;
  b := ('x' || substr(hex, 6, 2))::bit(8)::int / 255.0;
  high := greatest(r, g, b);
  low := least(r, g, b);
  lightness := (high + low) / 2;
  chroma := high - low;
  IF lightness >= 0.96 THEN RETURN 'white'; END IF;
  IF chroma < 0.04 THEN
    RETURN CASE WHEN lightness < 0.14 THEN 'black' WHEN lightness > 0.9 THEN 'white' ELSE 'grey' END;
  END IF;
  IF lightness < 0.06 THEN RETURN 'black'; END IF;
  hue := 60 * CASE high
    WHEN r THEN (g - b) / chroma + CASE WHEN g < b THEN 6 ELSE 0 END
    WHEN g THEN (b - r) / chroma + 2
    ELSE (r - g) / chroma + 4 END;
  IF hue < 15 OR hue >= 335 THEN RETURN CASE WHEN lightness > 0.72 THEN 'pink' ELSE 'red' END; END IF;
  IF hue < 65 THEN
    RETURN CASE
      WHEN lightness >= 0.8 AND chroma < 0.25 THEN 'cream'
      WHEN lightness >= 0.5 AND chroma < 0.35 THEN 'beige'
      WHEN lightness < 0.45 AND hue < 50 AND chroma < 0.6 THEN 'brown'
      WHEN hue < 37 THEN 'orange'
      WHEN lightness < 0.4 THEN 'green'
      ELSE 'yellow' END;
  END IF;
  IF hue < 175 THEN RETURN 'green'; END IF;
  IF hue < 255 THEN RETURN 'blue'; END IF;
  IF hue < 295 THEN RETURN 'purple'; END IF;
  RETURN CASE WHEN lightness > 0.5 THEN 'pink' ELSE 'purple' END;
END $$;--> statement-breakpoint
-- Brings product_search and search_words up to date with these products.
CREATE FUNCTION "refresh_product_search"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
           setweight(to_tsvector('english', named), 'A') || setweight(to_tsvector('english', filed), 'B')
             || setweight(to_tsvector('english', made_of), 'C') || setweight(to_tsvector('english', told), 'D')
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
CREATE FUNCTION "search_follows_products"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid[];
BEGIN
  IF tg_op = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_products WHERE in_stock AND deleted_at IS NULL;
  ELSE
    SELECT array_agg(n.id) INTO changed FROM new_products n JOIN old_products o USING (id)
     WHERE (n.name, n.description, n.materials, n.category_id, n.gender, n.garment_type, n.price_minor, n.sizes, n.colors,
            n.created_at, n.in_stock, n.deleted_at)
        IS DISTINCT FROM
           (o.name, o.description, o.materials, o.category_id, o.gender, o.garment_type, o.price_minor, o.sizes, o.colors,
            o.created_at, o.in_stock, o.deleted_at);
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_product_search(changed); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_searched_on_insert" AFTER INSERT ON "products"
  REFERENCING NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "search_follows_products"();--> statement-breakpoint
CREATE TRIGGER "products_searched_on_update" AFTER UPDATE ON "products"
  REFERENCING OLD TABLE AS old_products NEW TABLE AS new_products FOR EACH STATEMENT EXECUTE FUNCTION "search_follows_products"();--> statement-breakpoint
CREATE FUNCTION "search_follows_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT id FROM products WHERE category_id = new.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "product_categories_searched_on_rename" AFTER UPDATE OF "name" ON "product_categories"
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION "search_follows_category"();--> statement-breakpoint
SELECT refresh_product_search(ARRAY(SELECT id FROM products));
