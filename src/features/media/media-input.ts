import { z } from "zod";

const id = z.uuid();
const share = z.number().min(0).max(1);

/** What the admin's pages send to describe a media item. */
export const describeMediaSchema = z.strictObject({ id, altText: z.string().max(2000) });

/** What they send to set a picture's focal point. */
export const focusMediaSchema = z.strictObject({ id, x: share, y: share });

/** What they send to delete a media item; `replaceWith` takes its place wherever it is shown. */
export const deleteMediaSchema = z.strictObject({ id, replaceWith: id.nullable() });

/** What they send to show a picture of the library on a page or a category; `target` as site-images.ts writes it. */
export const setSiteImageSchema = z.strictObject({ target: z.string().max(80), mediaId: id });

/** What they send for the bundled presets. */
export const uploadPresetsSchema = z.strictObject({ presets: z.literal("all") });
