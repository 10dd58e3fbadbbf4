import type {
  AnnouncementSettings,
  CartSettings,
  FooterSettings,
  GeneralSettings,
  SeoSettings,
  ShippingSettings,
} from "./settings-schema.ts";
import {
  announcementSettingsSchema,
  cartSettingsSchema,
  footerSettingsSchema,
  generalSettingsSchema,
  readSetting,
  seoSettingsSchema,
  shippingSettingsSchema,
} from "./settings-schema.ts";

/** What the shop is called until its owner says otherwise; the address and number belong to nobody. */
export const GENERAL_DEFAULTS: GeneralSettings = {
  siteName: "Demerara Atelier",
  siteDescription:
    "Made-to-measure fashion from Georgetown, Guyana: cut to your measurements, sewn by hand and sent worldwide.",
  contactEmail: "atelier@demerara.example",
  contactPhone: "+592 555 0142",
  address: "27½ Water Street, Georgetown, Guyana",
};

/** Links beside the fixed ones of the footer. */
export const FOOTER_DEFAULTS: FooterSettings = {
  links: [
    { text: "Lounge Wear", url: "/collections/lounge-wear" },
    { text: "Accessories", url: "/collections/accessories" },
  ],
};

/** The words and logos of specification 2, Shop and collection pages. */
export const CART_DEFAULTS: CartSettings = {
  footerText: "Free AI-Fit Remeasurements + 365-Day Returns",
  cardLogos: ["Visa", "Mastercard", "Amex", "PayPal"],
};

/** No announcement. */
export const ANNOUNCEMENT_DEFAULTS: AnnouncementSettings = { text: null };

/** The name before the shop's; a shop wants to be found. */
export const SEO_DEFAULTS: SeoSettings = {
  titlePattern: "{page} | {site}",
  description: "",
  socialImageId: null,
  indexing: true,
  googleVerification: "",
  bingVerification: "",
};

const GUYANA = ["GY"];

/** Times and rates of specification 2 (Shipping) and 9; rates it does not give are the shop's starting point. */
export const SHIPPING_DEFAULTS: ShippingSettings = {
  automaticTax: false,
  methods: [
    {
      id: "standard",
      label: "Standard",
      estimate: "5-7 business days",
      minBusinessDays: 5,
      maxBusinessDays: 7,
      priceMinor: 1500,
      freeOverMinor: 20_000,
      onlyCountries: GUYANA,
      exceptCountries: [],
      beforeHour: null,
      enabled: true,
    },
    {
      id: "express",
      label: "Express",
      estimate: "2-3 business days",
      minBusinessDays: 2,
      maxBusinessDays: 3,
      priceMinor: 2500,
      freeOverMinor: null,
      onlyCountries: GUYANA,
      exceptCountries: [],
      beforeHour: null,
      enabled: true,
    },
    {
      id: "georgetown-same-day",
      label: "Georgetown same-day",
      estimate: "Same day for orders before 2 PM",
      minBusinessDays: 0,
      maxBusinessDays: 0,
      priceMinor: 1000,
      freeOverMinor: null,
      onlyCountries: GUYANA,
      exceptCountries: [],
      beforeHour: 14,
      enabled: true,
    },
    {
      id: "international",
      label: "International",
      estimate: "7-21 business days",
      minBusinessDays: 7,
      maxBusinessDays: 21,
      priceMinor: 4500,
      freeOverMinor: null,
      onlyCountries: null,
      exceptCountries: GUYANA,
      beforeHour: null,
      enabled: true,
    },
  ],
};

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
