import { sql } from "drizzle-orm";
import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import type { DraftVariant, ProductForm } from "#features/catalog/editing/product-form.ts";
import { writeTags } from "#features/catalog/editing/product-form.ts";
import { listProductForms } from "#features/catalog/editing/product-form-queries.server.ts";
import { writeList } from "#features/catalog/product-file/cell-list.ts";
import { descriptionToHtml } from "#features/catalog/product-file/description-html.ts";
import type { FileColumn } from "#features/catalog/product-file/file-columns.ts";
import {
  FILE_COLUMNS,
  OWN_COLUMNS,
  VARIANT_DEFAULTS,
} from "#features/catalog/product-file/file-columns.ts";
import { writeColor } from "#features/catalog/product-file/read-colors.ts";
import { effectivePrices } from "#features/catalog/product-file/read-prices.ts";
import type { KnownProduct } from "#features/catalog/product-file/read-product.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { WaitingImage } from "./waiting-images.server.ts";
import { insertImages, listWaitingBySlug } from "./waiting-images.server.ts";

export type WrittenProduct = KnownProduct & { added: string };

type Cells = Partial<Record<FileColumn, string>>;

const yesNo = (value: boolean) => (value ? "TRUE" : "FALSE");

/** Only a product's first row holds them. */
function productCells({ form, category, added }: WrittenProduct): Cells {
  return {
    Title: form.name,
    "Body (HTML)": descriptionToHtml(form.description),
    Vendor: form.vendor,
    Type: form.productType,
    Tags: writeTags(form.tags),
    Published: yesNo(form.inStock && !form.draft),
    "Gift Card": "FALSE",
    "Google Shopping / Gender": form.gender === "open" ? "" : form.gender,
    Status: form.draft ? (form.fileCells?.Status ?? "draft") : "active",
    [OWN_COLUMNS.garmentType]: form.garmentType,
    [OWN_COLUMNS.category]: category,
    [OWN_COLUMNS.featured]: yesNo(form.featured),
    [OWN_COLUMNS.materials]: form.materials,
    [OWN_COLUMNS.care]: form.care,
    [OWN_COLUMNS.sizes]: writeList(form.sizes),
    [OWN_COLUMNS.colors]: writeList(form.colors.map(writeColor)),
    [OWN_COLUMNS.added]: added,
  };
}

type UrlOf = (mediaId: string) => string;

function variantCells(
  variant: DraftVariant,
  form: ProductForm,
  { isFirst, urlOf }: { isFirst: boolean; urlOf: UrlOf },
): Cells {
  const image = form.images.find((each) => each.color && each.color === variant.color);
  const color = form.colors.find(({ hex }) => hex.toUpperCase() === variant.color);
  const isCounted = variant.kind === "counted" && variant.size !== CUSTOM_SIZE;
  return {
    "Option1 Value": variant.size,
    ...(isFirst && { "Option1 Name": "Size" }),
    ...(color && {
      ...(isFirst && { "Option2 Name": "Color" }),
      "Option2 Value": color.name || color.hex,
      [OWN_COLUMNS.colorHex]: color.hex,
    }),
    "Variant SKU": variant.sku,
    "Variant Inventory Tracker": isCounted ? "shopify" : "",
    "Variant Inventory Qty": isCounted ? String(variant.stock) : "",
    ...VARIANT_DEFAULTS,
    ...(image && { "Variant Image": urlOf(image.mediaId) }),
  };
}

function priceCells(variant: DraftVariant | undefined, form: ProductForm): Cells {
  const { price, compareAt } = effectivePrices(variant ?? {}, form);
  return { "Variant Price": price, "Variant Compare At Price": compareAt };
}

/** The product decides the status. */
function withoutStatus(cells: Record<string, string> = {}): Record<string, string> {
  const { Status, ...rest } = cells;
  return rest;
}

/** A product's rows under `columns`: the first describes it; each has a variant and an image while there are any. */
export function writeProduct(
  product: WrittenProduct,
  urlOf: UrlOf,
  columns: readonly string[] = FILE_COLUMNS,
): string[][] {
  const { form } = product;
  const variants = form.variants.filter(({ kind }) => kind !== "not_sold");
  const count = Math.max(1, variants.length, form.images.length);
  return Array.from({ length: count }, (_, index) => {
    const variant = variants[index];
    const image = form.images[index];
    const cells: Cells = {
      Handle: form.slug,
      ...(index === 0 && productCells(product)),
      ...(variant && variantCells(variant, form, { isFirst: index === 0, urlOf })),
      ...((variant || index === 0) && priceCells(variant, form)),
      ...(image && {
        "Image Src": urlOf(image.mediaId),
        "Image Position": String(index + 1),
        "Image Alt Text": image.altText,
        [OWN_COLUMNS.imageColor]: image.color ?? "",
      }),
    };
    const stored: Record<string, string> = {
      ...cells,
      ...(index === 0 && withoutStatus(form.fileCells)),
      ...variant?.fileCells,
    };
    return columns.map((column) => stored[column] ?? "");
  });
}

const PRODUCTS_PER_BATCH = 200;

/** Streams undeleted products as CSV in Shopify's columns and ours, oldest first (ADR 0015). */
export function exportProducts(
  deps: { db: Database; publicUrl: string },
  input: { actor: Actor },
): Result<AsyncGenerator<string>, "forbidden"> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  return ok(items(deps, input.actor));
}

/** Adds waiting images at their positions, each with the URL of its file in place of a media item. */
function withWaiting(
  own: ProductForm["images"],
  waiting: readonly WaitingImage[],
): ProductForm["images"] {
  const added = waiting.map(({ url, altText, color, position }) => {
    return { position, image: { mediaId: url, altText, primary: false, ...(color && { color }) } };
  });
  return insertImages(own, added);
}

/** Lists other programs' columns of imported products, alphabetically. */
async function listStoredColumns(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct name from (
      select jsonb_object_keys(file_cells) as name from products where deleted_at is null and file_cells <> '{}'
      union all select jsonb_object_keys(v.file_cells)
        from product_variants v join products p on p.id = v.product_id where p.deleted_at is null and v.file_cells <> '{}') found
     order by name`);
  return rows.map(({ name }) => name).filter((name) => !FILE_COLUMNS.some((each) => each === name));
}

async function* items(
  deps: { db: Database; publicUrl: string },
  actor: Actor,
): AsyncGenerator<string> {
  const urlOf = (media: string) =>
    isId(media) ? deps.publicUrl + imagePath(media, SOCIAL_IMAGE_WIDTH, "jpg") : media;
  const columns = [...FILE_COLUMNS, ...(await listStoredColumns(deps.db))];
  yield CSV_BOM + csvLine(columns);
  for (let after: string | null = null; ; ) {
    const select = { after, most: PRODUCTS_PER_BATCH };
    const listed = await listProductForms(deps.db, { actor, select });
    const last = listed.ok ? listed.value.at(-1) : undefined;
    if (!listed.ok || !last) return;
    const slugs = listed.value.map(({ form }) => form.slug);
    const waiting = await listWaitingBySlug(deps.db, slugs);
    const rows = listed.value.flatMap(({ form, categoryName, added }) => {
      const images = withWaiting(form.images, waiting.get(form.slug) ?? []);
      return writeProduct(
        { form: { ...form, images }, category: categoryName, added },
        urlOf,
        columns,
      );
    });
    yield rows.map(csvLine).join("");
    after = last.id;
  }
}
