import type { ReactNode } from "react";
import { Fragment, lazy, Suspense, useEffect } from "react";
import type { MetaDescriptor } from "react-router";
import { data, Link, redirect, useOutletContext } from "react-router";
import { printLink } from "#app/components/page/print-link.ts";
import { galleryImageSource } from "#app/components/product/gallery-image.ts";
import { customNoteOf, deliveryMessages } from "#app/components/product/product-messages.ts";
import { draftPreviewPath, productPath } from "#app/components/product/product-url.ts";
import { firstShownImage } from "#app/components/product/purchase-choice.ts";
import { rememberViewed } from "#app/components/product/remember-viewed.browser.ts";
import { describeProduct } from "#app/seo/describe-page.server.ts";
import { loaderHeadersOnly, PRIVATE, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { lacksSecondFactor } from "#app/web/require-admin.server.ts";
import { productTags } from "#core/content-tag.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import {
  findDraft,
  findProduct,
  findProductWithSkus,
} from "#features/catalog/listing/catalog-queries.server.ts";
import { hasComplements } from "#features/catalog/products/complements.ts";
import type { ProductDetail, ProductSummary } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { cancellingSentences } from "#features/garments/contract/policy.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { withCustomSize } from "#features/garments/specification/custom-size.ts";
import { usePartInView } from "#ui/near-view.ts";
import type { Route } from "./+types/product.ts";
import { leadToProduct } from "./canonical-product.server.ts";
import { ProductNotFound } from "./product-not-found.tsx";
import { ProductPage } from "./product-page.tsx";

/** Loads content about a screen before it is reached. */
const AHEAD = "700px";

/** The page waits for this image. */
function preloadFirstImage(product: ProductSummary, search: string): MetaDescriptor[] {
  const first = firstShownImage(product, search);
  if (!first) return [];
  const { srcSet, sizes } = galleryImageSource(first);
  return [
    {
      tagName: "link",
      rel: "preload",
      as: "image",
      type: "image/avif",
      imageSrcSet: srcSet,
      imageSizes: sizes,
      fetchPriority: "high",
    },
  ];
}

const loadMoreProducts = () => import("./more-products.tsx").then((module) => module.MoreProducts);

const grid = "mt-6 grid grid-cols-2 gap-x-[clamp(0.75rem,2vw,2rem)] gap-y-8 md:grid-cols-4";

/** Reserves the final height; renders nothing without JavaScript. */
const toCome = (
  <div aria-hidden="true" className={`${grid} noscript:hidden`}>
    {[1, 2, 3, 4].map((index) => (
      <div key={index} className="text-sm">
        <div className="aspect-4/5 animate-breathe bg-cloth" />
        <span className="mt-3 block">&nbsp;</span>
        <span className="block">&nbsp;</span>
      </div>
    ))}
  </div>
);

type BesideProps = {
  product: ProductDetail;
  isDraft: boolean;
  isCompleted: boolean;
};

/** Loads near the viewport. Without JavaScript only the collection's link shows. */
function BesideProduct({ product, isDraft, isCompleted }: BesideProps) {
  const { part: MoreProducts, ref, failed } = usePartInView(loadMoreProducts, AHEAD);
  useEffect(() => {
    if (!isDraft) rememberViewed(product);
  }, [product, isDraft]);
  const { collectionPath, categoryName } = product;
  const frame = (content: ReactNode) => (
    <section aria-labelledby="beside-title">
      <div className="flex flex-wrap items-end justify-between gap-x-6 border-b border-line">
        <h2 id="beside-title" className="display pb-3 text-2xl noscript:hidden">
          Goes well with it
        </h2>
        <Link to={collectionPath ?? "/shop"} className="link py-3 text-sm text-ink-soft">
          {collectionPath === null ? "More from the shop" : `More from ${categoryName}`}
        </Link>
      </div>
      {content}
    </section>
  );
  const complements = isCompleted ? { grid, toCome, frame } : null;
  return (
    <div ref={ref} className="shell pt-8 pb-20 md:pb-32 print:hidden">
      {MoreProducts ? (
        <MoreProducts productId={product.id} complements={complements} />
      ) : (
        complements && frame(!failed && toCome)
      )}
    </div>
  );
}

