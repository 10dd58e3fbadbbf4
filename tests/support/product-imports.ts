import { sql } from "drizzle-orm";
import { pino } from "pino";
import type { Database, Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { ApplyDeps } from "#features/catalog/product-import/advance-import.server.ts";
import { advanceImport } from "#features/catalog/product-import/advance-import.server.ts";
import { beginImport } from "#features/catalog/product-import/begin-import.server.ts";
import { exportProducts } from "#features/catalog/product-import/export-products.server.ts";
import type {
  ImportLine,
  ImportView,
} from "#features/catalog/product-import/import-queries.server.ts";
import { findNewestImport } from "#features/catalog/product-import/import-queries.server.ts";
import { readImportLines } from "#features/catalog/product-import/read-import-report.server.ts";
import { startImport } from "#features/catalog/product-import/start-import.server.ts";
import { findPublishObstacle } from "#features/garments/options/undescribed-choices.server.ts";
import { createImageSource } from "#platform/image-source.server.ts";

const PUBLIC_URL = "https://shop.example";

/** No job queue: steps run by hand; no foreign images. */
export function importDeps(
  db: Database,
  change: Partial<ApplyDeps> = {},
): ApplyDeps & { publicUrl: string } {
  const stranger = async (): Promise<never> => {
    throw new Error("nothing is stored here");
  };
  return {
    db,
    findPublishObstacle,
    content: { settle: async () => undefined },
    jobs: { send: async () => undefined },
    files: { put: stranger, get: stranger, remove: stranger, exists: stranger },
    imageSource: createImageSource([], { bytes: 1, ms: 1 }),
    logger: pino({ level: "silent" }),
    publicUrl: PUBLIC_URL,
    ...change,
  };
}

export async function exported(db: Database, actor: Actor): Promise<string> {
  const items = exportProducts({ db, publicUrl: PUBLIC_URL }, { actor });
  if (!items.ok) throw new Error(items.error);
  let text = "";
  for await (const product of items.value) text += product;
  return text;
}

export type ImportWithLines = ImportView & { lines: ImportLine[] };

export async function newestImport(db: Database, actor: Actor): Promise<ImportWithLines> {
  const found = await findNewestImport(db, { actor });
  if (!found.ok || !found.value) throw new Error("there is no import");
  const lines: ImportLine[] = [];
  for await (const product of readImportLines(db, found.value.id)) lines.push(...product);
  return { ...found.value, lines };
}

/** What an import would do. */
export async function checked(
  deps: ApplyDeps,
  actor: Actor,
  text: string,
): Promise<ImportWithLines> {
  const file = { name: "products.csv", bytes: new TextEncoder().encode(text) };
  const begun = await beginImport(deps, { actor, file, fallbackCategory: "Smart Casual" });
  if (!begun.ok) throw new Error(begun.error);
  await advanceImport(deps, { importId: begun.value.id, isStopping: () => false });
  return newestImport(deps.db, actor);
}

export async function imported(
  deps: ApplyDeps,
  actor: Actor,
  text: string,
): Promise<ImportWithLines> {
  const { id } = await checked(deps, actor, text);
  const started = await startImport(deps, { actor, id });
  if (!started.ok && started.error !== "nothing") throw new Error(started.error);
  await advanceImport(deps, { importId: id, isStopping: () => false });
  return newestImport(deps.db, actor);
}

/** Reads the whole catalogue without ids and timestamps. */
export async function catalogueOf(db: Queryable): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select p.slug, p.name, p.description, p.materials, p.care, p.price_minor, p.compare_at_minor, p.vendor, p.product_type, p.tags,
           p.draft, p.gender_open, p.file_cells, p.currency, p.gender, p.garment_type, p.in_stock,
           p.featured, p.sizes, p.colors, p.created_at::text as added, c.name as category,
           (select json_agg(json_build_array(size, color, sku, stock_count, price_minor, compare_at_minor, v.file_cells) order by position, id)
              from product_variants v where v.product_id = p.id) as variants,
           (select json_agg(json_build_array(media_id, alt_text, primary_image, i.color) order by primary_image desc, position, i.id)
              from product_images i where i.product_id = p.id) as images
      from products p left join product_categories c on c.id = p.category_id
     where p.deleted_at is null order by p.created_at, p.slug`);
  return rows;
}
