/** For Playwright's configuration. */
export const WEBHOOK_SECRET = "whsec_known_to_shop_and_stand_in";
