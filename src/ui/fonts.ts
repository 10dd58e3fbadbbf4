import displayFontUrl from "@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2?url";
import textFontUrl from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";

/** Addresses of the two faces every page needs, for preload links. */
export const preloadFontUrls: readonly string[] = [displayFontUrl, textFontUrl];
