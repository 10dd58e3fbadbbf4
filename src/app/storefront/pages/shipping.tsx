import { useOutletContext } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { shippingFacts } from "#features/settings/business-facts.ts";
import { getShippingSettings } from "#features/settings/site-settings-queries.server.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/shipping.ts";
import { PolicyPage } from "./policy-page.tsx";
import { printLink } from "./print-link.ts";
import { shippingSections } from "./shipping-sections.tsx";
import { ShippingTable } from "./shipping-table.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await getShippingSettings(context.get(depsContext).db);
  const head = describeWrittenPage(context, "/shipping", {
    title: "Shipping",
    description:
      "Ways of shipping from Georgetown with their times and prices, same-day delivery in the city, made-to-measure times and tracking.",
  });
  return publicPage({ methods: shippingFacts(settings), head });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = pageMeta;

export default function Shipping({ loaderData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  return (
    <PolicyPage
      title="Shipping"
      lead="From our table in Georgetown to your door, pressed and wrapped in paper."
      sections={shippingSections(general.contactEmail)}
    >
      <ShippingTable methods={loaderData.methods} />
    </PolicyPage>
  );
}
