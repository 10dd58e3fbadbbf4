/** One entry of the Collections menu. */
export type MenuCollection = {
  name: string;
  description: string;
  path: string;
  image: { id: string; alt: string; focalX: number; focalY: number } | null;
};

/** What every page's frame shows: names, contact, footer and menu; the same for every visitor. */
export type SiteShell = {
  general: {
    siteName: string;
    siteDescription: string;
    contactEmail: string;
    contactPhone: string;
    address: string;
  };
  footerLinks: readonly { text: string; url: string }[];
  menu: readonly MenuCollection[];
  announcement: string | null;
  cart: { footerText: string; cardLogos: readonly string[] };
};

/** The shop as every page's frame shows it, and what only machines are told of it. */
export type SiteFacts = {
  shell: SiteShell;
  /** The home page's picture, for the house's own card. */
  picture: { id: string; focalX: number; focalY: number } | null;
  /** Whether search engines may show the shop. */
  indexing: boolean;
};
