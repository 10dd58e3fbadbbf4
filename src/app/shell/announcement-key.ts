/** Local storage key of the dismissed text. */
export const ANNOUNCEMENT_KEY = "announcement";
