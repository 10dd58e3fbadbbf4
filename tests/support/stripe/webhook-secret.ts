/** The secret that the stand-in signs events with unless told another one; it stands alone because Playwright's settings need nothing else. */
export const WEBHOOK_SECRET = "whsec_known_to_shop_and_stand_in";
