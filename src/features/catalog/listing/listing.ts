import type { Gender, ProductSummary } from "../product.ts";

/** One page of a listing: products in stock in the listing's order. `total` counts all pages. */
export type Listing = {
  products: ProductSummary[];
  total: number;
  page: number;
  pageCount: number;
};

/** What a listing selects by; an absent key does not narrow. Each combination used has an index that starts with its keys. */
export type Scope = {
  categoryIds?: readonly string[];
  genders?: readonly Gender[];
  garmentTypes?: readonly string[];
};
