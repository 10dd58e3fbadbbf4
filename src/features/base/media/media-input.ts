import { z } from "zod";

const id = z.uuid();
const share = z.number().min(0).max(1);
const isUndo = z.literal("true").optional();

export const describeMediaInput = z.object({
  id,
  altText: z.string().max(2000).default(""),
  isUndo,
});

/** Shares of the sides. */
export const focusMediaInput = z.object({ id, x: share, y: share, isUndo });

export const deleteMediaInput = z.object({ id, replaceWith: id.optional() });

const several = z
  .array(id, "Please select files first")
  .min(1, "Please select files first")
  .max(200)
  .transform((ids) => [...new Set(ids)]);

/** Conform reads a single box as no list. */
const media = z.preprocess((raw) => (typeof raw === "string" ? [raw] : raw), several);
export const describeManyInput = z.object({ media, altText: z.string().max(2000).default("") });
export const deleteManyInput = z.object({ media });

/** `target` is as in site-images.ts. */
export const setSiteImageInput = z.object({ target: z.string().max(80), mediaId: id });

export const uploadPresetsInput = z.object({ presets: z.literal("all") });
