/** The secret has a file of its own, because Playwright's configuration reads it. */
export const WEBHOOK_SECRET = "whsec_known_to_shop_and_stand_in";
