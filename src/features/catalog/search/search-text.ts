import type { MoneyAmount } from "#core/money-amount.ts";
import { plainTerms } from "#core/plain-text.ts";
import { tidyLine } from "#core/submitted-text.ts";
import { COLLECTIONS } from "#features/catalog/listing/collection.ts";
import type { PreviewImage } from "#features/catalog/products/product.ts";

export type SuggestedProduct = {
  id: string;
  name: string;
  price: MoneyAmount;
  image: PreviewImage | null;
};

type SuggestedCollection = { title: string; path: string };

/** `total` counts every product the search would show. */
export type SearchSuggestions = {
  products: readonly SuggestedProduct[];
  collections: readonly SuggestedCollection[];
  pages: readonly { title: string; path: string }[];
  total: number;
};

// Both accessories slugs show the same page.
const offered = Object.values(COLLECTIONS).filter(({ slug }) => slug !== "accessories");

export const MAX_COLLECTIONS = 3;

/** Lists at most three collections with a title word beginning with each search word. */
export function collectionsLike(text: string): SuggestedCollection[] {
  const query = searchTerms(text);
  if (query.length === 0 || query.join("").length < 2) return [];
  return offered
    .filter(({ title }) => {
      const terms = searchTerms(title);
      return query.every((start) => terms.some((word) => word.startsWith(start)));
    })
    .slice(0, MAX_COLLECTIONS)
    .map(({ title, slug }) => ({ title, path: `/collections/${slug}` }));
}

/** The length is in characters. */
export const MAX_SEARCH_LENGTH = 80;
/** Controls and unassigned characters, but the joiners of Persian and Sinhala names. */
const NOT_WRITTEN = /[^\P{C}\u200c\u200d]+/gu;
const MAX_TERMS = 8;
const MAX_TERM_LENGTH = 40;

/** The text is one line, without what nobody sees but the joiners within a word, cut to the maximum. */
export function shownSearch(raw: string | null): string {
  const line = tidyLine((raw ?? "").slice(0, 4 * MAX_SEARCH_LENGTH)).replace(NOT_WRITTEN, " ");
  return tidyLine([...line].slice(0, MAX_SEARCH_LENGTH).join(""));
}

/** Lists a text's words as they are searched (`plainTerms`, SQL function `search_text`); at most eight, and none without a letter or digit. */
export function searchTerms(text: string): string[] {
  const terms = plainTerms(text).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return terms.slice(0, MAX_TERMS).map((word) => [...word].slice(0, MAX_TERM_LENGTH).join(""));
}

/** Counts typing errors between words: missing, added, wrong or swapped letters (optimal string alignment). */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + wrong);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(beforeLast, j - 2) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0;
