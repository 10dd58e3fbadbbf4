import { data, redirect, useOutletContext, useSearchParams } from "react-router";
import { plainItemPath } from "#app/components/cart/simple-cart.server.ts";
import { colorPath, fitPagePath, requestedColor } from "#app/components/product/product-url.ts";
import { firstChoice } from "#app/components/product/purchase-choice.ts";
import { cookieContextFor } from "#app/web/browser-cookies.ts";
import { formPageHeaders, PRIVATE, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { allTexts, readFields } from "#app/web/form-fields.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { productTags } from "#core/content-tag.ts";
import { proveBrowser } from "#features/base/identity/browser-proof.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, isAvailable } from "#features/catalog/products/product.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { isOfferedToMeasure } from "#features/garments/specification/custom-size.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { inquiryPath } from "../inquiry/inquiry-url.ts";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/made-to-measure.ts";
import type { FitOutcome } from "./fit-action.server.ts";
import { beginPlainChange, submitFit, submitPlainFit } from "./fit-action.server.ts";
import { FitEditor } from "./fit-editor.tsx";
import { fitForm } from "./fit-form.server.ts";
import { isPlainIntent, SHOW_CHOICES } from "./fit-form.ts";
import { FitHead } from "./fit-page.tsx";
import { GarmentImage } from "./garment-looks.tsx";

const notFound = () => data(null, { status: 404, headers: { "Cache-Control": "no-store" } });

/** The same for all visitors: people, measurements and the choice stay in the browser, or in the account's own requests. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const product = await findProduct(db, params.id);
  if (!product) return notFound();
  if (product.id !== params.id) throw redirect(`${fitPagePath(product.id)}${url.search}`, 301);
  const terms = await findTermsOfProduct(db, product.id);
  const isOffered = isOfferedToMeasure(terms) && isAvailable(product, CUSTOM_SIZE, null);
  return publicPage({ product, terms: isOffered ? terms : null }, productTags([product.id]));
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

/**
 * Stores the specification; the browser adds the line, or the server to the cart of a browser without JavaScript. A guest's belongs to
 * her browser, which gets the proof with the response.
 */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const found = await findActor(deps, request);
  const { actor, cookie } = proveBrowser(found, cookieContextFor(deps.publicUrl));
  const headers = new Headers(PRIVATE);
  if (cookie !== null) headers.append("Set-Cookie", cookie);
  const entered = readFields(await readFlatFormData(request), allTexts);
  const { intent, line, submitted: fields } = fitForm.parse(entered);
  const submitted = { actor, network: senderNetwork(request), productId: params.id };
  const show = ({ result, status }: FitOutcome) => data(result, { status, headers });
  if (!isPlainIntent(intent)) {
    return show(await submitFit(deps, { ...submitted, submitted: fields }));
  }
  if (intent === SHOW_CHOICES) return show({ result: { entered }, status: 200 });
  if (intent === "change") return show(await beginPlainChange(deps, { actor, line }));
  const outcome = await submitPlainFit(deps, { ...submitted, entered });
  const product = await findProduct(deps.db, params.id);
  const { specification } = outcome.result;
  if (!product || !specification) return show(outcome);
  const color = colorOf(product, url.searchParams)?.hex ?? "";
  if (intent === "inquire") {
    const requested = { size: CUSTOM_SIZE, color, specification };
    throw redirect(inquiryPath(product.id, requested), { status: 303, headers });
  }
  const item = { productId: product.id, color, specification, replaces: line };
  // The browser repeats its request there, where it sends the cart's cookie.
  throw redirect(plainItemPath(item), { status: 307, headers });
}

const colorOf = (product: ProductDetail, query: URLSearchParams) =>
  requestedColor(product.colors, query.get("color")) ?? firstChoice(product).color;

const UNSENT =
  "The shop could not be reached, so nothing was added. All you entered is stored in this browser: please try again.";

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNSENT);
}

/** The query only says what to begin with. */
export function shouldRevalidate() {
  return false;
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = matches[1].loaderData?.shell.general.siteName ?? "";
  const product = loaderData?.product;
  return [
    {
      title: product ? `${product.name}, Made to Measure | ${siteName}` : "Product Not Found",
    },
    { name: "robots", content: "noindex" },
  ];
};

/** Custom is among the sizes and cannot be ordered now. */
function NotOffered({ product }: { product: ProductDetail }) {
  return (
    <div className="shell pt-6 pb-24">
      <FitHead
        product={product}
        color={null}
        image={
          <GarmentImage
            looks={{ images: product.images }}
            sizes="80px"
            className="w-20 md:hidden"
          />
        }
      />
      <EmptyState
        title="We cannot make this piece to measure at the moment"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={colorPath(product.id, null)}>See its sizes</ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              Write to us
            </ButtonLink>
          </div>
        }
      >
        Choose one of its sizes, or ask the atelier: sometimes there is a way.
      </EmptyState>
    </div>
  );
}

export default function MadeToMeasure({ actionData, loaderData }: Route.ComponentProps) {
  const { delivery } = useOutletContext<SiteShell>();
  const [query] = useSearchParams();
  if (!loaderData) return <ProductNotFound />;
  const { product, terms } = loaderData;
  if (!terms) return <NotOffered product={product} />;
  return (
    <FitEditor
      key={product.id}
      product={product}
      terms={terms}
      delivery={delivery}
      color={colorOf(product, query)}
      line={query.get("line")}
      plainResult={actionData}
    />
  );
}
