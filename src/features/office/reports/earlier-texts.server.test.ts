import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { parseListingView } from "#features/catalog/listing/listing-view.ts";
import { searchProducts } from "#features/catalog/search/search-queries.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { SAMPLE_NAMES } from "#tests/support/sample-names.ts";
import { createCustomer, inSession } from "#tests/support/sessions.ts";
import { searchAdmin } from "./search-admin.server.ts";

const STORED = SAMPLE_NAMES.map(({ language, name }, index) => ({
  productId: newId(),
  orderId: newId(),
  slug: `earlier-${index}`,
  language,
  name,
}));

/** Every third language and those whose names hold joiners; a search takes a moment. */
const SEARCHED = STORED.filter(({ name }, index) => index % 3 === 0 || /[\u200c\u200d]/.test(name));

/** Products on sale, images and orders as a shop had them before its texts were read in one way. */
const INSERTS = [
  `insert into products (id, slug, name, price_minor) select id, slug, name, 100
     from unnest($1::uuid[], $2::text[], $3::text[]) as stored(id, slug, name)`,
  `insert into media (id, name, storage_key, mime_type, byte_size, alt_text)
   select gen_random_uuid(), name, slug, 'image/webp', 1, '' from unnest($1::uuid[], $2::text[], $3::text[]) as stored(id, slug, name)`,
  `insert into orders (id, customer_email, status, subtotal_minor, total_amount_minor, shipping_address)
   select id, slug || '@example.com', 'completed', 100, 100, jsonb_build_object('fullName', name)
     from unnest($1::uuid[], $2::text[], $3::text[]) as stored(id, slug, name)`,
];

test("products, images and orders of an earlier shop are found by their names in every script", async () => {
  await using database = await createTestDatabase();
  await storeBeforeMigration(database, "plain_text", async (client) => {
    const slugs = STORED.map(({ slug }) => slug);
    const names = STORED.map(({ name }) => name);
    const ids = [STORED.map((row) => row.productId), STORED.map((row) => row.productId)];
    ids.push(STORED.map((row) => row.orderId));
    for (const [index, insert] of INSERTS.entries())
      await client.query(insert, [ids[index], slugs, names]);
  });
  await migrateDatabase(database.url);
  const account = { name: "Rosa", email: "owner@example.com" };
  const userId = await createCustomer(database.db, {
    ...account,
    role: "admin",
    isOwner: true,
  });
  const person = { role: "admin", userId, ...account } as const;
  const actor = await inSession(database.db, person, new Date());
  const view = parseListingView(new URLSearchParams());
  const lost: string[] = [];
  for (const { language, name, orderId, productId } of SEARCHED) {
    const shop = await searchProducts(database.db, { text: name, gender: "all", view, page: 1 });
    if (!shop.listing.products.some(({ id }) => id === productId)) lost.push(`shop: ${language}`);
    const found = await searchAdmin(database.db, { actor, text: name });
    if (!found.ok) throw new Error(found.error);
    const { media, orders, products } = found.value;
    if (!products.some(({ id }) => id === productId)) lost.push(`product: ${language}`);
    if (!orders.some(({ id }) => id === orderId)) lost.push(`order: ${language}`);
    if (!media.some((each) => each.name === name)) lost.push(`image: ${language}`);
  }
  expect(lost).toEqual([]);
});
