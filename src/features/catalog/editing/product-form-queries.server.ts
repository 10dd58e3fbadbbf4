import { sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Currency } from "#core/money-amount.ts";
import { money, toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { DraftVariant, ProductForm } from "./product-form.ts";
import { combinationsOf, GARMENT_TYPES } from "./product-form.ts";

/** A save must name the version. */
export type ProductSnapshot = {
  id: string;
  version: number;
  categoryName: string;
  form: ProductForm;
};

type StoredImage = { mediaId: string; altText: string; primary: boolean; color?: string };
type StoredStock = {
  size: string;
  color: string;
  sku: string;
  stockCount: number | null;
  priceMinor: number | null;
  compareAtMinor: number | null;
  fileCells: Record<string, string>;
};
type Row = Omit<
  ProductForm,
  "price" | "compareAt" | "variants" | "garmentType" | "categoryId" | "images"
> & {
  id: string;
  version: number;
  priceMinor: number;
  compareAtMinor: number | null;
  currency: Currency;
  garmentType: string;
  categoryId: string | null;
  categoryName: string;
  variants: StoredStock[];
  images: StoredImage[];
};

/** `p` is the product, `c` its category. */
const formColumns = sql.raw(`
  p.id, p.version, p.name, p.slug, p.description, p.materials, p.care, p.price_minor::float8 as "priceMinor",
  p.compare_at_minor::float8 as "compareAtMinor", p.currency, p.vendor, p.product_type as "productType", to_json(p.tags) as tags,
  p.draft, p.file_cells as "fileCells", case when p.gender_open then 'open' else p.gender end as gender, p.category_id as "categoryId", coalesce(c.name, '') as "categoryName", p.garment_type as "garmentType",
  p.in_stock or p.draft as "inStock", p.featured, to_json(p.sizes) as sizes, p.colors,
  (select coalesce(json_agg(json_build_object(
            'size', v.size, 'color', v.color, 'sku', v.sku, 'stockCount', v.stock_count,
            'priceMinor', v.price_minor, 'compareAtMinor', v.compare_at_minor, 'fileCells', v.file_cells) order by v.position, v.id), '[]')
     from product_variants v where v.product_id = p.id) as variants,
  (select coalesce(json_agg(json_strip_nulls(json_build_object(
            'mediaId', i.media_id, 'altText', i.alt_text, 'primary', i.primary_image, 'color', i.color))
            order by i.primary_image desc, i.position, i.id), '[]')
     from product_images i where i.product_id = p.id) as images`);

/** A product's form for an admin; null for a malformed, unknown or deleted id. One statement. */
export const findProductForm = asAdmin(
  async (db: Queryable, input: { id: string }): Promise<Result<ProductSnapshot | null>> => {
    if (!isId(input.id)) return ok(null);
    const { rows } = await db.execute<Row>(sql`
    select ${formColumns}
      from products p left join product_categories c on c.id = p.category_id
     where p.id = ${input.id} and p.deleted_at is null`);
    const [row] = rows;
    return ok(row ? toSnapshot(row) : null);
  },
);

/** A product's form with its Custom variants; `added` is exact to the microsecond. */
export type ListedForm = ProductSnapshot & { added: string; isDeleted: boolean };

/** Slugs select deleted products too; `after` selects only those in the shop. */
export type FormSelection = { slugs: readonly string[] } | { after: string | null; most: number };

/** Products' forms for an admin, oldest first; one statement. */
export const listProductForms = asAdmin(
  async (db: Queryable, input: { select: FormSelection }): Promise<Result<ListedForm[]>> => {
    const { select } = input;
    const wanted =
      "slugs" in select
        ? sql`p.slug = any(${sql.param(select.slugs)}::text[])`
        : sql`p.deleted_at is null and (${select.after}::uuid is null or (p.created_at, p.id) >
             (select created_at, id from products where id = ${select.after}::uuid))`;
    const limit = "most" in select ? sql`limit ${select.most}` : sql.raw("");
    const { rows } = await db.execute<Row & { added: string; isDeleted: boolean }>(sql`
    select ${formColumns}, p.deleted_at is not null as "isDeleted",
           to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as added
      from products p left join product_categories c on c.id = p.category_id
     where ${wanted} order by p.created_at, p.id ${limit}`);
    return ok(
      rows.map(({ added, isDeleted, ...row }) => {
        const snapshot = toSnapshot(row);
        const variants = [...snapshot.form.variants, ...customOf(row)];
        return { ...snapshot, form: { ...snapshot.form, variants }, added, isDeleted };
      }),
    );
  },
);

function customOf({ sizes, colors, variants }: Row): DraftVariant[] {
  if (!sizes.includes(CUSTOM_SIZE)) return [];
  const offered = colors.length > 0 ? colors.map(({ hex }) => hex) : [""];
  return variants
    .filter(({ size, color }) => size === CUSTOM_SIZE && offered.includes(color))
    .map((row) => {
      const { size, color, sku } = row;
      return {
        size,
        color,
        kind: "made_to_order",
        stock: 0,
        knownStock: null,
        sku,
        ...pricesOf(row),
      };
    });
}

const amountText = (minor: number | null): string =>
  minor === null ? "" : toDecimal(money(minor, "USD")).toFixed(2);

const pricesOf = ({ priceMinor, compareAtMinor, fileCells }: StoredStock) => ({
  price: amountText(priceMinor),
  compareAt: amountText(compareAtMinor),
  fileCells,
});

function toSnapshot(row: Row): ProductSnapshot {
  const { id, version, categoryName, priceMinor, compareAtMinor, currency, variants, ...rest } =
    row;
  const garmentType = GARMENT_TYPES.find((type) => type === rest.garmentType) ?? "other";
  const form = {
    ...rest,
    garmentType,
    categoryId: rest.categoryId ?? "",
    price: toDecimal(money(priceMinor, currency)).toFixed(2),
    compareAt: amountText(compareAtMinor),
    variants: variantsOf(rest, variants),
  };
  return { id, version, categoryName, form };
}

/** Combinations without a row are not sold. */
function variantsOf(
  product: Pick<Row, "sizes" | "colors">,
  stored: readonly StoredStock[],
): DraftVariant[] {
  return combinationsOf(product).map(({ size, color }) => {
    const row = stored.find((each) => each.size === size && each.color.toUpperCase() === color);
    if (!row) return { size, color, kind: "not_sold", stock: 0, knownStock: null, sku: "" };
    const { stockCount, sku } = row;
    const kind = stockCount === null ? "made_to_order" : "counted";
    const stock = { kind, stock: stockCount ?? 0, knownStock: stockCount } as const;
    return { size, color, ...stock, sku, ...pricesOf(row) };
  });
}
