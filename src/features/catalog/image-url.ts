const MIN_LENGTH = 10;

/**
 * Whether an image address from outside (an import, a stored cart) may be shown in the shop (specification 5): a string of at
 * least 10 characters that is no blob or data URL and no stringified nothing, and starts with https://, / or the shop's own address.
 */
export function isShopImageUrl(url: unknown, shopAddress = "https://"): url is string {
  if (!isCarouselImageUrl(url) || url.length < MIN_LENGTH) return false;
  return ["https://", "/", shopAddress].some((start) => url.startsWith(start));
}

/** The looser rule of the carousel (specification 5): rejects only empty, blob, data and stringified nothing. */
export function isCarouselImageUrl(url: unknown): url is string {
  if (typeof url !== "string") return false;
  const text = url.trim();
  return text !== "" && text !== "undefined" && text !== "null" && !/^(blob|data):/i.test(text);
}

/** Women's accessories' rule (specification 5): discards empty, data:, blob:, shorter than 10, or not starting with http or /. */
export function isAccessoryImageUrl(url: unknown): url is string {
  if (!isCarouselImageUrl(url) || url.length < MIN_LENGTH) return false;
  return url.startsWith("http") || url.startsWith("/");
}
