/** In its own file, because Playwright's configuration needs nothing else. */
export const WEBHOOK_SECRET = "whsec_known_to_shop_and_stand_in";
