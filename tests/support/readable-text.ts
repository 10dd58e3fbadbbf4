const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g;
/** Has a digit, so that long words and paths stay. */
const RANDOM = /(?=[\w+/=-]*\d)[\w+/=-]{16,}/g;

/**
 * A text, or the JSON of a value, without moments, ids, tokens and ciphertext, in which a short word or number may stand by
 * chance.
 */
export function readableText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(MOMENT, "").replaceAll(RANDOM, "");
}
