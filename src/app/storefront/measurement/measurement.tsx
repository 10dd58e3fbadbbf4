import type { ShouldRevalidateFunctionArgs } from "react-router";
import { useSearchParams } from "react-router";
import { printLink } from "#app/components/page/print-link.ts";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { describePage } from "#app/seo/describe-page.server.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { PageHead } from "#app/web/page-meta.ts";
import { canonicalUrl, pageMeta } from "#app/web/page-meta.ts";
import { listingTags } from "#core/content-tag.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/measurement.ts";
import { MeasurementWizard } from "./measurement-wizard.tsx";
import { findWizardProduct } from "./wizard-product.server.ts";
import type { WizardStep } from "./wizard-url.ts";
import { parseStep, parseUnit, WIZARD_PATH } from "./wizard-url.ts";

const META_TEXTS: Readonly<Record<WizardStep, { title: string; description: string }>> = {
  1: {
    title: "Get Measured",
    description:
      "How to prepare, where to measure, and which of our sizes is yours: three steps, no camera.",
  },
  2: {
    title: "AI Measurement, Coming Soon",
    description:
      "AI measurement is Coming Soon. Until then, the size guide finds your size from your own measurements.",
  },
  3: {
    title: "Size Chart and Find My Size",
    description:
      "Our size chart from XS to XXL in inches and centimetres, a figure that shows where to measure, and your size from your own measurements.",
  },
};

/** Product and unit do not make a separate page. */
function wizardPage(step: WizardStep, publicUrl: string) {
  const canonical = canonicalUrl(publicUrl, WIZARD_PATH, { step: step === 1 ? null : step });
  return { ...META_TEXTS[step], canonical, trail: pageTrail("Measurement") };
}

/** Title and URL change without the server. */
function wizardHead(step: WizardStep, publicUrl: string): PageHead {
  const { title, canonical } = wizardPage(step, publicUrl);
  return { title, canonical };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const query = new URL(request.url).searchParams;
  const [product, heroes] = await Promise.all([
    findWizardProduct(db, query),
    findHeroes(db, ["measurement"]),
  ]);
  const hero = heroes.measurement;
  const page = wizardPage(parseStep(query.get("step")), publicUrl);
  describePage(context, { ...page, image: () => hero && toSharedImage(hero) });
  return publicPage({ product, publicUrl }, listingTags(product ? [product] : []));
}

/** Steps and units need no server. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return ["product", "color"].some(
    (name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name),
  );
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
  const location = {
    step: parseStep(query.get("step")),
    productId: product?.id ?? null,
    color: product?.color ?? null,
    unit: parseUnit(query.get("unit")),
  };
  return <MeasurementWizard location={location} product={product} sent={null} />;
}
