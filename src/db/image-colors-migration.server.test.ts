import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const RENDER = "Close view of the pinstripe cloth, peak lapels, shirt collar and tie (3D render).";

/** A demo product whose second image the owner described, and one of the owner's own. */
const ROWS = `
  insert into products (id, slug, name, colors) values
    ('00000000-0000-7000-8000-00000000000a', 'kingston-pinstripe-suit', 'Suit', '[{"hex":"#2E3136","name":"Charcoal"}]'),
    ('00000000-0000-7000-8000-00000000000b', 'own', 'Own', '[{"hex":"#2E3136","name":"Charcoal"}]');
  insert into media (id, name, storage_key, mime_type, byte_size, alt_text) values
    ('00000000-0000-7000-8000-000000000001', '1', 'media/demo/kingston-pinstripe-suit-1.webp', 'image/webp', 1, '${RENDER}'),
    ('00000000-0000-7000-8000-000000000002', '2', 'media/demo/kingston-pinstripe-suit-2.webp', 'image/webp', 1, ''),
    ('00000000-0000-7000-8000-000000000003', '3', 'media/own', 'image/webp', 1, 'My tie (3D render)');
  insert into product_images (id, product_id, media_id, alt_text, position) values
    (gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', '${RENDER}', 0),
    (gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000002', 'My own words (3D render).', 1),
    (gen_random_uuid(), '00000000-0000-7000-8000-00000000000b', '00000000-0000-7000-8000-000000000003', 'Own', 2)`;

test("an older shop's demo images get their colors and lose the word render, and the owner's own texts and images stay", async () => {
  await using database = await createTestDatabase();
  await storeBeforeMigration(database, "image_colors", (client) => client.query(ROWS));
  await migrateDatabase(database.url);
  const images = await database.pool.query(
    "select alt_text as alt, color from product_images order by position",
  );
  expect(images.rows).toEqual([
    { alt: RENDER.replace(" (3D render)", ""), color: "#2E3136" },
    { alt: "My own words (3D render).", color: "#2E3136" },
    { alt: "Own", color: null },
  ]);
  const texts = await database.pool.query("select alt_text as alt from media order by name");
  expect(texts.rows.map(({ alt }) => alt)).toEqual([
    RENDER.replace(" (3D render)", ""),
    "",
    "My tie (3D render)",
  ]);
});
