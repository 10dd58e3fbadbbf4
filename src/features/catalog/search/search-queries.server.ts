import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Currency } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import {
  bestOf,
  foundColumns,
  orderOf,
  scopeCondition,
  viewCondition,
} from "#features/catalog/listing/filtered-listing.server.ts";
import type { Listing, ShopGender } from "#features/catalog/listing/listing-filter.ts";
import { gendersShown } from "#features/catalog/listing/listing-filter.ts";
import type { ListingView } from "#features/catalog/listing/listing-view.ts";
import { chosenCount } from "#features/catalog/listing/listing-view.ts";
import type { PreviewImage } from "#features/catalog/products/product.ts";
import type { ListingRow } from "#features/catalog/products/product-row.server.ts";
import { previewPriceColumns, toListing } from "#features/catalog/products/product-row.server.ts";
import { isPageSearch, pagesLike } from "./page-search.ts";
import type { ProbedWord, SearchReading } from "./search-reading.ts";
import {
  compoundsOf,
  looseQuery,
  readSearch,
  spellingSuggestions,
  strictQuery,
} from "./search-reading.ts";
import type { SearchSuggestions } from "./search-text.ts";
import { collectionsLike, MAX_COLLECTIONS, searchTerms } from "./search-text.ts";

const MAX_PRODUCTS = 5;

type Row = {
  total: number;
  categories: { title: string; path: string }[];
  products: {
    id: string;
    name: string;
    priceMinor: number;
    priceVaries: boolean;
    currency: Currency;
    image: PreviewImage | null;
  }[];
};

/** Suggestions during input; the last word may be incomplete. Two statements, none without a word. */
export async function suggestProducts(db: Queryable, text: string): Promise<SearchSuggestions> {
  const collections = collectionsLike(text);
  const pages = pagesLike(text);
  const { reading } = await understandSearch(db, text, true);
  const strict = strictQuery(reading);
  const loose = looseQuery(reading, false);
  if (!strict || !loose) return { products: [], collections, pages, total: 0 };
  const condition = matches(strict);
  const order = relevance(loose, reading.text);
  const best = bestOf({ condition, order, limit: MAX_PRODUCTS, offset: 0 });
  const result = await db.execute<Row>(sql`
    select (select count(*)::int from product_search s where ${condition}) as total,
           (${categoriesLike(text)}) as categories,
           (select coalesce(json_agg(offered), '[]') from (
              select p.id, p.name, ${previewPriceColumns},
                     (select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
                        from product_images i join media m on m.id = i.media_id where i.product_id = p.id
                       order by i.primary_image desc, i.position, i.id limit 1) as image
                from (${best}) best
                join products p on p.id = best.id
                join product_search s on s.product_id = best.id
               order by best.place) offered) as products`);
  const { total = 0, categories = [], products = [] } = result.rows[0] ?? {};
  return {
    total,
    collections: [...collections, ...categories].slice(0, MAX_COLLECTIONS),
    pages,
    products: products.map(({ id, name, priceMinor, priceVaries, currency, image }) => ({
      id,
      name,
      image,
      price: money(priceMinor, currency),
      priceVaries,
    })),
  };
}

/** Finds the owner's categories on sale with a word beginning with each search word. */
function categoriesLike(text: string): SQL {
  return sql`
    select coalesce(json_agg(json_build_object('title', c.name, 'path', '/collections/' || c.slug) order by c.name), '[]')
      from product_categories c
     where c.slug is not null and exists (select from product_search s where s.category_id = c.id)
       and not exists (
         select from unnest(${sql.param(searchTerms(text))}::text[]) as start
          where ' ' || search_text(c.name) not like '% ' || start || '%')`;
}

/** The weights of D, C, B and A: other text, colors and materials, category and garment, name. */
const WEIGHTS = sql.raw("'{0.04, 0.2, 0.4, 1}'::real[]");

type SearchResult = {
  listing: Listing;
  /** The query is in to_tsquery syntax, so that filters count alike; null for no search. */
  query: string | null;
  /** Null when nothing was corrected. */
  correctedText: string | null;
  /** The shop has no word similar to these. */
  unknownTerms: readonly string[];
  /** No product has every word; these have some. */
  isPartial: boolean;
  /** Words to try when nothing was found. */
  offers: readonly string[];
};

type Understood = { reading: SearchReading; probed: readonly ProbedWord[] };

