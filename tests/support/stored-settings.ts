import type { AdminSettings } from "#features/settings/admin-settings.ts";
import {
  ANNOUNCEMENT_DEFAULTS,
  CART_DEFAULTS,
  FOOTER_DEFAULTS,
  GENERAL_DEFAULTS,
  SEO_DEFAULTS,
  SHIPPING_DEFAULTS,
} from "#features/settings/stored-settings.ts";

/** The site settings of a shop that saved its general ones three times and nothing else. */
export const storedSettings: AdminSettings = {
  values: {
    general: GENERAL_DEFAULTS,
    footer: FOOTER_DEFAULTS,
    cart: CART_DEFAULTS,
    announcement: ANNOUNCEMENT_DEFAULTS,
    seo: SEO_DEFAULTS,
    shipping: SHIPPING_DEFAULTS,
  },
  versions: { general: 3, footer: 0, cart: 0, announcement: 0, seo: 0, shipping: 0 },
  stripe: { version: 0, publishableKey: "", secretHint: null, mode: "test" },
  socialImage: null,
};
