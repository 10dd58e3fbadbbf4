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
  /** How a page is called: `{page}` for its name, `{site}` for the shop's. */
  titlePattern: string;
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
  /** What the owner tells search engines and messengers; an empty description is the site's. */
  seo: {
    indexing: boolean;
    description: string;
    googleVerification: string;
    bingVerification: string;
    /** The picture of a shared link, instead of the house's card. */
    socialImage: { id: string; alt: string; width: number; height: number } | null;
  };
};
