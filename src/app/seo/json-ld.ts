import type { ShopName } from "#app/web/page-meta.ts";
import type { SiteFacts } from "#features/settings/site-shell.ts";
import type { SharedImage } from "./shared-image.ts";

/** What the description of any page uses: the shop's URL and the owner's settings. */
export type Site = {
  publicUrl: string;
  shell: ShopName & { announcement: string | null };
  /** The house's own picture, for pages without one. */
  defaultSocialImage: SharedImage;
  /** What the owner tells search engines: whether they may show any of it, and that it is the owner's. */
  seo: Omit<SiteFacts["seo"], "socialImage">;
};

/** A value of structured data; undefined is left out, as JSON leaves it out. */
export type JsonLdValue =
  | string
  | number
  | boolean
  | undefined
  | JsonLdNode
  | readonly JsonLdValue[];

/** One thing in schema.org's words. */
export type JsonLdNode = { readonly [property: string]: JsonLdValue };

/**
 * Structured data as the text of a script element: JSON without the characters that could end the element or open a comment in it
 * (HTML, 4.12.1.3). The element is data, which no policy of the page needs to allow.
 */
export function jsonLdText(things: readonly JsonLdNode[]): string {
  const graph = { "@context": "https://schema.org", "@graph": things };
  return JSON.stringify(graph).replace(/</g, "\\u003c");
}
