import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Listing } from "#features/catalog/listing/listing-filter.ts";
import { pageCount } from "#features/catalog/listing/listing-filter.ts";
import type {
  Gender,
  ProductColor,
  ProductImage,
  ProductSummary,
  ProductVariant,
} from "./product.ts";
import { MANY_IN_STOCK, MAX_SHOWN_STOCK } from "./product.ts";

/** The condition of every public product, worded as in the partial indexes, so that they apply. */
export const onSale: SQL = sql.raw("in_stock and deleted_at is null");

/** The id breaks ties; "nulls last" matches the indexes. */
export const newestFirst: SQL = sql.raw("created_at desc nulls last, id desc nulls last");

/** The column is JSON with the primary image first (specification 3). `p` is the product. */
export const imagesColumn: SQL = sql.raw(`
  (select coalesce(json_agg(shown), '[]') from (
     select m.id, coalesce(nullif(i.alt_text, ''), p.name) as alt, coalesce(m.width, 4) as width, coalesce(m.height, 5) as height,
            m.focal_x as "focalX", m.focal_y as "focalY", i.color
       from product_images i join media m on m.id = i.media_id
      where i.product_id = p.id
      order by i.primary_image desc, i.position, i.id) shown) as images`);

/** The column is JSON, sorted by size. `p` is the product. */
export const variantsColumn: SQL = sql.raw(`
  (select coalesce(json_agg(listed), '[]') from (
     select v.size, v.color, case when v.stock_count > ${MAX_SHOWN_STOCK} then ${MANY_IN_STOCK} else v.stock_count end as "stockCount",
            v.price_minor as "priceMinor", v.compare_at_minor as "compareAtMinor"
       from product_variants v where v.product_id = p.id order by v.position, v.id) listed) as variants`);

/** The column is JSON like variantsColumn. `p` is the product. */
export const skusColumn: SQL = sql.raw(`
  (select coalesce(json_agg(v.sku order by v.position, v.id), '[]')
     from product_variants v where v.product_id = p.id) as skus`);

/** The columns make a ProductRow without images and variants. `p` is the product, `c` its category. */
export const summaryColumns: SQL = sql.raw(`
  p.id, p.slug, p.name, p.price_minor as "priceMinor", p.compare_at_minor as "compareAtMinor", p.currency, p.gender, p.garment_type as "garmentType",
  coalesce(c.name, '') as "categoryName", p.in_stock as "inStock", to_json(p.sizes) as sizes, p.colors`);

/** The lowest price and whether others exist. `p`: the product, `s`: its product_search row. */
export const previewPriceColumns: SQL = sql.raw(
  `s.price_minor as "priceMinor", s.price_varies as "priceVaries", p.currency`,
);

export type ProductRow = {
  id: string;
  slug: string;
  name: string;
  /** A number in JSON, a string as bigint. */
  priceMinor: number | string;
  compareAtMinor: number | string | null;
  currency: Currency;
  gender: Gender;
  garmentType: string;
  categoryName: string;
  inStock: boolean;
  sizes: string[];
  colors: ProductColor[];
  images: ProductImage[];
  variants: ProductVariant[];
};

/** Most variants have no price of their own. */
function publicVariant({ priceMinor, compareAtMinor, ...variant }: ProductVariant): ProductVariant {
  return priceMinor == null ? variant : { ...variant, priceMinor, compareAtMinor };
}

export function toSummary(row: ProductRow): ProductSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    price: money(Number(row.priceMinor), row.currency),
    compareAt: row.compareAtMinor === null ? null : money(Number(row.compareAtMinor), row.currency),
    gender: row.gender,
    garmentType: row.garmentType,
    categoryName: row.categoryName,
    inStock: row.inStock,
    images: row.images,
    sizes: row.sizes,
    colors: row.colors,
    variants: row.variants.map(publicVariant),
  };
}

/** The column is the joined media row `m` as JSON, or null. */
export const imageColumn: SQL = sql.raw(`
  case when m.id is not null then json_build_object(
    'id', m.id, 'alt', m.alt_text, 'width', coalesce(m.width, 4), 'height', coalesce(m.height, 5),
    'focalX', m.focal_x, 'focalY', m.focal_y) end`);

/** The pages are those of page_hero_images (specification 3). */
export type HeroPage =
  | "home"
  | "shop"
  | "about"
  | "contact"
  | "catalog"
  | "new-dawn"
  | "measurement";

export type Heroes<Page extends HeroPage> = Record<Page, ProductImage | null>;

/** The column is one JSON object, for `toHeroes`. */
export function heroesColumn(pages: readonly HeroPage[]): SQL {
  return sql`
    (select json_object_agg(h.page_name, ${imageColumn})
       from page_hero_images h join media m on m.id = h.media_id
      where h.page_name = any(${sql.param(pages)}::text[]))`;
}

/** Reads `heroesColumn`. */
export function toHeroes<Page extends HeroPage>(
  pages: readonly Page[],
  column: Partial<Heroes<Page>> | null,
): Heroes<Page> {
  return Object.fromEntries(pages.map((page) => [page, column?.[page] ?? null])) as Heroes<Page>;
}

export type ListingRow = { total: number; products: ProductRow[] };

/** No row is an empty listing. */
export function toListing(row: ListingRow | undefined, page: number): Listing {
  const { total = 0, products = [] } = row ?? {};
  return { products: products.map(toSummary), total, page, pageCount: pageCount(total) };
}

/** The products of `ids` (a statement with column id) as a JSON array of ProductRow; `order` reads its columns. */
export function cardsOf(ids: SQL, order: SQL): SQL {
  return sql`
    (select coalesce(json_agg(card), '[]') from (
       select ${summaryColumns}, ${imagesColumn}, ${variantsColumn}
         from (${ids}) page
         join products p on p.id = page.id
         left join product_categories c on c.id = p.category_id
        order by ${order}) card)`;
}
