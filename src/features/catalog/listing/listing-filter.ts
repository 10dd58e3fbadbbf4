import type { Gender, ProductSummary } from "../product.ts";
/** The colours a shopper filters by; each product colour falls into one by the `color_family` function of the search migration. */
export const COLOR_FAMILIES = [
  { slug: "black", label: "Black", hex: "#1C1815" },
  { slug: "grey", label: "Grey", hex: "#7B7E82" },
  { slug: "white", label: "White", hex: "#FFFFFF" },
  { slug: "cream", label: "Ivory and cream", hex: "#F0E8D8" },
  { slug: "beige", label: "Sand and beige", hex: "#CDB88F" },
  { slug: "brown", label: "Brown", hex: "#6B4A2B" },
  { slug: "red", label: "Red", hex: "#9E1F2B" },
  { slug: "pink", label: "Pink", hex: "#E3B8B4" },
  { slug: "orange", label: "Orange", hex: "#D97B29" },
  { slug: "yellow", label: "Yellow and gold", hex: "#D9AC3F" },
  { slug: "green", label: "Green", hex: "#2F5A45" },
  { slug: "blue", label: "Blue", hex: "#2A4468" },
  { slug: "purple", label: "Purple", hex: "#5D3A70" },
] as const;

/** A colour family as an address writes it. */
export type ColorFamily = (typeof COLOR_FAMILIES)[number]["slug"];

/** Products on one page of a listing: full rows of 2, 3 and 4. */
export const PAGE_SIZE = 12;

// Beyond this no shop has pages; it keeps the offset far inside an integer.
const MAX_PAGE = 100_000;

/** Reads a page number from an address: a whole number from 1, anything else is the first page. */
export function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
  return Math.min(page, MAX_PAGE);
}

/** How many pages hold so many products; an empty listing has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** What a shopper can choose in the shop's filter (specification 2). */
export type ShopGender = "all" | "female" | "male";

/** Reads the shop's filter from an address; anything unknown is All. */
export function parseShopGender(text: string | null): ShopGender {
  return text === "female" || text === "male" ? text : "all";
}

/** Reads a collection's Female/Male toggle from an address; female is the default (specification 9). */
export function parseToggleGender(text: string | null): "female" | "male" {
  return text === "male" ? "male" : "female";
}

/** The genders a choice shows: the chosen one and unisex; null when everything is shown (specification 7). */
export function gendersShown(choice: ShopGender): readonly Gender[] | null {
  return choice === "all" ? null : [choice, "unisex"];
}

/** The six filters of the catalog and the garment type each stands for (specification 2, decision S4). */
export const CATALOG_FILTERS = [
  { slug: "suits", label: "Suits", garmentType: "suit" },
  { slug: "dresses", label: "Dresses", garmentType: "dress" },
  { slug: "outerwear", label: "Outerwear", garmentType: "outerwear" },
  { slug: "jackets", label: "Jackets", garmentType: "jacket" },
  { slug: "pants", label: "Pants", garmentType: "pants" },
  { slug: "shirts", label: "Shirts", garmentType: "shirt" },
] as const;

/** A catalog filter in an address; `null` is All. */
export type CatalogFilter = (typeof CATALOG_FILTERS)[number]["slug"] | null;

/** Reads the catalog's filter from an address; anything unknown is All. */
export function parseCatalogFilter(text: string | null): CatalogFilter {
  return CATALOG_FILTERS.find((filter) => filter.slug === text)?.slug ?? null;
}

/** The garment types a catalog filter shows; All shows those of the six filters (decision S4). */
export function garmentTypesShown(filter: CatalogFilter): readonly string[] {
  return CATALOG_FILTERS.filter((entry) => filter === null || entry.slug === filter).map(
    (entry) => entry.garmentType,
  );
}

/** The catalog's word for a garment type ("Suits"), or null when no filter stands for it. */
export function garmentTypeLabel(garmentType: string): string | null {
  return CATALOG_FILTERS.find((filter) => filter.garmentType === garmentType)?.label ?? null;
}

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
