import { z } from "zod";

const id = z.uuid();
const share = z.number().min(0).max(1);
/** Set by Undo, which says so in its message. */
const isUndo = z.literal("true").optional();

/** The form that changes an alt text; an empty one removes it. */
export const describeMediaInput = z.object({
  id,
  altText: z.string().max(2000).default(""),
  isUndo,
});

/** The form that sets an image's focal point, as shares of its width and height. */
export const focusMediaInput = z.object({ id, x: share, y: share, isUndo });

/** The form that deletes a media item; `replaceWith` is shown wherever the item was. */
export const deleteMediaInput = z.object({ id, replaceWith: id.optional() });

/** The form that shows an image of the library on a page or a category; `target` as site-images.ts writes it. */
export const setSiteImageInput = z.object({ target: z.string().max(80), mediaId: id });

/** The form that uploads the bundled presets. */
export const uploadPresetsInput = z.object({ presets: z.literal("all") });
