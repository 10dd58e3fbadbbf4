import { z } from "zod";
import { tidyLine } from "#core/submitted-text.ts";

/** The most pieces that are received at once, and the most that are counted. */
export const MAX_RECEIVED = 10_000;
export const MAX_COUNTED = 100_000;

const MAX_SKU_LENGTH = 120;
const MAX_NOTE_LENGTH = 200;

/** Digits alone: a bar code read into the wrong field must not become a count. */
const whole = (min: number, max: number, message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((pieces) => pieces >= min && pieces <= max, message);

const SKU_MISSING = "Type or scan a SKU.";

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
    pieces: whole(1, MAX_RECEIVED, "Type how many pieces came, from 1 to 10,000."),
    note,
  }),
  z.object({
    intent: z.literal("count"),
    sku,
    pieces: whole(0, MAX_COUNTED, "Type how many pieces are on the shelf, from 0 to 100,000."),
    note,
    seen: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
]);

export type StockEntry = z.infer<typeof stockEntry>;

/** A variant with this many pieces or fewer is low, until the owner changes it. */
export const DEFAULT_LOW_STOCK = 3;

const LOW_STOCK_INVALID = "Type a whole number from 0 to 100,000.";

/** When a variant is low: at so many pieces or fewer; 0 only when it is empty. */
export const stockSettingsSchema = z.object({
  lowStock: z
    .number(LOW_STOCK_INVALID)
    .int(LOW_STOCK_INVALID)
    .min(0, LOW_STOCK_INVALID)
    .max(MAX_COUNTED, LOW_STOCK_INVALID),
});

/** The stock page's forms: an entry, or when stock is low. */
export const stockForm = z.discriminatedUnion("intent", [
  ...stockEntry.options,
  z.object({
    intent: z.literal("low-stock"),
    lowStock: whole(0, MAX_COUNTED, LOW_STOCK_INVALID),
  }),
]);
