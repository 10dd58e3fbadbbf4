import type { ShouldRevalidateFunctionArgs } from "react-router";
import { useSearchParams } from "react-router";
import { describePage } from "#app/seo/describe-page.server.ts";
import { toSharedImage } from "#app/seo/shared-image.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import { printLink } from "../pages/print-link.ts";
import type { Route } from "./+types/measurement.ts";
import { MeasurementWizard } from "./measurement-wizard.tsx";
import { wizardHead, wizardPage } from "./wizard-meta.ts";
import { findWizardProduct } from "./wizard-product.server.ts";
import { parseStep, parseUnit } from "./wizard-url.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const query = new URL(request.url).searchParams;
  const [product, heroes] = await Promise.all([
    findWizardProduct(db, query.get("product")),
    findHeroes(db, ["measurement"]),
  ]);
  const hero = heroes.measurement;
  const page = wizardPage(parseStep(query.get("step")), publicUrl);
  describePage(context, { ...page, picture: () => hero && toSharedImage(hero) });
  return publicPage({ product, publicUrl });
}

/** Stepping on and changing the unit need nothing from the server: they work on the weakest network. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.searchParams.get("product") !== nextUrl.searchParams.get("product");
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  if (!loaderData) return [];
  const step = parseStep(new URLSearchParams(location.search).get("step"));
  return pageMeta({ loaderData: { head: wizardHead(step, loaderData.publicUrl) }, matches });
};

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
