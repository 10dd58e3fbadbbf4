import { z } from "zod";

/** The longest name that still fits a tab. */
export const LONGEST_CATEGORY_NAME = 60;
export const LONGEST_CATEGORY_DESCRIPTION = 500;

/** What the owner says of a category (specification 5). */
export const categoryInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Category name is required")
    .max(
      LONGEST_CATEGORY_NAME,
      `Category name may have at most ${LONGEST_CATEGORY_NAME} characters`,
    ),
  description: z
    .string()
    .trim()
    .max(
      LONGEST_CATEGORY_DESCRIPTION,
      `Description may have at most ${LONGEST_CATEGORY_DESCRIPTION} characters`,
    ),
});

export type CategoryInput = z.infer<typeof categoryInput>;

/** A category as the owner saw it; without an id it is a system category that the database lacks. */
export const seenCategory = z.object({
  id: z.uuid().nullable(),
  version: z.int().positive().nullable(),
});

export type SeenCategory = z.infer<typeof seenCategory>;
