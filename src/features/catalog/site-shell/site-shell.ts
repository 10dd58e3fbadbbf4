import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";

export type MenuCollection = {
  name: string;
  description: string;
  path: string;
  image: { id: string; alt: string; focalX: number; focalY: number } | null;
};

/** The frame is the same for every visitor. */
export type SiteShell = {
  general: {
    siteName: string;
    siteDescription: string;
    contactEmail: string;
    contactPhone: string;
    address: string;
  };
  /** `{page}` is the page's name, `{site}` the shop's. */
  titlePattern: string;
  footerLinks: readonly { text: string; url: string }[];
  menu: readonly MenuCollection[];
  announcement: string | null;
  delivery: DeliveryTerms;
  cart: { footerText: string; cardLogos: readonly string[] };
};

/** The frame, and data for the server only. */
export type SiteFacts = {
  shell: SiteShell;
  /** The product page shows delivery times and structured data with it. */
  shipping: ShippingSettings;
  /** The shop's social card shows it. */
  image: { id: string; focalX: number; focalY: number } | null;
  /** An empty description uses the site's. */
  seo: {
    indexing: boolean;
    description: string;
    googleVerification: string;
    bingVerification: string;
    /** Replaces the shop's social card. */
    socialImage: { id: string; alt: string; width: number; height: number } | null;
  };
};
