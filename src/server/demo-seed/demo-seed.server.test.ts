import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import { addMoney } from "#core/money-amount.ts";
import type { Database } from "#db/client.server.ts";
import {
  contentVersion,
  productCategories,
  products,
  productVariants,
} from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { prepareImage, queueMissingImages } from "#features/base/media/derive-image.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { priceOf } from "#features/catalog/products/product.ts";
import { canBeMoved, canMove, STAGES } from "#features/garments/garment/garment.ts";
import { picturedWarnings } from "#features/garments/options/as-pictured.ts";
import { listTermsOfProducts } from "#features/garments/options/terms-queries.server.ts";
import { withCustomSize } from "#features/garments/specification/custom-size.ts";
import {
  chosenOptions,
  draftTotal,
  readDraft,
} from "#features/garments/specification/fit-draft.ts";
import { readBeginnings } from "#features/office/reports/report-queries.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import { findMadeGarment } from "#features/sales/impact/made-garment.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { readDemoCatalogue } from "./demo-catalogue.server.ts";
import { seedDemoCatalogue } from "./demo-seed.server.ts";

const demoDirectory = "demo";
const logger = createLogger("silent");

let database: TestDatabase;
let folder = "";
let files: FileStore;

beforeAll(async () => {
  ({ folder, files } = await temporaryFiles());
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const seed = () => seedDemoCatalogue({ db: database.db, files, logger, demoDirectory, now: null });
const counts = async () => ({
  products: await database.db.$count(products),
  variants: await database.db.$count(productVariants),
  media: await database.db.$count(media),
  categories: await database.db.$count(productCategories),
  heroes: await database.db.$count(pageHeroImages),
});
const rowsOf = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await database.db.execute<Row>(query)).rows;

describe("seedDemoCatalogue", () => {
  it("fills an empty database once, and a second start changes nothing", async () => {
    expect(await seed()).toBe("seeded");
    const first = await counts();
    expect(first).toMatchObject({ products: 39, media: 210, categories: 7, heroes: 7 });
    expect(await seed()).toBe("not_empty");
    expect(await counts()).toEqual(first);
  });

  it("touches no database that has anything of its owner's in it", async () => {
    await database.db.insert(productCategories).values({ name: "Bespoke Boots" });
    expect(await seed()).toBe("not_empty");
    expect(await counts()).toMatchObject({ products: 0, media: 0, categories: 1 });
  });

  it("leaves no row when it is cut off between files and rows, and heals at the next start", async () => {
    const transaction: Database["transaction"] = (work, config) =>
      database.db.transaction(async (tx) => {
        await work(tx);
        throw new Error("killed");
      }, config);
    const db: Database = Object.create(database.db, { transaction: { value: transaction } });
    await expect(
      seedDemoCatalogue({ db, files, logger, demoDirectory, now: null }),
    ).rejects.toThrow("killed");
    expect(await files.exists("media/demo/kaieteur-gown-1.webp")).toBe(true);
    expect(await counts()).toEqual({
      products: 0,
      variants: 0,
      media: 0,
      categories: 0,
      heroes: 0,
    });
    expect(await seed()).toBe("seeded");
    expect((await counts()).products).toBe(39);
  });

  it("heals after it is cut off among the files", async () => {
    let put = 0;
    const failing: FileStore = {
      ...files,
      put: (key, bytes, type) => {
        put += 1;
        return put > 40 ? Promise.reject(new Error("no space left")) : files.put(key, bytes, type);
      },
    };
    await expect(
      seedDemoCatalogue({ db: database.db, files: failing, logger, demoDirectory, now: null }),
    ).rejects.toThrow("no space left");
    expect((await counts()).media).toBe(0);
    expect(await seed()).toBe("seeded");
  });

  it("seeds once when two processes start at the same moment", async () => {
    const outcomes = await Promise.all([seed(), seed()]);
    expect(outcomes.toSorted()).toEqual(["not_empty", "seeded"]);
    expect((await counts()).products).toBe(39);
  });

  it("makes every product with the size Custom to measure, with options whose images are there", async () => {
    await seed();
    const custom = await database.db
      .select()
      .from(products)
      .where(sql`'Custom' = any(${products.sizes})`);
    const terms = await listTermsOfProducts(
      database.db,
      custom.map(({ id }) => id),
    );
    expect(custom.length).toBeGreaterThan(20);
    for (const { id, slug } of custom) {
      const { isOffered, groups = [] } = terms.get(id) ?? {};
      expect([slug, isOffered]).toEqual([slug, true]);
      expect(groups[0]).toMatchObject({ kind: "cloth", required: true });
      expect(groups.length).toBeGreaterThan(1);
      for (const { choices } of groups) {
        expect(choices.length).toBeGreaterThan(1);
        expect(choices.every(({ imageId }) => imageId !== null)).toBe(true);
      }
    }
    const linen = custom.find(({ slug }) => slug === "golden-grove-linen-suit")?.id ?? "";
    const names = terms.get(linen)?.groups[0]?.choices.map(({ name }) => name);
    expect(names).toContain("Sand linen");
    const low = await rowsOf(sql`select name from cloths where length_mm <= low_stock_mm`);
    expect(low.length).toBeGreaterThan(0);
    const wrong = await rowsOf(sql`select name from cloths c where length_mm <>
      (select sum(quantity) from stock_movements m where m.cloth_id = c.id)`);
    expect(wrong).toEqual([]);
  });

  it("starts every option as pictured, at the price of the size Custom", async () => {
    await seed();
    const listed = await rowsOf<{ id: string; slug: string }>(sql`
      select id, slug from products where 'Custom' = any(sizes) order by slug`);
    const ids = listed.map(({ id }) => id);
    const terms = await listTermsOfProducts(database.db, ids);
    const shop = { madeToMeasureMinDays: 7, madeToMeasureMaxDays: 14 };
    for (const { id, slug } of listed) {
      const product = await findProduct(database.db, id);
      const own = terms.get(id);
      if (!product || !own) throw new Error(slug);
      const chosen = chosenOptions(readDraft(null, own), own);
      const pictured = own.groups.map(({ choices }) => choices.find((each) => each.isPictured));
      expect([slug, chosen.map(({ choice }) => choice)]).toEqual([slug, pictured]);
      const custom = { size: "Custom", color: null };
      const from = priceOf(withCustomSize(product, own, shop), custom).price;
      expect([slug, from]).toEqual([
        slug,
        draftTotal(readDraft(null, own), own, priceOf(product, custom).price),
      ]);
      expect([slug, from]).toEqual([slug, addMoney([product.price, own.surcharge])]);
      const alts = product.images.map(({ alt }) => alt);
      const text = [product.name, product.description, product.materials, ...alts].join(" ");
      expect([slug, picturedWarnings(own.groups, text)]).toEqual([slug, []]);
    }
  });

  it("has one garment that went through every stage, in the words of the page, and is no sale", async () => {
    const now = new Date("2026-11-30T12:00:00Z");
    expect(await seedDemoCatalogue({ db: database.db, files, logger, demoDirectory, now })).toBe(
      "seeded",
    );
    const made = await findMadeGarment(database.db);
    expect(made).toMatchObject({ productName: "Stabroek Two-Piece Suit", makers: [] });
    expect(made?.images.length).toBeGreaterThan(2);
    expect(made?.minutes).toBeGreaterThan(600);
    const days = made?.stages.map(({ day }) => day) ?? [];
    const steps = made?.stages.map(({ stage }) => stage) ?? [];
    expect(steps).toEqual([...STAGES]);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    for (const [index, to] of steps.slice(1).entries()) {
      const from = steps[index] ?? "received";
      const isAllowed = to === "shipped" ? canBeMoved("shipment", from, to) : canMove(from, to);
      expect([from, to, isAllowed]).toEqual([from, to, true]);
    }
    const actor = {
      role: "admin",
      userId: newId(),
      name: "Rosa",
      email: "rosa@example.com",
    } as const;
    const env = { mailServer: null, acceptsCards: false };
    expect(await readBeginnings(database.db, { actor, env })).toMatchObject({
      value: { hasSold: false },
    });
    const emails = await rowsOf(sql`select id from mail_outbox`);
    const planned = await rowsOf(sql`select id from makers where archived_at is null`);
    expect([emails, planned]).toEqual([[], []]);
  });

  it("stores of the made garment what a finished order stores: how it was chosen, its picture and its days", async () => {
    const now = new Date("2026-11-30T12:00:00Z");
    await seedDemoCatalogue({ db: database.db, files, logger, demoDirectory, now });
    const [{ id = "" } = {}] = await rowsOf<{ id: string }>(sql`select id from orders`);
    const order = await findOrderById(database.db, id);
    const line = order?.lines[0];
    expect(line?.mediaId).toBeTruthy();
    expect(line?.colorName).not.toBe("");
    expect(line?.fit).toMatchObject({ fitName: "regular", extraDays: expect.any(Number) });
    expect(line?.fit?.options.length).toBeGreaterThan(2);
    const events = await rowsOf(sql`select type from order_events order by created_at, id`);
    expect(events).toEqual(
      ["placed", "completed", "shipped", "delivered"].map((type) => ({ type })),
    );
  });

  it("raises the content version, so that no process keeps the empty shop's pages", async () => {
    await seed();
    const [row] = await database.db.select().from(contentVersion);
    expect(row?.version).toBe(2);
  });

  it("leaves its pictures to be prepared when the queue starts, heroes first, then categories, then the shelf", async () => {
    await seed();
    const requested: string[] = [];
    const jobs = {
      send: async (_name: string, payload: object) => {
        if ("mediaId" in payload) requested.push(String(payload.mediaId));
      },
    };
    expect(await queueMissingImages({ db: database.db, files, jobs })).toBe(128);
    const names = new Map(
      (await database.db.select().from(media)).map((row) => [row.id, row.name]),
    );
    const inOrder = requested.map((id) => names.get(id) ?? "");
    expect(inOrder).toHaveLength(128);
    expect(inOrder.slice(0, 7).every((name) => name.startsWith("hero-"))).toBe(true);
    expect(inOrder.slice(7, 14).every((name) => name.startsWith("category-"))).toBe(true);
    expect(inOrder[14]).toBe("kaieteur-gown-1.webp");
    expect(inOrder.slice(14, 53).every((name) => name.endsWith("-1.webp"))).toBe(true);
    expect(inOrder[53]).toBe("kaieteur-gown-2.webp");

    const [first = ""] = requested;
    await prepareImage(
      { db: database.db, files, logger, deletedMedia: async () => new Set() },
      { mediaId: first },
    );
    expect(await queueMissingImages({ db: database.db, files, jobs })).toBe(127);
  });
});

describe("the demo catalogue", () => {
  beforeEach(async () => {
    await seed();
  });

  it("shows every color of its products in at least one image, and describes no image as a render", async () => {
    const colors = await rowsOf<{ count: number; unseen: number }>(sql`
      select count(*)::int as count,
             (count(*) filter (where not exists (
               select from product_images i where i.product_id = p.id and i.color = c->>'hex')))::int as unseen
        from products p, jsonb_array_elements(p.colors) c`);
    expect(colors).toEqual([{ count: expect.any(Number), unseen: 0 }]);
    expect(colors[0]?.count).toBeGreaterThan(60);
    const first = await rowsOf<{ shown: string; listed: string }>(sql`
      select i.color as shown, p.colors->0->>'hex' as listed
        from products p join product_images i on i.product_id = p.id and i.primary_image`);
    expect(first).toHaveLength(39);
    expect(first.filter(({ shown, listed }) => shown !== listed)).toEqual([]);
    const renders = await rowsOf(sql`
      select alt_text from media where alt_text like '%render%'
       union all select alt_text from product_images where alt_text like '%render%'`);
    expect(renders).toEqual([]);
  });

  // Specification 3.28
  it("gives every product its words, a category, variants and one primary picture that is stored", async () => {
    const incomplete = await rowsOf(sql`
      select p.slug from products p
       where p.description = '' or p.materials = '' or p.care = '' or p.category_id is null
          or jsonb_array_length(p.colors) = 0
          or (select count(*) from product_images i where i.product_id = p.id and i.primary_image) <> 1
          or (select count(*) from product_variants v where v.product_id = p.id)
             <> cardinality(p.sizes) * jsonb_array_length(p.colors)
          or not exists (select from product_variants v where v.product_id = p.id and v.stock_count is distinct from 0)`);
    expect(incomplete).toEqual([]);
    for (const { storage_key: key } of await rowsOf<{ storage_key: string }>(
      sql`select storage_key from media`,
    )) {
      expect(await files.exists(key)).toBe(true);
    }
  });

  // Specification 3.29, 9.12
  it("has the two upsell pieces at the specification's prices, in stock", async () => {
    const rows = await rowsOf<{ name: string; price: string; left: number }>(sql`
      select p.name, p.price_minor as price, min(v.stock_count)::int as left
        from products p join product_variants v on v.product_id = p.id
       where p.slug in ('silk-scarf', 'gold-bracelet') group by p.id order by p.price_minor`);
    expect(rows.map((row) => [row.name, Number(row.price)])).toEqual([
      ["Silk Scarf", 8900],
      ["Gold Bracelet", 12_900],
    ]);
    expect(rows.every((row) => row.left > 0)).toBe(true);
  });

  // Specification 2.73, 9.32
  it("prices what /catalog shows from $249 to $1,499", async () => {
    const [range] = await rowsOf<{ lowest: string; highest: string }>(sql`
      select min(price_minor) as lowest, max(price_minor) as highest from products
       where garment_type in ('suit', 'dress', 'outerwear', 'jacket', 'pants', 'shirt')`);
    expect([Number(range?.lowest), Number(range?.highest)]).toEqual([24_900, 149_900]);
  });

  it("stocks most sizes well, some barely, a few not at all, and makes Custom to order", async () => {
    const [share] = await rowsOf<Record<string, number>>(sql`
      select avg((stock_count between 3 and 16)::int)::float as plenty, avg((stock_count between 1 and 2)::int)::float as few,
             avg((stock_count = 0)::int)::float as none
        from product_variants where stock_count is not null`);
    expect(share?.plenty).toBeGreaterThan(0.6);
    expect(share?.few).toBeGreaterThan(0.05);
    expect(share?.none).toBeGreaterThan(0.02);
    expect(share?.none).toBeLessThan(0.15);
    expect(
      await rowsOf(
        sql`select sku from product_variants where size = 'Custom' and stock_count is not null`,
      ),
    ).toEqual([]);
  });

  it("puts the newest first in an order where no two neighbours are of one category", async () => {
    const rows = await rowsOf<{ category: string }>(sql`
      select c.name as category from products p join product_categories c on c.id = p.category_id
       order by p.created_at desc, p.id desc limit 24`);
    const twins = rows.filter((row, index) => row.category === rows[index + 1]?.category);
    expect(twins).toEqual([]);
  });
});

describe("the demo's files", () => {
  it("tell the true size of every picture", async () => {
    const demo = await readDemoCatalogue(demoDirectory);
    const images = [
      ...demo.products.flatMap((product) => product.images),
      ...demo.heroes.map((hero) => hero.image),
      ...demo.categories.flatMap((category) => category.image ?? []),
    ];
    expect(images).toHaveLength(128);
    for (const { file, width, height } of images) {
      const actual = await sharp(join(demoDirectory, "images", file)).metadata();
      expect({ file, width: actual.width, height: actual.height }).toEqual({ file, width, height });
    }
  });

  it("are refused with the file's name and the reason when something is wrong", async () => {
    const copy = join(folder, "broken");
    await cp(demoDirectory, copy, { recursive: true });
    const csv = await readFile(join(copy, "catalogue.csv"), "utf8");
    await writeFile(join(copy, "catalogue.csv"), csv.replace(",1499,", ",about 1500,"));
    await expect(readDemoCatalogue(copy)).rejects.toThrow(
      /catalogue\.csv[\s\S]*not a price: about 1500/,
    );
  });
});
