import type { RouterContextProvider } from "react-router";
import { createContext } from "react-router";
import type { PageHead } from "#app/web/page-meta.ts";
import type { Crumb } from "#ui/breadcrumbs.tsx";
import type { JsonLdNode, Site } from "./json-ld.ts";
import type { SharedImage } from "./shared-image.ts";

/** A public page as search engines, messengers and feed readers are told of it. */
export type PageDescription = {
  /** The page's own name; null for the home page, which bears the shop's. */
  title: string | null;
  /** Null for the home page, which tells of the shop. */
  description: string | null;
  /** The page's one address. */
  canonical: string;
  /** False for a view that nobody should come upon by searching; it then has no address of its own to name. */
  indexed?: boolean;
  /** The way to the page, this page the last. */
  trail?: readonly Crumb[];
  kind?: "website" | "product";
  /** What a shared link shows; the house's own picture unless the page has one. */
  picture?: (site: Site) => SharedImage | null;
  /** Tags of this page alone, by property. */
  properties?: Readonly<Record<string, string>>;
  /** What the page is about, in schema.org's words, beside its trail. */
  jsonLd?: (site: Site) => readonly JsonLdNode[];
};

/** What the frame of the page belongs to; null outside the storefront. */
export const siteContext = createContext<Site | null>(null);

/** What the page of this request said of itself; null for a page that is nobody else's business. */
export const descriptionContext = createContext<PageDescription | null>(null);

/**
 * Describes the page of this request to machines and answers what its `meta` needs. Machines load every page afresh, so the
 * description goes into the served document alone (entry.server.tsx): neither loader data nor scripts carry it.
 */
export function describePage(
  context: Readonly<RouterContextProvider>,
  page: PageDescription,
): PageHead {
  context.set(descriptionContext, page);
  return { title: page.title, canonical: page.indexed === false ? null : page.canonical };
}
