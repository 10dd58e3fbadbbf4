import { useOutletContext } from "react-router";
import { printLink } from "#app/components/page/print-link.ts";
import { TERMS_REVISED } from "#app/components/page/revised-days.ts";
import { loaderHeadersOnly } from "#app/web/cache-headers.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { productionLabels } from "#features/base/settings/business-facts.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { Route } from "./+types/terms.ts";
import { PolicyPage } from "./policy-page.tsx";
import { staticPage } from "./static-page.server.ts";
import { termsSections } from "./terms-sections.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  staticPage(context, "/terms", {
    title: "Terms of Service",
    description:
      "Orders and prices, made-to-measure, delivery and returns, and the law of Guyana that governs them.",
  });

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Terms() {
  const { delivery, general } = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Terms of Service"
      lead="The agreement between you and us, in words both of us understand."
      revised={TERMS_REVISED}
      sections={termsSections({
        ...general,
        ...productionLabels(delivery),
        returnWindow: returnWindowLabel(delivery),
      })}
    />
  );
}
