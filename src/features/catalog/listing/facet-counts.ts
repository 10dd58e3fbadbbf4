import type { ShopGender } from "./listing-filter.ts";

/** A value a shopper can filter by, and how many products it would show. */
export type FacetValue = { value: string; label: string; count: number };

/** The values of every kind that the products of a listing have; `total` is what the present choice shows. */
export type FacetCounts = {
  total: number;
  gender: Readonly<Record<ShopGender, number>>;
  categories: readonly FacetValue[];
  sizes: readonly FacetValue[];
  colors: readonly FacetValue[];
  prices: readonly FacetValue[];
};
