import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import type { MediaFilter } from "./media-item.ts";
import { listMedia } from "./media-queries.server.ts";

const ITEMS = 20_000;
const actor: Actor = { role: "admin", userId: "none", name: "Rosa", email: "owner@example.com" };
let shop: TestDatabase;

beforeAll(async () => {
  shop = await createTestDatabase();
  await shop.db.execute(sql`
    insert into media (id, name, storage_key, type, mime_type, byte_size, alt_text, created_at)
    select gen_random_uuid(), 'picture ' || n || '.webp', 'media/' || n, case when n % 50 = 0 then 'video' else 'image' end,
           'image/webp', 1000, case when n % 3 = 0 then 'A gown of linen' else '' end,
           timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, ${ITEMS}::int) n`);
  await shop.db.execute(sql`
    insert into products (id, slug, name) select gen_random_uuid(), 'p' || n, 'Piece ' || n from generate_series(1, 5000) n`);
  await shop.db.execute(sql`
    insert into product_images (id, product_id, media_id)
    select gen_random_uuid(), p.id, m.id from (select id, row_number() over () n from products) p
      join (select id, row_number() over () n from media) m on m.n % 5000 = p.n % 5000 where m.n <= 15000`);
  // As after autovacuum.
  await shop.db.execute(sql`vacuum analyze`);
});
afterAll(() => shop.close());

const plansFor = (filter: Pick<MediaFilter, "search" | "show" | "page">) =>
  plansOf(shop.pool, () => listMedia(shop.db, { actor, filter }));

test("a page of the library reads no more of 20,000 items than it shows", async () => {
  const [, rows, uses] = await plansFor({ search: "", show: "all", page: 1 });
  const readings = rows?.filter((node) => node["Relation Name"] === "media") ?? [];
  expect(readings.map((node) => node["Index Name"])).toEqual(["media_newest"]);
  expect(readings[0]?.["Actual Rows"]).toBe(40);
  const images = uses?.filter((node) => node["Relation Name"] === "product_images") ?? [];
  expect(images.length).toBeGreaterThan(0);
  for (const node of images) expect(node["Node Type"]).not.toBe("Seq Scan");
});

test("one type's page is read from its own index", async () => {
  const [, rows] = await plansFor({ search: "", show: "video", page: 2 });
  expect(rows?.some((node) => node["Index Name"] === "media_newest_of_type")).toBe(true);
});

test("a name is found by its letters' index, not by reading every name", async () => {
  const plans = await plansFor({ search: "picture 19999", show: "all", page: 1 });
  expect(plans.length).toBeGreaterThanOrEqual(2);
  for (const plan of plans.slice(0, 2)) {
    expect(plan.some((node) => node["Index Name"] === "media_words")).toBe(true);
    expect(plan.some((node) => node["Node Type"] === "Seq Scan")).toBe(false);
  }
});
