/** The browser's store of the atelier's pages, which its service worker fills and signing out empties. */
export const PRODUCTION_CACHE = "atelier-production";
