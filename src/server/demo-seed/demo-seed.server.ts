import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { bumpContentVersion } from "#db/content-version.server.ts";
import {
  categoryImages,
  productCategories,
  productImages,
  products,
  productVariants,
} from "#db/schema/catalog.server.ts";
import { media, pageHeroImages } from "#db/schema/media.server.ts";
import { CUSTOM_SIZE, ONE_SIZE } from "#features/catalog/products/product.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { DemoCatalogue, DemoImage } from "./demo-catalogue.server.ts";
import type { DemoOptions } from "./demo-options.server.ts";

type StockedProduct = {
  slug: string;
  category: string;
  garmentType: string;
  colors: readonly { hex: string; name: string }[];
};

/** `stockCount` null means made to order. */
type DemoVariant = { size: string; color: string; sku: string; stockCount: number | null };

const LETTER_SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

/** Letters for clothes, with Custom where measurements matter; three for belts and hats; else one. */
export function sizesOf(item: Pick<StockedProduct, "slug" | "garmentType">): string[] {
  if (item.garmentType === "accessory") {
    return /(?:^|-)(?:belt|hat)$/.test(item.slug) ? ["S", "M", "L"] : [ONE_SIZE];
  }
  const easyFit = item.garmentType === "loungewear" || item.garmentType === "top";
  return easyFit ? LETTER_SIZES : [...LETTER_SIZES, CUSTOM_SIZE];
}

/** FNV-1a with a final mix: equal on every machine, varied between neighbours. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Gowns and suits, and unpopular sizes. */
function isCutToOrder(item: StockedProduct, size: string): boolean {
  const evening =
    item.category === "Evening Elegance" && ["dress", "skirt"].includes(item.garmentType);
  return (evening || item.garmentType === "suit") && ["XS", "XL", "XXL"].includes(size);
}

function stockOf(item: StockedProduct, size: string, sku: string): number | null {
  if (size === CUSTOM_SIZE || isCutToOrder(item, size)) return null;
  const draw = hash(sku);
  const plenty = 3 + ((draw >>> 8) % 10);
  const chance = draw % 100;
  if (size === ONE_SIZE) return plenty + 4; // A sold-out single size would hide the product.
  if (chance < 7) return 0;
  return chance < 22 ? 1 + ((draw >>> 8) % 2) : plenty;
}

const skuWord = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, "-");

/** The shortest unique start of a slug, in words: "stabroek", but "silk-scarf" beside "silk-tie". */
export function shortNameOf(slug: string, slugs: readonly string[]): string {
  const terms = slug.split("-");
  for (let count = 1; count < terms.length; count += 1) {
    const start = terms.slice(0, count).join("-");
    const shared = slugs.some((other) => other !== slug && `${other}-`.startsWith(`${start}-`));
    if (!shared) return start;
  }
  return slug;
}

/** Every size and color with its SKU (DA-STABROEK-NAVY-M), on which alone the stock depends. */
export function variantsOf(item: StockedProduct, slugs: readonly string[]): DemoVariant[] {
  const shortName = shortNameOf(item.slug, slugs);
  return sizesOf(item).flatMap((size) =>
    item.colors.map((color) => {
      const sku = ["DA", shortName, color.name, size].map(skuWord).join("-");
      return { size, color: color.hex, sku, stockCount: stockOf(item, size, sku) };
    }),
  );
}

type SeedDeps = {
  db: Database;
  files: FileStore;
  logger: Logger;
  demoDirectory: string;
  /** The present moment, before which a garment was made and sent; null leaves it out. */
  now: Date | null;
};

type StoredImage = { image: DemoImage; byteSize: number };

const UPLOADS_AT_ONCE = 8;

/** Fixed: a second start overwrites an interrupted one's files. */
const storageKeyOf = (image: DemoImage) => `media/demo/${image.file}`;

