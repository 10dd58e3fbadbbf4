-- Orders of before their lines stored the swatch of a cloth get it from the cloth that was committed, where the stored image is one of the product.
UPDATE "order_items" SET "options" = "described"."options"
  FROM (
    SELECT "i"."id", (
        SELECT jsonb_agg(CASE WHEN "o"."position" = "chosen"."position" THEN "o"."value" || jsonb_build_object('swatch', jsonb_build_object(
                 'imageId', "chosen"."image_id", 'colorHex', "chosen"."color_hex", 'shows', "image"."shows"))
               ELSE "o"."value" END ORDER BY "o"."position")
          FROM jsonb_array_elements("i"."options") WITH ORDINALITY AS "o" ("value", "position")
      ) AS "options"
      FROM "order_items" "i"
      JOIN LATERAL (
        SELECT "o"."position", "c"."color_hex", coalesce((
            SELECT "g"."media_id" FROM "option_choices" "g" WHERE "g"."cloth_id" = "c"."id" AND "g"."media_id" IS NOT NULL ORDER BY "g"."id" LIMIT 1
          ), "c"."media_id") AS "image_id"
          FROM "cloth_commitments" "m" JOIN "cloths" "c" ON "c"."id" = "m"."cloth_id",
               jsonb_array_elements("i"."options") WITH ORDINALITY AS "o" ("value", "position")
         WHERE "m"."order_item_id" = "i"."id" AND "o"."value" ->> 'choice' = "c"."name" AND "o"."value" ->> 'group' NOT ILIKE '%lining%'
         ORDER BY "o"."position" LIMIT 1
      ) AS "chosen" ON true
      JOIN LATERAL (
        SELECT CASE WHEN upper("s"."color") = upper("chosen"."color_hex") THEN NULL ELSE coalesce((
            SELECT "each" ->> 'name' FROM "products" "p", jsonb_array_elements("p"."colors") "each"
             WHERE "p"."id" = "i"."product_id" AND upper("each" ->> 'hex') = upper(coalesce("s"."color", "v"."color")) LIMIT 1
          ), '') END AS "shows"
          FROM "product_images" "s" LEFT JOIN "product_variants" "v" ON "v"."id" = "i"."variant_id"
         WHERE "s"."product_id" = "i"."product_id" AND "s"."media_id" = "i"."media_id"
         ORDER BY "s"."color" NULLS LAST LIMIT 1
      ) AS "image" ON true
     WHERE NOT EXISTS (SELECT FROM jsonb_array_elements("i"."options") "o" WHERE jsonb_exists("o", 'swatch'))
  ) "described"
 WHERE "described"."id" = "order_items"."id";
