import { z } from "zod";

/** Fits a tab. */
export const MAX_CATEGORY_NAME_LENGTH = 60;
const MAX_CATEGORY_DESCRIPTION_LENGTH = 500;

/** A category's fields follow specification 5. */
export const categoryInput = z.object({
  name: z
    .string("Category name is required")
    .trim()
    .min(1, "Category name is required")
    .max(
      MAX_CATEGORY_NAME_LENGTH,
      `Category name may have at most ${MAX_CATEGORY_NAME_LENGTH} characters`,
    ),
  description: z
    .string()
    .trim()
    .max(
      MAX_CATEGORY_DESCRIPTION_LENGTH,
      `Description may have at most ${MAX_CATEGORY_DESCRIPTION_LENGTH} characters`,
    )
    .default(""),
  /** In the menu; undefined leaves it. */
  inMenu: z.boolean().optional(),
});

export type CategoryInput = z.infer<typeof categoryInput>;

/** A category as the owner saw it; one that the database does not have yet has no id. */
export type CategoryVersion = { id: string | null; version: number | null };
