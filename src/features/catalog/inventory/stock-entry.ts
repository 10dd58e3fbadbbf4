import { z } from "zod";
import { formatNumber } from "#core/format-number.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { tidyNumber } from "#core/written-number.ts";

export const STOCK_VIEWS = ["all", "low", "out"] as const;

export type StockView = (typeof STOCK_VIEWS)[number];

export type StockFilter = {
  view: StockView;
  /** Part of a name or a SKU's start. */
  search: string;
  /** Counts from 1. */
  page: number;
};

export const STOCK_A_PAGE = 50;

const MAX_SEARCH_LENGTH = 120;

/** Every filter of the list and what it can read. */
export const STOCK_FILTERS: readonly FilterReader[] = [
  { label: "View", name: "view", isReadable: oneOf(STOCK_VIEWS) },
  PAGE_FILTER,
];

/** Parses the page's URL; invalid values are ignored. */
export function readStockFilter(params: URLSearchParams): StockFilter {
  return {
    view: STOCK_VIEWS.find((view) => view === params.get("view")) ?? "all",
    // Postgres refuses NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH),
    page: readPageNumber(params.get("page")),
  };
}

/** Writes the query of the first page; "" without filters. */
export function stockQuery({ view, search }: Omit<StockFilter, "page">): string {
  const params = new URLSearchParams();
  if (view !== "all") params.set("view", view);
  if (search) params.set("q", search);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** Writes "1 piece" or "12 pieces". */
export function quantityLabel(quantity: number): string {
  return quantity === 1 ? "1 piece" : `${formatNumber(quantity)} pieces`;
}

/** Writes "Kaieteur Gown, M, Red". */
export function variantLabel(of: { name: string; size: string; colorName: string }): string {
  return [of.name, of.size, of.colorName].filter(Boolean).join(", ");
}

const MAX_RECEIVED = 10_000;
const MAX_COUNTED = 100_000;

const MAX_SKU_LENGTH = 120;
const MAX_NOTE_LENGTH = 200;

/** A bar code must not become a count. */
const whole = (min: number, max: number, message: string) =>
  z
    .string(message)
    .overwrite(tidyNumber)
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((quantity) => quantity >= min && quantity <= max, message);

const SKU_MISSING = "Enter or scan a SKU.";

const sku = z
  .string(SKU_MISSING)
  .transform(tidyLine)
  .refine((value) => value !== "", { error: SKU_MISSING, abort: true })
  .refine(
    ({ length }) => length <= MAX_SKU_LENGTH,
    `A SKU has ${MAX_SKU_LENGTH} characters at most.`,
  );
// A refinement avoids a second schema, whose empty text Conform makes undefined.
const note = z
  .string()
  .default("")
  .transform(tidyLine)
  .refine(
    ({ length }) => length <= MAX_NOTE_LENGTH,
    `A note may have ${MAX_NOTE_LENGTH} characters at most.`,
  );

/** Items were received, or counted with the shown count. */
export const stockEntry = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("receive"),
    sku,
    quantity: whole(1, MAX_RECEIVED, "Enter how many pieces arrived, from 1 to 10,000."),
    note,
  }),
  z.object({
    intent: z.literal("count"),
    sku,
    quantity: whole(0, MAX_COUNTED, "Enter how many pieces are in stock, from 0 to 100,000."),
    note,
    knownStock: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
]);

export type StockEntry = z.infer<typeof stockEntry>;

export const DEFAULT_LOW_STOCK = 3;

const LOW_STOCK_INVALID = "Enter a whole number from 0 to 100,000.";

/** The count at which stock is low; at 0 only sold-out variants are. */
export const stockSettingsSchema = z.object({
  lowStock: z
    .number(LOW_STOCK_INVALID)
    .int(LOW_STOCK_INVALID)
    .min(0, LOW_STOCK_INVALID)
    .max(MAX_COUNTED, LOW_STOCK_INVALID),
});

export const stockForm = z.discriminatedUnion("intent", [
  ...stockEntry.options,
  z.object({
    intent: z.literal("low-stock"),
    lowStock: whole(0, MAX_COUNTED, LOW_STOCK_INVALID),
  }),
]);