const notFound = () => data(null, { status: 404, headers: { "Cache-Control": "no-store" } });

/** What a customer gets back by cancelling, for a product with the size Custom. On the server: the policy would weigh on the page. */
const cancellingNoteOf = ({ sizes }: Pick<ProductDetail, "sizes">) =>
  sizes.includes(CUSTOM_SIZE) ? cancellingSentences().join(" ") : null;

/** Loads a draft for who may see drafts; for others it is an unknown product. */
async function loadDraft({ request, params, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  if (await findProduct(deps.db, params.id)) {
    throw redirect(productPath(params.id), { headers: PRIVATE });
  }
  const actor = await findActor(deps, request);
  if (!isAdmin(actor) || (await lacksSecondFactor(context, actor))) return notFound();
  const product = await findDraft(deps.db, { actor, id: params.id });
  if (!product) return notFound();
  const { shipping } = await deps.siteFacts();
  const page = {
    product,
    isDraft: true,
    isCompleted: hasComplements(product.garmentType),
    delivery: deliveryMessages(shipping),
    customNote: null,
    cancellingNote: cancellingNoteOf(product),
    head: { title: product.name, canonical: null },
  };
  return data(page, { headers: PRIVATE });
}

export async function loader(args: Route.LoaderArgs) {
  const { url, params, context } = args;
  if (url.pathname === draftPreviewPath(params.id)) return loadDraft(args);
  const { db, publicUrl, siteFacts } = context.get(depsContext);
  await leadToProduct({ db }, { url, name: params.id });
  const [found, { shipping }, madeToMeasure] = await Promise.all([
    findProductWithSkus(db, params.id),
    siteFacts(),
    findTermsOfProduct(db, params.id),
  ]);
  if (!found) return notFound();
  const product = withCustomSize(found.product, madeToMeasure, shipping);
  const head = describeProduct(context, { publicUrl, product, skus: found.skus, shipping });
  // On the server: the table of complements would weigh on the page.
  const isCompleted = hasComplements(product.garmentType);
  const delivery = deliveryMessages(shipping);
  const customNote = customNoteOf(product, shipping);
  const cancellingNote = cancellingNoteOf(product);
  return publicPage(
    { product, isDraft: false, isCompleted, delivery, customNote, cancellingNote, head },
    productTags([product.id]),
  );
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

export const headers = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  if (!loaderData) return [{ title: "Product Not Found" }, { name: "robots", content: "noindex" }];
  return [
    ...pageMeta({ loaderData, matches }),
    ...preloadFirstImage(loaderData.product, location.search),
    ...(loaderData.isDraft ? [{ name: "robots", content: "noindex" }] : []),
  ];
};

/** Only admins load the banner. */
const DraftBanner = lazy(() => import("./draft-banner.tsx"));

export default function Product({ loaderData }: Route.ComponentProps) {
  const { delivery: terms } = useOutletContext<SiteShell>();
  if (!loaderData) return <ProductNotFound />;
  const { product, isDraft, isCompleted, delivery, customNote, cancellingNote, head } = loaderData;
  return (
    <Fragment key={product.id}>
      {isDraft && (
        <Suspense>
          <DraftBanner id={product.id} />
        </Suspense>
      )}
      <ProductPage
        product={product}
        isDraft={isDraft}
        delivery={delivery}
        customNote={customNote}
        cancellingNote={cancellingNote}
        terms={terms}
        address={head.canonical ?? ""}
      />
      <BesideProduct product={product} isDraft={isDraft} isCompleted={isCompleted} />
    </Fragment>
  );
}
