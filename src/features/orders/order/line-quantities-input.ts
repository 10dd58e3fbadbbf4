import { z } from "zod";
import { isId } from "#core/ids.ts";
import type { LineQuantity } from "./line-quantities.ts";

/** A cart's limit. */
const MAX_LINES = 100;

/** `items[0].itemId` and `items[0].quantity`. */
export const lineQuantitySchema = z.object({
  itemId: z.string("Please choose an item").refine(isId, "Please choose an item"),
  quantity: z
    .number("Please choose a quantity")
    .int("Please choose a quantity")
    .min(0, "Please choose a quantity"),
});

/** Lines with 0 are left out. */
export const lineQuantitiesSchema = z
  .array(lineQuantitySchema)
  .max(MAX_LINES)
  .transform((lines): LineQuantity[] => lines.filter(({ quantity }) => quantity > 0));

export const someLineQuantitiesSchema = lineQuantitiesSchema.refine(
  (lines) => lines.length > 0,
  "Please choose at least one piece",
);

/** One press; "" without. */
export const idempotencyKeySchema = z
  .string()
  .default("")
  .transform((key) => key.slice(0, 64));
