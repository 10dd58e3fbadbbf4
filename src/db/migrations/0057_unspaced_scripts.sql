-- Thai, Lao, Burmese and Khmer put no space between words either: their letters are filed as those of Chinese and Japanese are (gramsOf in
-- src/core/plain-text.ts). Vowels and tones are letters here, because each is a character of its own.
CREATE OR REPLACE FUNCTION "search_grams"(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF octet_length(words) = char_length(words) OR words !~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]' THEN RETURN words; END IF;
  RETURN (
    SELECT string_agg(CASE WHEN run ~ '^[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]' THEN (
             SELECT string_agg(concat_ws(' ', substr(run, at, 1), CASE WHEN at < char_length(run) THEN substr(run, at, 2) END), ' ' ORDER BY at)
               FROM generate_series(1, char_length(run)) AS at) ELSE run END, ' ' ORDER BY place)
      FROM string_to_table(regexp_replace(words, '([\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+)', ' \1 ', 'g'), ' ') WITH ORDINALITY AS parted(run, place)
     WHERE run <> '');
END $$;
--> statement-breakpoint
-- What the earlier reading filed as one word is filed in pairs.
DELETE FROM "search_words" WHERE word ~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd]';
--> statement-breakpoint
SELECT refresh_product_search(ARRAY(
  SELECT p.id FROM products p LEFT JOIN product_categories c ON c.id = p.category_id
   WHERE p.in_stock AND p.deleted_at IS NULL
     AND concat_ws(' ', p.name, c.name, p.garment_type, p.materials, p.description, p.colors::text) ~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ebd\u0ec0-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1780-\u17d3\u17dd]' ORDER BY p.id));