/** Takes one statement, and none without a word. */
async function understandSearch(
  db: Queryable,
  text: string,
  isUnfinished = false,
): Promise<Understood> {
  const terms = searchTerms(text);
  if (terms.length === 0) return { reading: readSearch([], new Set()), probed: [] };
  const result = await db.execute<{ probed: ProbedWord[]; known: string[] }>(sql`
    select (select coalesce(json_agg(json_build_object('word', typed.word, 'isStop', typed.lexemes = '{}', 'near', found.near)
                                     order by typed.place), '[]')
              from (select word, place, coalesce(ts_lexize('english_stem', word), '{}') as lexemes
                      from unnest(${sql.param(terms)}::text[]) with ordinality as probe(word, place)) as typed
             cross join lateral (
               select coalesce(json_agg(json_build_object(
                        'word', word, 'weight', weight, 'similarity', similarity(word, typed.word), 'same', same)), '[]') as near
                 from (${neighbours}) as close(word, weight, same)) as found) as probed,
           array(select distinct word from search_words where word = any(${sql.param(compoundsOf(terms))}::text[])) as known`);
  const { probed = [], known = [] } = result.rows[0] ?? {};
  return { probed, reading: readSearch(probed, new Set(known), isUnfinished) };
}

/** A neighbour has the same stem or beginning, similar letters, or up to two typing errors; each is found by index. */
const neighbours: SQL = sql.raw(`
  select word, max(weight), bool_or(lexeme = any(typed.lexemes)) from (
    (select word, weight, lexeme from search_words where lexeme = any(typed.lexemes))
    union all
    (select word, weight, lexeme from search_words where word like typed.word || '%' and char_length(typed.word) > 1
      order by weight desc, word limit 40)
    union all
    (select word, weight, lexeme from search_words where word % typed.word order by similarity(word, typed.word) desc limit 30)
    union all
    (select word, weight, lexeme from search_words where slips && search_slips(typed.word) limit 60)
  ) as any_kind group by word`);

const matches = (query: string) => sql`s.vector @@ to_tsquery('english', ${query})`;

/** Products are sorted by most and heaviest words, then exact names, then newest. */
function relevance(loose: string, text: string): SQL {
  return sql`(s.sort_name = ${text}) desc,
    (ts_rank(${WEIGHTS}, s.vector, to_tsquery('english', ${loose})) * 50)::int desc,
    char_length(s.sort_name), s.created_at desc, s.product_id desc`;
}

type Wanted = { text: string; gender: ShopGender; view: ListingView; page: number };

/**
 * Reads one page of results, tolerant of typing errors: products with every word, else with some, and none that come close to words that name a page. It takes two
 * statements, three for the second attempt.
 */
export async function searchProducts(db: Queryable, wanted: Wanted): Promise<SearchResult> {
  const { text, gender, view, page } = wanted;
  const { reading, probed } = await understandSearch(db, text);
  const genders = gendersShown(gender);
  const narrowed = sql`${scopeCondition(genders ? { genders } : {})} and ${viewCondition(view)}`;
  const list = async (query: string, loose: string) => {
    const condition = sql`${matches(query)} and ${narrowed}`;
    const order = view.sort ? orderOf(view.sort) : relevance(loose, reading.text);
    const columns = foundColumns({ condition, order, page });
    const result = await db.execute<ListingRow>(sql`select ${columns}`);
    return toListing(result.rows[0], page);
  };
  const correctedText = reading.isCorrected ? reading.text : null;
  const found = { correctedText, unknownTerms: reading.unknown, isPartial: false, offers: [] };
  const strict = strictQuery(reading);
  const ranked = looseQuery(reading, false);
  const isOfPage = isPageSearch(text);
  if (strict && ranked && !(isOfPage && reading.isCorrected)) {
    const listing = await list(strict, ranked);
    const isNarrowed = chosenCount(view) > 0 || gender !== "all";
    if (listing.total > 0 || isNarrowed) return { ...found, listing, query: strict };
  }
  if (isOfPage) return { ...found, correctedText: null, listing: noProducts, query: null };
  const loose = looseQuery(reading, true);
  const listing = loose ? await list(loose, loose) : noProducts;
  if (listing.total === 0) {
    return {
      ...found,
      listing,
      query: loose,
      correctedText: null,
      offers: spellingSuggestions(probed),
    };
  }
  return { ...found, listing, query: loose, isPartial: true };
}

const noProducts: Listing = { products: [], total: 0, page: 1, pageCount: 1 };
