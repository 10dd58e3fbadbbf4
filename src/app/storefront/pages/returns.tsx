import { useOutletContext } from "react-router";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly } from "#app/web/public-page.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/returns.ts";
import { FactsBand } from "./facts-band.tsx";
import { PolicyPage } from "./policy-page.tsx";
import { printLink } from "./print-link.ts";
import { returnsFacts, returnsSections } from "./returns-sections.tsx";
import { staticPage } from "./static-page.server.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  staticPage(context, "/returns", {
    title: "Returns",
    description:
      "30-day returns for ready-to-wear, how to send a piece back, refunds, exchanges and store credit that never expires.",
  });

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Returns() {
  const { general } = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Returns"
      lead="A piece should earn its place in your wardrobe. When it does not, this is how it comes home."
      sections={returnsSections(general.contactEmail)}
    >
      <FactsBand label="Returns in short" facts={returnsFacts} />
    </PolicyPage>
  );
}
