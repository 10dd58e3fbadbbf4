import { sql } from "drizzle-orm";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { bestOf } from "../listing/filtered-listing.server.ts";
import type { PreviewImage } from "../product-preview.ts";
import { matches, relevance, understandSearch } from "./search-queries.server.ts";
import { looseQuery, strictQuery } from "./search-reading.ts";
import type { SearchSuggestions } from "./search-suggestions.ts";
import { collectionsLike } from "./search-suggestions.ts";

const MOST_PRODUCTS = 5;

type Row = {
  total: number;
  products: {
    id: string;
    name: string;
    priceMinor: number;
    currency: Currency;
    picture: PreviewImage | null;
  }[];
};

/** What to offer for a search still being typed: its last word may be the beginning of one. Two statements, none without a word. */
export async function suggestProducts(db: Queryable, text: string): Promise<SearchSuggestions> {
  const collections = collectionsLike(text);
  const { reading } = await understandSearch(db, text, true);
  const [strict, loose] = [strictQuery(reading), looseQuery(reading, false)];
  if (!strict || !loose) return { products: [], collections, total: 0 };
  const condition = matches(strict);
  const order = relevance(loose, reading.text);
  const best = bestOf({ condition, order, limit: MOST_PRODUCTS, offset: 0 });
  const result = await db.execute<Row>(sql`
    select (select count(*)::int from product_search s where ${condition}) as total,
           (select coalesce(json_agg(offered), '[]') from (
              select p.id, p.name, p.price_minor as "priceMinor", p.currency,
                     (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
                        from product_images i join media m on m.id = i.media_id where i.product_id = p.id
                       order by i.primary_image desc, i.position, i.id limit 1) as picture
                from (${best}) best
                join products p on p.id = best.id
               order by best.place) offered) as products`);
  const { total = 0, products = [] } = result.rows[0] ?? {};
  return {
    total,
    collections,
    products: products.map(({ id, name, priceMinor, currency, picture }) => ({
      id,
      name,
      picture,
      price: money(priceMinor, currency),
    })),
  };
}
