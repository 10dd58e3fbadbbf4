import type { ShouldRevalidateFunctionArgs } from "react-router";
import { useSearchParams } from "react-router";
import { depsContext } from "#app/context.ts";
import { MeasurementWizard } from "#app/measurement/measurement-wizard.tsx";
import { parseStep, parseUnit } from "#app/measurement/wizard-address.ts";
import { wizardMeta } from "#app/measurement/wizard-meta.ts";
import { findWizardProduct } from "#app/measurement/wizard-product.server.ts";
import { printLink } from "#app/pages/print-link.ts";
import { loaderHeadersOnly, publicPage } from "#app/storefront/public-page.ts";
import { findHeroes } from "#features/catalog/catalog-queries.server.ts";
import type { Route } from "./+types/measurement.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const [product, heroes] = await Promise.all([
    findWizardProduct(db, new URL(request.url).searchParams.get("product")),
    findHeroes(db, ["measurement"]),
  ]);
  return publicPage({ product, image: heroes.measurement, publicUrl });
}

/** Stepping on and changing the unit need nothing from the server: they work on the weakest network. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.searchParams.get("product") !== nextUrl.searchParams.get("product");
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  loaderData
    ? wizardMeta({
        step: parseStep(new URLSearchParams(location.search).get("step")),
        publicUrl: loaderData.publicUrl,
        siteName: matches[1].loaderData?.shell.general.siteName ?? "",
        image: loaderData.image,
      })
    : [];

export default function Measurement({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { product } = loaderData;
  const place = {
    step: parseStep(query.get("step")),
    productId: product?.id ?? null,
    unit: parseUnit(query.get("unit")),
  };
  return <MeasurementWizard place={place} product={product} sent={null} />;
}
