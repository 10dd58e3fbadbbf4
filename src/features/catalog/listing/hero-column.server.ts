import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { ProductImage } from "../product.ts";
import { imageColumn } from "../product-row.server.ts";

/** A page that has a hero picture (specification 3, page_hero_images). */
export type HeroPage =
  | "home"
  | "shop"
  | "about"
  | "contact"
  | "catalog"
  | "new-dawn"
  | "measurement";

/** Hero pictures by page, null where a page has none. */
export type Heroes<Page extends HeroPage> = Record<Page, ProductImage | null>;

/** The pages' hero pictures as one JSON object, for a statement that reads more of the page; `toHeroes` reads it. */
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
