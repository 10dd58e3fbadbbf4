/** The legal texts last changed on these days; the pages and the sitemap show them. */
export const PRIVACY_REVISED = "2026-11-26";
export const TERMS_REVISED = "2026-11-26";