async function isEmpty(db: Queryable): Promise<boolean> {
  const result = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from products) and not exists (select from product_categories)
       and not exists (select from media) as empty`);
  return result.rows[0]?.empty === true;
}

function allImages(demo: DemoCatalogue, options: DemoOptions): DemoImage[] {
  return [
    // Oldest in the library: the owner looks for garments first.
    ...options.images,
    ...demo.heroes.map((hero) => hero.image),
    ...demo.categories.flatMap((category) => category.image ?? []),
    ...demo.products.flatMap((product) => product.images),
  ];
}

async function storeImages(deps: SeedDeps, images: readonly DemoImage[]): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  const remaining = images.entries();
  const carry = async () => {
    for (const [index, image] of remaining) {
      const bytes = await readFile(join(deps.demoDirectory, "images", image.file));
      await deps.files.put(storageKeyOf(image), bytes, "image/webp");
      stored[index] = { image, byteSize: bytes.byteLength };
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, carry));
  return stored;
}

/** Returns media ids by image file. */
async function insertMedia(
  tx: Transaction,
  stored: readonly StoredImage[],
): Promise<ReadonlyMap<string, string>> {
  const rows = stored.map(({ image, byteSize }) => ({
    id: newId(),
    name: image.file,
    storageKey: storageKeyOf(image),
    mimeType: "image/webp",
    byteSize,
    width: image.width,
    height: image.height,
    altText: image.alt,
    focalX: image.focal.x,
    focalY: image.focal.y,
  }));
  await tx.insert(media).values(rows);
  return new Map(rows.map((row) => [row.name, row.id]));
}

async function insertCategories(
  tx: Transaction,
  demo: DemoCatalogue,
  mediaIds: ReadonlyMap<string, string>,
) {
  const rows = demo.categories.map(({ image, ...category }) => ({
    id: newId(),
    ...category,
    image,
  }));
  await tx
    .insert(productCategories)
    .values(
      rows.map(({ id, name, description, isSystem }) => ({ id, name, description, isSystem })),
    );
  const images = rows.flatMap(({ id, image }) => {
    const mediaId = image && mediaIds.get(image.file);
    return mediaId ? [{ categoryId: id, mediaId }] : [];
  });
  if (images.length > 0) await tx.insert(categoryImages).values(images);
  return new Map(rows.map((row) => [row.name, row.id]));
}

async function insertProducts(
  tx: Transaction,
  demo: DemoCatalogue,
  categoryIds: ReadonlyMap<string, string>,
  mediaIds: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const slugs = demo.products.map((product) => product.slug);
  const rows = demo.products.map((product, rank) => ({
    id: newId(),
    product,
    // One product every nine hours, for a natural order.
    createdAt: sql`now() - make_interval(hours => ${rank * 9})`,
  }));
  await tx.insert(products).values(
    rows.map(({ id, product, createdAt }) => ({
      id,
      createdAt,
      slug: product.slug,
      name: product.name,
      description: product.description,
      materials: product.materials,
      care: product.care,
      priceMinor: product.priceMinor,
      categoryId: categoryIds.get(product.category) ?? null,
      gender: product.gender,
      garmentType: product.garmentType,
      featured: product.featured,
      sizes: sizesOf(product),
      colors: product.colors,
    })),
  );
  await tx.insert(productVariants).values(
    rows.flatMap(({ id, product }) =>
      variantsOf(product, slugs).map((variant, position) => ({
        ...variant,
        productId: id,
        position,
      })),
    ),
  );
  await tx.insert(productImages).values(
    rows.flatMap(({ id, product }) =>
      product.images.flatMap((image, position) => {
        const mediaId = mediaIds.get(image.file);
        if (!mediaId) return [];
        const { alt: altText, color } = image;
        return [{ productId: id, mediaId, altText, color, primaryImage: position === 0, position }];
      }),
    ),
  );
  return new Map(rows.map(({ id, product }) => [product.slug, id]));
}

async function insertHeroes(
  tx: Transaction,
  demo: DemoCatalogue,
  mediaIds: ReadonlyMap<string, string>,
) {
  const rows = demo.heroes.flatMap(({ pageName, image }) => {
    const mediaId = mediaIds.get(image.file);
    return mediaId ? [{ pageName, mediaId }] : [];
  });
  if (rows.length > 0) await tx.insert(pageHeroImages).values(rows);
}

/**
 * Fills an empty database with the demo catalogue (SEED=catalogue), and with the moment also with one garment that was made (SEED=demo).
 * Stores images under fixed keys first, then all
 * rows in one transaction: an interrupted seed is repeated, and of two concurrent starts one seeds.
 */
export async function seedDemoCatalogue(deps: SeedDeps): Promise<"seeded" | "not_empty"> {
  if (!(await isEmpty(deps.db))) return "not_empty";
  const [{ readDemoCatalogue }, { readDemoOptions, insertOptions }, demoGarment] =
    await Promise.all([
      import("./demo-catalogue.server.ts"),
      import("./demo-options.server.ts"),
      import("./demo-garment.server.ts"),
    ]);
  const [demo, options, made] = await Promise.all([
    readDemoCatalogue(deps.demoDirectory),
    readDemoOptions(deps.demoDirectory),
    demoGarment.readDemoGarment(deps.demoDirectory),
  ]);
  const stored = await storeImages(deps, allImages(demo, options));

  const outcome = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`);
    if (!(await isEmpty(tx))) return "not_empty";
    const mediaIds = await insertMedia(tx, stored);
    const categoryIds = await insertCategories(tx, demo, mediaIds);
    const productIds = await insertProducts(tx, demo, categoryIds, mediaIds);
    const garmentTypes = new Map(demo.products.map(({ slug, garmentType }) => [slug, garmentType]));
    await insertOptions(tx, options, { mediaIds, productIds, garmentTypes });
    await insertHeroes(tx, demo, mediaIds);
    if (deps.now) {
      await demoGarment.insertMadeGarment(tx, made, {
        products: demo.products,
        productIds,
        mediaIds,
        now: deps.now,
      });
    }
    await bumpContentVersion(tx);
    return "seeded";
  });
  if (outcome === "seeded") {
    deps.logger.info(
      { products: demo.products.length, images: stored.length },
      "demo catalogue seeded",
    );
  }
  return outcome;
}
