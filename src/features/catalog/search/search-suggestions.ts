import type { MoneyAmount } from "#core/money-amount.ts";
import { COLLECTIONS } from "../listing/collection.ts";
import type { PreviewImage } from "../product-preview.ts";
import { searchTerms } from "./search-text.ts";

/** A piece offered while a shopper types. */
export type SuggestedProduct = {
  id: string;
  name: string;
  price: MoneyAmount;
  picture: PreviewImage | null;
};

/** A collection whose name begins with a typed word. */
export type SuggestedCollection = { title: string; path: string };

/** What is offered while a shopper types; `total` counts every piece the search would show. */
export type SearchSuggestions = {
  products: readonly SuggestedProduct[];
  collections: readonly SuggestedCollection[];
  total: number;
};

// The same screen has two addresses; it is offered once.
const offered = Object.values(COLLECTIONS).filter(({ slug }) => slug !== "accessories");

/** The collections whose titles have a word that begins with each typed word, at most three. */
export function collectionsLike(text: string): SuggestedCollection[] {
  const typed = searchTerms(text);
  if (typed.length === 0 || typed.join("").length < 2) return [];
  return offered
    .filter(({ title }) => {
      const words = searchTerms(title);
      return typed.every((start) => words.some((word) => word.startsWith(start)));
    })
    .slice(0, 3)
    .map(({ title, slug }) => ({ title, path: `/collections/${slug}` }));
}
