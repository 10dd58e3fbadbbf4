import { data, redirect, useSearchParams } from "react-router";
import { printLink } from "#app/components/page/print-link.ts";
import { loaderHeadersOnly } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { CHART_MEASURES } from "#features/body/size-advice/size-chart.ts";
import type { Route } from "./+types/measurement-size.ts";
import { MeasurementWizard } from "./measurement-wizard.tsx";
import { findWizardProduct, submittedSize } from "./wizard-product.server.ts";
import { parseUnit, wizardPath } from "./wizard-url.ts";

/** Truncates texts that are longer than any measurement. */
const MAX_TEXT_LENGTH = 40;

/** Advises a size without JavaScript. The page is neither stored nor indexed: its URL holds body measurements. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const query = new URL(request.url).searchParams;
  const unit = parseUnit(query.get("unit"));
  const product = await findWizardProduct(db, query);
  if (!CHART_MEASURES.some(({ measure }) => query.has(measure))) {
    const { id: productId = null, color = null } = product ?? {};
    throw redirect(wizardPath({ step: 3, productId, color, unit }));
  }
  const texts = Object.fromEntries(
    CHART_MEASURES.map(({ measure }) => [
      measure,
      query.get(measure)?.slice(0, MAX_TEXT_LENGTH) ?? "",
    ]),
  );
  const sent = submittedSize(texts, unit ?? "inches", product);
  return data({ product, sent }, { headers: { "Cache-Control": "private, no-store" } });
}

/** The browser recomputes: changing the unit needs no server. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Find My Size | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

export default function MeasurementSize({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { product, sent } = loaderData;
  const location = {
    step: 3 as const,
    productId: product?.id ?? null,
    color: product?.color ?? null,
    unit: parseUnit(query.get("unit")),
  };
  return <MeasurementWizard location={location} product={product} sent={sent} />;
}
