import { MAX_IMAGE_BYTES } from "#features/base/media/upload-rules.ts";

export type ImageRefusal = "no_file" | "not_an_image" | "too_large" | "too_many";

export const MAX_GARMENT_IMAGES = 40;
export const MAX_CAPTION_LENGTH = 200;

export const imageMessages: Readonly<Record<ImageRefusal, string>> = {
  no_file: "Please take or choose a photo.",
  not_an_image: "This file is no photo that the shop can read.",
  too_large: `A photo may have ${MAX_IMAGE_BYTES / (1024 * 1024)} MB at most.`,
  too_many: `A garment has ${MAX_GARMENT_IMAGES} photos at most. Remove one first.`,
};
