import { useOutletContext } from "react-router";
import { printLink } from "#app/components/page/print-link.ts";
import { PRIVACY_REVISED } from "#app/components/page/revised-days.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { Route } from "./+types/privacy.ts";
import { PolicyPage } from "./policy-page.tsx";
import { privacySections } from "./privacy-sections.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const head = describeWrittenPage(context, "/privacy", {
    title: "Privacy Policy",
    description:
      "What data the house collects and why, who sees it, how long it is kept, cookies, AI fitting photos and your rights.",
  });
  const periods = await getSettings(context.get(depsContext).db, "privacy");
  return publicPage({ head, periods }, []);
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Privacy Policy"
      lead="What we know about you, why we need it, and how to have it deleted."
      revised={PRIVACY_REVISED}
      sections={privacySections(general.contactEmail, loaderData.periods)}
    />
  );
}
