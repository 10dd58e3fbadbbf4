import { z } from "zod";
import { tidyLine } from "#core/submitted-text.ts";

export const STOCK_VIEWS = ["all", "low", "out"] as const;

export type StockView = (typeof STOCK_VIEWS)[number];

/** The page's filters, as in its URL. */
export type StockFilter = {
  view: StockView;
  /** Part of a product's name or the start of a SKU; "" for all. */
  search: string;
  /** From 1. */
  page: number;
};

/** Variants or movements on one page. */
export const STOCK_A_PAGE = 50;

const LONGEST_SEARCH = 120;

/** A page number; anything invalid is 1. */
export function readPage(text: string | null): number {
  return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;
}

/** Reads the page's URL; invalid values are ignored. */
export function readStockFilter(params: URLSearchParams): StockFilter {
  return {
    view: STOCK_VIEWS.find((view) => view === params.get("view")) ?? "all",
    // Postgres refuses NUL.
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    page: readPage(params.get("page")),
  };
}

/** The page's query for its first page; "" for no filters. */
export function stockQuery({ view, search }: Omit<StockFilter, "page">): string {
  const params = new URLSearchParams();
  if (view !== "all") params.set("view", view);
  if (search) params.set("q", search);
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

export type MovementKind = "opening" | "received" | "sold" | "returned" | "corrected";

const kinds: Record<MovementKind, string> = {
  opening: "Opening count",
  received: "Received",
  sold: "Sold",
  returned: "Returned",
  corrected: "Corrected",
};

/** A movement's kind as the owner reads it. */
export function movementWord(kind: MovementKind): string {
  return kinds[kind];
}

/** Log actions of the product changes that cause movements (ADR 0017). */
const changes: Record<string, string> = {
  created: "Product created",
  changed: "Product changed",
  restored: "Product restored",
};

/** A movement's note for display. */
export function movementNoteLabel(note: string): string {
  return changes[note] ?? note;
}

/** With a true minus: "+5", "−2". */
export function formatSignedQuantity(pieces: number): string {
  return pieces < 0
    ? `−${Math.abs(pieces).toLocaleString("en-US")}`
    : `+${pieces.toLocaleString("en-US")}`;
}

/** "1 piece", "12 pieces". */
export function quantityLabel(pieces: number): string {
  return pieces === 1 ? "1 piece" : `${pieces.toLocaleString("en-US")} pieces`;
}

/** "Kaieteur Gown, M, Red". */
export function variantLabel(of: { name: string; size: string; colorName: string }): string {
  return [of.name, of.size, of.colorName].filter(Boolean).join(", ");
}

const MAX_RECEIVED = 10_000;
const MAX_COUNTED = 100_000;

const MAX_SKU_LENGTH = 120;
const MAX_NOTE_LENGTH = 200;

/** Digits only and short: a bar code in the wrong field must not become a count. */
const whole = (min: number, max: number, message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((pieces) => pieces >= min && pieces <= max, message);

const SKU_MISSING = "Enter or scan a SKU.";

const sku = z
  .string(SKU_MISSING)
  .transform(tidyLine)
  .refine((value) => value !== "", { error: SKU_MISSING, abort: true })
  .refine(
    ({ length }) => length <= MAX_SKU_LENGTH,
    `A SKU has ${MAX_SKU_LENGTH} characters at most.`,
  );
// Conform turns an empty text of any string schema into undefined, so the limit is a refinement, not a second schema.
const note = z
  .string()
  .default("")
  .transform(tidyLine)
  .refine(
    ({ length }) => length <= MAX_NOTE_LENGTH,
    `A note may have ${MAX_NOTE_LENGTH} characters at most.`,
  );

/** An entry of stock: pieces that came in, or how many were counted and the count the page showed before. */
export const stockEntry = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("receive"),
    sku,
    pieces: whole(1, MAX_RECEIVED, "Enter how many pieces arrived, from 1 to 10,000."),
    note,
  }),
  z.object({
    intent: z.literal("count"),
    sku,
    pieces: whole(0, MAX_COUNTED, "Enter how many pieces are in stock, from 0 to 100,000."),
    note,
    seen: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
]);

export type StockEntry = z.infer<typeof stockEntry>;

export const DEFAULT_LOW_STOCK = 3;

const LOW_STOCK_INVALID = "Enter a whole number from 0 to 100,000.";

/** The low-stock threshold; 0 means only sold-out variants are low. */
export const stockSettingsSchema = z.object({
  lowStock: z
    .number(LOW_STOCK_INVALID)
    .int(LOW_STOCK_INVALID)
    .min(0, LOW_STOCK_INVALID)
    .max(MAX_COUNTED, LOW_STOCK_INVALID),
});

/** The stock page's forms. */
export const stockForm = z.discriminatedUnion("intent", [
  ...stockEntry.options,
  z.object({
    intent: z.literal("low-stock"),
    lowStock: whole(0, MAX_COUNTED, LOW_STOCK_INVALID),
  }),
]);
