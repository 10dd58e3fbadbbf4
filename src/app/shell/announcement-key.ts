/** Local storage keeps the dismissed text under this key. */
export const ANNOUNCEMENT_KEY = "announcement";
