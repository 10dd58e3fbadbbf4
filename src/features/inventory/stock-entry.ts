import { z } from "zod";

import { tidyLine } from "#core/submitted-text.ts";

/** The most pieces that are received at once, and the most that a shelf can be said to hold. */
export const MAX_RECEIVED = 10_000;
export const MAX_COUNTED = 100_000;

const LONGEST_SKU = 120;
const LONGEST_NOTE = 200;

/** Digits alone: a bar code read into the wrong field must not become a count. */
const whole = (least: number, most: number, words: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, words)
    .transform(Number)
    .refine((pieces) => pieces >= least && pieces <= most, words);

const sku = z
  .string()
  .transform(tidyLine)
  .pipe(
    z
      .string()
      .min(1, "Type or scan a SKU.")
      .max(LONGEST_SKU, `A SKU has ${LONGEST_SKU} characters at most.`),
  );
const note = z
  .string()
  .default("")
  .transform(tidyLine)
  .pipe(z.string().max(LONGEST_NOTE, `A note may have ${LONGEST_NOTE} characters at most.`));

/** What the stock page's form asks for: pieces that came in, or what was counted on the shelf, as the page saw it before. */
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

/** What `stockEntry` reads. */
export type StockEntry = z.infer<typeof stockEntry>;

/** The form as it was typed, so that nothing is lost. */
export type SubmittedStockEntry = { sku: string; pieces: string; note: string };

/** What is wrong with each field, in words. */
export type EntryProblems = Partial<Record<keyof SubmittedStockEntry, string>>;

/** The first problem of each field of an entry that was refused. */
export function entryProblems(error: z.ZodError<unknown>): EntryProblems {
  const problems: EntryProblems = {};
  for (const { path, message } of error.issues) {
    const [field] = path;
    if (field === "sku" || field === "pieces" || field === "note") problems[field] ??= message;
  }
  return problems;
}

/** Up to so many pieces on the shelf a combination is low, until the owner says otherwise. */
export const DEFAULT_LOW_STOCK = 3;

const words = "Type a whole number from 0 to 100,000.";

/** When a combination is low: at so many pieces on the shelf or fewer; 0 only when it is empty. */
export const stockSettingsSchema = z.object({
  lowStock: z.number(words).int(words).min(0, words).max(MAX_COUNTED, words),
});
