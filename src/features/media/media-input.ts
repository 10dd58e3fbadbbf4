import { z } from "zod";

const id = z.uuid();
const share = z.number().min(0).max(1);
/** For the message after Undo. */
const isUndo = z.literal("true").optional();

export const describeMediaInput = z.object({
  id,
  altText: z.string().max(2000).default(""),
  isUndo,
});

/** The form for an image's focal point, as shares of its sides. */
export const focusMediaInput = z.object({ id, x: share, y: share, isUndo });

/** The form that deletes an item; `replaceWith` is its replacement. */
export const deleteMediaInput = z.object({ id, replaceWith: id.optional() });

const several = z
  .array(id, "Please select files first")
  .min(1, "Please select files first")
  .max(200)
  .transform((ids) => [...new Set(ids)]);

/** The forms for several items; Conform reads a single box as no list. */
const media = z.preprocess((raw) => (typeof raw === "string" ? [raw] : raw), several);
export const describeManyInput = z.object({ media, altText: z.string().max(2000).default("") });
export const deleteManyInput = z.object({ media });

/** The form that sets the image of a page or category; `target` as in site-images.ts. */
export const setSiteImageInput = z.object({ target: z.string().max(80), mediaId: id });

export const uploadPresetsInput = z.object({ presets: z.literal("all") });
