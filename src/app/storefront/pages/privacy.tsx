import { useOutletContext } from "react-router";
import { loaderHeadersOnly } from "#app/web/cache-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/privacy.ts";
import { PolicyPage } from "./policy-page.tsx";
import { printLink } from "./print-link.ts";
import { PRIVACY_REVISED, privacySections } from "./privacy-sections.tsx";
import { staticPage } from "./static-page.server.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  staticPage(context, "/privacy", {
    title: "Privacy Policy",
    description:
      "What data the house collects and why, who sees it, how long it is kept, cookies, AI fitting photos and your rights.",
  });

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Privacy() {
  const { general } = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Privacy Policy"
      lead="What we know about you, why we need it, and how to have it deleted."
      revised={PRIVACY_REVISED}
      sections={privacySections(general.contactEmail)}
    />
  );
}
