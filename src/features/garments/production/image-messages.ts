import { MAX_IMAGE_BYTES } from "#features/base/media/upload-rules.ts";

export type ImageRefusal = "no_file" | "not_an_image" | "animated" | "too_large" | "too_many";

export const MAX_GARMENT_IMAGES = 40;
export const MAX_CAPTION_LENGTH = 200;

/** A tablet stores so many photos that wait for a network; at half a megabyte each they are about 10 MB. */
export const MAX_QUEUED_IMAGES = 20;

/** What a tablet sends of one photo at most, after it made it smaller; a request may have 1 MB. */
export const MAX_QUEUED_IMAGE_BYTES = 900_000;

export const imageMessages: Readonly<Record<ImageRefusal, string>> = {
  no_file: "Please take or choose a photo.",
  animated: "This picture moves. Please send a still photo, or one frame of it.",
  not_an_image: "This file is no photo that the shop can read.",
  too_large: `A photo may have ${MAX_IMAGE_BYTES / (1024 * 1024)} MB at most.`,
  too_many: `A garment has ${MAX_GARMENT_IMAGES} photos at most. Remove one first.`,
};

/** Why a tablet does not store a photo that waits for a network. */
export const queueMessages = {
  full: `${MAX_QUEUED_IMAGES} photos wait on this device already. Please send them before you take another one: connect this device to the network.`,
  too_large: "This photo is too large to be sent, also after this device made it smaller.",
  key_gone:
    "This photo waited on this device for more than 30 days without a visit and cannot be opened any more. Please take it again.",
  no_room:
    "This device has no room for another photo, or its browser stores none. Please take it again once you are connected.",
} as const;
