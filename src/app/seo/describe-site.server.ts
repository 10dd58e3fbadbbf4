import type { RouterContextProvider } from "react-router";
import type { SiteFacts } from "#features/settings/site-shell.ts";
import { siteContext } from "./describe-page.server.ts";
import { siteSocialImage } from "./social-cards.server.ts";

/** Tells the description of this request's page which shop it belongs to. */
export function describeSite(
  context: Readonly<RouterContextProvider>,
  publicUrl: string,
  facts: SiteFacts,
): void {
  const { shell, seo } = facts;
  context.set(siteContext, { publicUrl, shell, seo, defaultSocialImage: siteSocialImage(facts) });
}
