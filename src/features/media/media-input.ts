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

/** The form that sets the image of a page or category; `target` as in site-images.ts. */
export const setSiteImageInput = z.object({ target: z.string().max(80), mediaId: id });

export const uploadPresetsInput = z.object({ presets: z.literal("all") });
