import { garmentTypeName } from "#core/garment-type-name.ts";
import { readPageNumber } from "#core/page-number.ts";
import type { Gender, ProductSummary } from "#features/catalog/products/product.ts";
/** The SQL function `color_family` assigns them. */
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

export type ColorFamily = (typeof COLOR_FAMILIES)[number]["slug"];

/** A page has full rows of 2, 3 and 4. */
export const PAGE_SIZE = 12;

// Keeps the offset within an integer.
const MAX_PAGE = 100_000;

/** Reads the page of a listing, up to one that no shop has. */
export const parsePage = (text: string | null): number => Math.min(readPageNumber(text), MAX_PAGE);

/** A listing has at least one page. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The shop's toggle offers these (specification 2). */
export type ShopGender = "all" | "female" | "male";

/** Anything unknown is All. */
export function parseShopGender(text: string | null): ShopGender {
  return text === "female" || text === "male" ? text : "all";
}

/** Female is the default (specification 9). */
export function parseToggleGender(text: string | null): "female" | "male" {
  return text === "male" ? "male" : "female";
}

/** Lists the chosen gender and unisex; null for everything (specification 7). */
export function gendersShown(choice: ShopGender): readonly Gender[] | null {
  return choice === "all" ? null : [choice, "unisex"];
}

/** The filters of the catalog page with their garment types (specification 2, decision S4). */
export const CATALOG_FILTERS = [
  { slug: "suits", garmentType: "suit" },
  { slug: "dresses", garmentType: "dress" },
  { slug: "outerwear", garmentType: "outerwear" },
  { slug: "jackets", garmentType: "jacket" },
  { slug: "pants", garmentType: "pants" },
  { slug: "shirts", garmentType: "shirt" },
] as const;

/** Null is All. */
export type CatalogFilter = (typeof CATALOG_FILTERS)[number]["slug"] | null;

/** Anything unknown is All. */
export function parseCatalogFilter(text: string | null): CatalogFilter {
  return CATALOG_FILTERS.find((filter) => filter.slug === text)?.slug ?? null;
}

/** All: the garment types of the six filters (decision S4). */
export function garmentTypesShown(filter: CatalogFilter): readonly string[] {
  return CATALOG_FILTERS.filter((entry) => filter === null || entry.slug === filter).map(
    (entry) => entry.garmentType,
  );
}

/** Returns "Suits" for a garment type that has a filter, or null. */
export function garmentTypeLabel(garmentType: string): string | null {
  const isFilter = CATALOG_FILTERS.some((filter) => filter.garmentType === garmentType);
  return isFilter ? garmentTypeName(garmentType).plural : null;
}

export type Listing = {
  products: ProductSummary[];
  total: number;
  page: number;
  pageCount: number;
};

/** Missing keys do not narrow. Each combination in use has an index. */
export type Scope = {
  categoryIds?: readonly string[];
  genders?: readonly Gender[];
  garmentTypes?: readonly string[];
};

/** Counts the products it would show. */
export type FacetValue = { value: string; label: string; count: number };

/** `total` is what the current choice shows. */
export type FacetCounts = {
  total: number;
  gender: Readonly<Record<ShopGender, number>>;
  categories: readonly FacetValue[];
  sizes: readonly FacetValue[];
  colors: readonly FacetValue[];
  prices: readonly FacetValue[];
};
