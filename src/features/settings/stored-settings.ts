import {
  ANNOUNCEMENT_DEFAULTS,
  CART_DEFAULTS,
  FOOTER_DEFAULTS,
  GENERAL_DEFAULTS,
  SEO_DEFAULTS,
  SHIPPING_DEFAULTS,
} from "./settings-defaults.ts";
import {
  announcementSettingsSchema,
  cartSettingsSchema,
  footerSettingsSchema,
  generalSettingsSchema,
  readSetting,
  seoSettingsSchema,
  shippingSettingsSchema,
} from "./settings-schema.ts";

/** Reads each row of site_settings as it was stored; what is missing or not valid any more comes from the defaults, field by field. */
export const readStored = {
  general: (stored: unknown) => readSetting(generalSettingsSchema, stored, GENERAL_DEFAULTS),
  footer: (stored: unknown) => readSetting(footerSettingsSchema, stored, FOOTER_DEFAULTS),
  cart: (stored: unknown) => readSetting(cartSettingsSchema, stored, CART_DEFAULTS),
  announcement: (stored: unknown) =>
    readSetting(announcementSettingsSchema, stored, ANNOUNCEMENT_DEFAULTS),
  seo: (stored: unknown) => readSetting(seoSettingsSchema, stored, SEO_DEFAULTS),
  shipping: (stored: unknown) => readSetting(shippingSettingsSchema, stored, SHIPPING_DEFAULTS),
};
