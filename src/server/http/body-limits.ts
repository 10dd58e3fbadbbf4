import type { BodyKind } from "./bodies-in-flight.ts";

const MB = 1_000_000;

/** A form of text. It is received without a question, because asking who sends it costs more than its bytes. */
const MAX_SMALL_BODY_BYTES = 64_000;
const MAX_TEXT_BODY_BYTES = MB;

/**
 * The routes whose forms may be larger: photos of a garment's fit as a phone takes them, because a browser without JavaScript
 * cannot make them smaller. Such a body is stored on the disk until its turn comes.
 */
const MAX_FILE_BODY_BYTES: Readonly<Record<string, number>> = {
  "garment/:token": 16 * MB,
  "profile/orders/:id/garments/:garment": 16 * MB,
};

/** How much a route receives at most; by route pattern. */
export function bodyLimitOf(pattern: string): number {
  return MAX_FILE_BODY_BYTES[pattern] ?? MAX_TEXT_BODY_BYTES;
}

/** Which limit a body falls under, by the length that the request declares; null for an unknown length. */
export function bodyKindOf(pattern: string, declaredBytes: number | null): BodyKind {
  if (declaredBytes !== null && declaredBytes <= MAX_SMALL_BODY_BYTES) return "small";
  const isFile = MAX_FILE_BODY_BYTES[pattern] !== undefined;
  return isFile ? "file" : "text";
}

/** A size as messages to people say it. */
export const megabytes = (bytes: number): string => `${bytes / MB} MB`;
