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
import type { FileStore } from "#platform/files.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { DemoCatalogue, DemoImage } from "./demo-catalogue.server.ts";
import { sizesOf, variantsOf } from "./demo-variants.ts";

type SeedDeps = {
  db: Database;
  files: FileStore;
  logger: Logger;
  demoDirectory: string;
};

type StoredPicture = { picture: DemoImage; byteSize: number };

const UPLOADS_AT_ONCE = 8;

/** The same key at every try, so that a second start overwrites what a killed first one left. */
const storageKeyOf = (picture: DemoImage) => `media/demo/${picture.file}`;

async function isEmpty(db: Queryable): Promise<boolean> {
  const result = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from products) and not exists (select from product_categories)
       and not exists (select from media) as empty`);
  return result.rows[0]?.empty === true;
}

function allPictures(demo: DemoCatalogue): DemoImage[] {
  return [
    ...demo.heroes.map((hero) => hero.picture),
    ...demo.categories.flatMap((category) => category.picture ?? []),
    ...demo.products.flatMap((product) => product.pictures),
  ];
}

async function storePictures(
  deps: SeedDeps,
  pictures: readonly DemoImage[],
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = [];
  const remaining = pictures.entries();
  const carry = async () => {
    for (const [place, picture] of remaining) {
      const bytes = await readFile(join(deps.demoDirectory, "images", picture.file));
      await deps.files.put(storageKeyOf(picture), bytes, "image/webp");
      stored[place] = { picture, byteSize: bytes.byteLength };
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, carry));
  return stored;
}

/** Answers with the media id of each picture's file. */
async function insertMedia(
  tx: Transaction,
  stored: readonly StoredPicture[],
): Promise<ReadonlyMap<string, string>> {
  const rows = stored.map(({ picture, byteSize }) => ({
    id: newId(),
    name: picture.file,
    storageKey: storageKeyOf(picture),
    mimeType: "image/webp",
    byteSize,
    width: picture.width,
    height: picture.height,
    altText: picture.alt,
    focalX: picture.focal.x,
    focalY: picture.focal.y,
  }));
  await tx.insert(media).values(rows);
  return new Map(rows.map((row) => [row.name, row.id]));
}

async function insertCategories(
  tx: Transaction,
  demo: DemoCatalogue,
  mediaIds: ReadonlyMap<string, string>,
) {
  const rows = demo.categories.map(({ picture, ...category }) => ({
    id: newId(),
    ...category,
    picture,
  }));
  await tx
    .insert(productCategories)
    .values(
      rows.map(({ id, name, description, isSystem }) => ({ id, name, description, isSystem })),
    );
  const images = rows.flatMap(({ id, picture }) => {
    const mediaId = picture && mediaIds.get(picture.file);
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
): Promise<void> {
  const slugs = demo.products.map((product) => product.slug);
  const rows = demo.products.map((product, rank) => ({
    id: newId(),
    product,
    // One piece every nine hours, as if the shelf had been filled by hand.
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
      product.pictures.flatMap((picture, position) => {
        const mediaId = mediaIds.get(picture.file);
        if (!mediaId) return [];
        return [
          { productId: id, mediaId, altText: picture.alt, primaryImage: position === 0, position },
        ];
      }),
    ),
  );
}

async function insertHeroes(
  tx: Transaction,
  demo: DemoCatalogue,
  mediaIds: ReadonlyMap<string, string>,
) {
  const rows = demo.heroes.flatMap(({ pageName, picture }) => {
    const mediaId = mediaIds.get(picture.file);
    return mediaId ? [{ pageName, mediaId }] : [];
  });
  if (rows.length > 0) await tx.insert(pageHeroImages).values(rows);
}

/**
 * Fills an empty database with the demo catalogue (SEED=demo) and touches no other. Pictures are stored first and under fixed keys,
 * rows follow in one transaction: killed at any moment, the next start heals it, and of two starts at once one seeds.
 */
export async function seedDemoCatalogue(deps: SeedDeps): Promise<"seeded" | "not_empty"> {
  if (!(await isEmpty(deps.db))) return "not_empty";
  // Loaded for the first start only.
  const { readDemoCatalogue } = await import("./demo-catalogue.server.ts");
  const demo = await readDemoCatalogue(deps.demoDirectory);
  const stored = await storePictures(deps, allPictures(demo));

  const outcome = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`);
    if (!(await isEmpty(tx))) return "not_empty";
    const mediaIds = await insertMedia(tx, stored);
    const categoryIds = await insertCategories(tx, demo, mediaIds);
    await insertProducts(tx, demo, categoryIds, mediaIds);
    await insertHeroes(tx, demo, mediaIds);
    await bumpContentVersion(tx);
    return "seeded";
  });
  if (outcome === "seeded") {
    deps.logger.info(
      { products: demo.products.length, pictures: stored.length },
      "demo catalogue seeded",
    );
  }
  return outcome;
}
