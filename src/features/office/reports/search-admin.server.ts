import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { plainText } from "#core/plain-text.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Queryable } from "#db/client.server.ts";
import { textBegins, textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { nameContains } from "#features/catalog/editing/name-contains.server.ts";
import { searchTerms, shownSearch } from "#features/catalog/search/search-text.ts";
import { orderOfDocument } from "#features/orders/order/list/order-conditions.server.ts";
import type { OrderStatus } from "#features/orders/order/order.ts";
import { orderIdRange, shownStatusOf } from "#features/orders/order/order.ts";
import { REFUND_OWED_MINOR } from "#features/orders/order/owed-refunds.server.ts";
import type { AdminSearchResults } from "./admin-search-results.ts";
import { FEWEST_LETTERS, NO_SEARCH_RESULTS } from "./admin-search-results.ts";

const MAX_PRODUCTS = 6;
const MAX_OTHERS = 4;
/** Shorter text is rarely an order number. */
const FEWEST_OF_A_NUMBER = 4;

type Priced<Thing> = Omit<Thing, "price" | "total"> & { minor: number; currency: Currency };

type FoundOrder = Priced<Omit<AdminSearchResults["orders"][number], "status">> & {
  status: OrderStatus;
  refundedMinor: number;
  refundOwedMinor: number;
};

type Row = {
  products: Priced<AdminSearchResults["products"][number]>[];
  categories: AdminSearchResults["categories"];
  orders: FoundOrder[];
  media: AdminSearchResults["media"];
};

/** Finds orders by number, its start, the number of an invoice or a note, or part of the customer's email or name. */
function ordersLike(text: string): SQL {
  const range = text.length < FEWEST_OF_A_NUMBER ? null : orderIdRange(text);
  const byNumber = range ? sql` or id between ${range.first} and ${range.last}` : sql.raw("");
  const customer = ["customer_email", "(shipping_address ->> 'fullName')"];
  const ofDocument = orderOfDocument(text);
  const byDocument = ofDocument ? sql` or ${ofDocument}` : sql.raw("");
  return sql`${textContains(
    customer.map((column) => sql.raw(column)),
    text,
  )}${byNumber}${byDocument}`;
}

/** Finds products with a similar word for each submitted one, by index. */
function productsNear(terms: readonly string[]): SQL {
  const each = terms.map(
    (_, index) =>
      sql` and plain_text(name) like any ((select patterns from near where place = ${index + 1}::int)::text[])`,
  );
  return sql.join(each, sql.raw(""));
}

/** Similar product names only when nothing else matches. */
function candidates(text: string): SQL {
  const terms = searchTerms(text);
  const begins = textBegins(sql.raw("name"), text);
  return sql`
    named as materialized (
      (select id from products where deleted_at is null${nameContains(text)}
        order by ${begins} desc, created_at desc nulls last, id desc limit ${MAX_PRODUCTS})
      union
      select v.product_id from product_variants v join products p on p.id = v.product_id and p.deleted_at is null
       where plain_text(v.sku) = ${plainText(text)}
    ), filed as materialized (
      select id, name, (select count(*)::int from products p where p.category_id = c.id and p.deleted_at is null) as "productCount"
        from product_categories c where true${nameContains(text)} order by lower(name) limit ${MAX_OTHERS}
    ), ordered as materialized (
      select id, customer_email as "customerEmail", status, total_amount_minor::float8 as minor, currency, created_at,
             refunded_minor::float8 as "refundedMinor", ${REFUND_OWED_MINOR} as "refundOwedMinor"
        from orders where ${ordersLike(text)} order by created_at desc nulls last, id limit ${MAX_OTHERS}
    ), kept as materialized (
      select id, name, type = 'image' as "isImage", created_at from media
       where ${textContains([sql.raw("name"), sql.raw("alt_text")], text)}
       order by created_at desc nulls last, id desc nulls last limit ${MAX_OTHERS}
    ), near as materialized (
      select place, array(
               select '%' || word || '%' from search_words
                where weight = 4 and (slips && search_slips(typed.word) or word % typed.word and char_length(typed.word) > 4)
                order by similarity(word, typed.word) desc, word limit 4) as patterns
        from unnest(${sql.param(terms)}::text[]) with ordinality as typed(word, place)
       where not exists (select from named) and not exists (select from filed)
         and not exists (select from ordered) and not exists (select from kept)
    ), products_found as materialized (
      select id from named
      union all
      (select id from products where deleted_at is null and exists (select from near)${productsNear(terms)}
        order by similarity(plain_text(name), ${plainText(text)}) desc, created_at desc nulls last, id desc limit ${MAX_PRODUCTS})
    )`;
}

/**
 * Finds products, categories, orders and media by name, SKU, number, email or alt text; product names may be
 * misspelled. One statement, none for one letter.
 */
export const searchAdmin = asAdmin(
  async (db: Queryable, input: { text: string }): Promise<Result<AdminSearchResults>> => {
    const text = shownSearch(input.text);
    if (text.length < FEWEST_LETTERS) return ok(NO_SEARCH_RESULTS);
    const { rows } = await db.execute<Row>(sql`
    with ${candidates(text)}
    select (select coalesce(json_agg(found order by found.begins desc, found."createdAt" desc, found.id desc), '[]') from (
              select p.id, p.name, coalesce(c.name, '') as "categoryName", p.price_minor::float8 as minor, p.currency,
                     p.in_stock as "inStock", ${textBegins(sql.raw("p.name"), text)} as begins, p.created_at as "createdAt",
                     (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
                        from product_images i join media m on m.id = i.media_id where i.product_id = p.id
                       order by i.primary_image desc, i.position, i.id limit 1) as image
                from products p left join product_categories c on c.id = p.category_id
               where p.id = any(array(select id from products_found))) found) as products,
           (select coalesce(json_agg(filed order by lower(filed.name)), '[]') from filed) as categories,
           (select coalesce(json_agg(ordered order by ordered.created_at desc), '[]') from ordered) as orders,
           (select coalesce(json_agg(kept order by kept.created_at desc), '[]') from kept) as media`);
    return ok(toThings(rows[0]));
  },
);

function toThings(row: Row | undefined): AdminSearchResults {
  if (!row) return NO_SEARCH_RESULTS;
  return {
    products: row.products.map(({ id, name, categoryName, inStock, image, minor, currency }) => ({
      id,
      name,
      categoryName,
      inStock,
      image,
      price: money(minor, currency),
    })),
    categories: row.categories.map(({ id, name, productCount }) => ({ id, name, productCount })),
    orders: row.orders.map(({ id, customerEmail, currency, minor, ...sums }) => ({
      id,
      customerEmail: shownEmail(customerEmail),
      status: shownStatusOf({
        status: sums.status,
        totalMinor: minor,
        refundedMinor: sums.refundedMinor,
        refundOwedMinor: sums.refundOwedMinor,
      }),
      total: money(minor, currency),
    })),
    media: row.media.map(({ id, name, isImage }) => ({ id, name, isImage })),
  };
}
