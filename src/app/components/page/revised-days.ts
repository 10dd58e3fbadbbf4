/** The days on which the legal texts last changed, for the pages and the sitemap. */
export const PRIVACY_REVISED = "2026-11-26";
export const TERMS_REVISED = "2026-11-26";
