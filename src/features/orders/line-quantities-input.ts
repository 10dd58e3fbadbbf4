import { z } from "zod";
import { isId } from "#core/ids.ts";
import type { LineQuantity } from "./line-quantities.ts";

/** Most lines that a form names; a cart holds no more. */
const MAX_LINES = 100;

/** One line of a form that chooses quantities: `items[0].itemId` and `items[0].quantity`. */
export const lineQuantitySchema = z.object({
  itemId: z.string("Please choose an item").refine(isId, "Please choose an item"),
  quantity: z
    .number("Please choose a quantity")
    .int("Please choose a quantity")
    .min(0, "Please choose a quantity"),
});

/** The lines of a form with a quantity above 0. */
export const lineQuantitiesSchema = z
  .array(lineQuantitySchema)
  .max(MAX_LINES)
  .transform((lines): LineQuantity[] => lines.filter(({ quantity }) => quantity > 0));

/** The same, with at least one line. */
export const someLineQuantitiesSchema = lineQuantitiesSchema.refine(
  (lines) => lines.length > 0,
  "Please choose at least one piece",
);

/** Identifies one press of a form's button; "" when the form has no key (house rule 10). */
export const idempotencyKeySchema = z
  .string()
  .default("")
  .transform((key) => key.slice(0, 64));
