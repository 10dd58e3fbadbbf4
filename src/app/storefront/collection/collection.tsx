import { data, redirect, useLocation } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { ClearAll } from "#app/components/product/facet-form.tsx";
import { countFacetsShown } from "#app/components/product/facets-shown.server.ts";
import {
  listingSeo,
  refuseBeyondLastPage,
  requestedPage,
} from "#app/components/product/listing-url.ts";
import {
  ChoiceLinks,
  ListingError,
  ProductListing,
} from "#app/components/product/product-listing.tsx";
import { pageTrail } from "#app/seo/breadcrumb-trail.ts";
import { describeListing } from "#app/seo/describe-page.server.ts";
import { collectionSocialImage, toSharedImage } from "#app/seo/social-cards.server.ts";
import { NotFoundScreen } from "#app/shell/error-screen.tsx";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { listingTags } from "#core/content-tag.ts";
import type { Collection } from "#features/catalog/listing/collection.ts";
import {
  COLLECTIONS,
  categoryPath,
  isCollectionSlug,
} from "#features/catalog/listing/collection.ts";
import { parseToggleGender } from "#features/catalog/listing/listing-filter.ts";
import {
  findCategoryPage,
  findCollectionPage,
} from "#features/catalog/listing/listing-queries.server.ts";
import {
  changedQuery,
  chosenCount,
  parseListingView,
} from "#features/catalog/listing/listing-view.ts";
import { packListing } from "#features/catalog/listing/packed-products.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink, buttonClass } from "#ui/button.tsx";
import type { Route } from "./+types/collection.ts";

type Toggle = "female" | "male";

// Two paths show the same screen; one is canonical (specification 2).
const canonicalPath = (collection: Collection) =>
  `/collections/${collection.slug === "accessories" ? "mens-accessories" : collection.slug}`;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, publicUrl, logger } = context.get(depsContext);
  if (!isCollectionSlug(params.collection)) {
    const custom = await loadCategory(context, params.collection ?? "", url);
    if (custom) return custom;
    logger.info({ path: url.pathname }, "page not found");
    return data(null, { status: 404 });
  }
  const collection = COLLECTIONS[params.collection];
  const gender = parseToggleGender(url.searchParams.get("gender"));
  const page = requestedPage(url);
  const view = parseListingView(url.searchParams);
  const { scope, ...found } = await findCollectionPage(db, { collection, gender, page, view });
  const facets = found.isFallback ? null : await countFacetsShown(db, url, { scope, view });
  if (!found.isFallback) refuseBeyondLastPage(url, found.listing);
  const own = { gender: collection.fixedGender || gender === "female" ? null : gender };
  const path = canonicalPath(collection);
  const head = describeListing(context, {
    title: collection.title,
    description: collection.introduction,
    image: ({ shell }) => collectionSocialImage(collection, found.hero, shell.general.siteName),
    listing: found.listing,
    placement: listingSeo({ publicUrl, path, own, page: found.isFallback ? 1 : page, view }),
  });
  const listing = packListing(found.listing);
  const { title, introduction, emptyText, fixedGender } = collection;
  const shown = { slug: collection.slug, title, introduction, emptyText, fixedGender };
  return publicPage(
    { ...found, listing, collection: shown, gender, view, facets, head },
    listingTags(found.listing.products),
  );
}

/** Covers fixed collections and custom categories. */
type ShownCollection = Pick<Collection, "title" | "introduction" | "emptyText" | "fixedGender"> & {
  slug: string;
};

/** Covers every gender; null for an unknown URL. */
async function loadCategory(context: Route.LoaderArgs["context"], slug: string, url: URL) {
  const { db, publicUrl } = context.get(depsContext);
  const page = requestedPage(url);
  const view = parseListingView(url.searchParams);
  const found = await findCategoryPage(db, { slug: slug.toLowerCase(), page, view });
  if (!found) return null;
  const { category, scope, hero, listing } = found;
  const path = categoryPath({ name: category.name, slug: slug.toLowerCase() }) ?? url.pathname;
  // A category named like a fixed collection is shown there, so that a page has one URL.
  if (path !== url.pathname.replace(/\.data$/, "")) throw redirect(path, 301);
  const facets = await countFacetsShown(db, url, { scope, view });
  refuseBeyondLastPage(url, listing);
  const { description, name } = category;
  const shown: ShownCollection = {
    slug,
    title: name,
    introduction: description,
    emptyText: "No products available in this category yet.",
    fixedGender: null,
  };
  const head = describeListing(context, {
    title: name,
    description: description || name,
    image: () => hero && toSharedImage(hero),
    listing,
    placement: listingSeo({ publicUrl, path, own: {}, page, view }),
  });
  const packed = packListing(listing);
  const content = { hero, isFallback: false, listing: packed, collection: shown, gender: null };
  return publicPage({ ...content, view, facets, head }, listingTags(listing.products));
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ error, loaderData, matches }) => {
  if (error || loaderData) return pageMeta({ loaderData, matches });
  return [{ title: "Page Not Found" }, { name: "robots", content: "noindex" }];
};

export default function CollectionRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundScreen />;
  const { collection, hero, listing, gender, view, facets, isFallback } = loaderData;
  const isNarrowed = chosenCount(view) > 0;
  return (
    <>
      <HeroBand image={hero} layout="half">
        <Breadcrumbs items={pageTrail(collection.title)} />
        <h1 className="display mt-4 text-4xl">{collection.title}</h1>
        {collection.introduction && (
          <p className="mt-5 max-w-[40ch] text-ink-soft">{collection.introduction}</p>
        )}
        <ButtonLink to="/measurement" variant="secondary" size="lg" className="mt-8">
          Get AI-Measured Now
        </ButtonLink>
      </HeroBand>
      <div className="shell pt-12 pb-24 md:pt-16 md:pb-36">
        <ProductListing
          title={collection.title}
          listing={listing}
          isNarrowed={isNarrowed}
          emptyText={
            isNarrowed ? "No products found for the selected filter." : collection.emptyText
          }
          emptyAction={
            isNarrowed ? (
              <ClearAll withGender={false} className={buttonClass("secondary", "md")} />
            ) : (
              <ButtonLink to="/shop" variant="secondary">
                Browse Shop
              </ButtonLink>
            )
          }
          note={isFallback && gender ? fallbackNote(collection, gender) : undefined}
          toolbar={
            collection.fixedGender || gender === null ? undefined : (
              <GenderToggle slug={collection.slug} gender={gender} />
            )
          }
          {...(isFallback || listing.total + chosenCount(view) === 0
            ? {}
            : { choices: { view, facets } })}
        />
      </div>
    </>
  );
}

function fallbackNote({ title }: ShownCollection, gender: Toggle): string {
  const whom = gender === "female" ? "women" : "men";
  return `${title} for ${whom} is coming soon. Until then, here are our newest pieces for ${whom}.`;
}

function GenderToggle({ slug, gender }: { slug: string; gender: Toggle }) {
  const { search } = useLocation();
  const to = (parameter: "male" | null) =>
    `/collections/${slug}${changedQuery(search, { gender: parameter, show: null })}`;
  return (
    <ChoiceLinks
      label="Show pieces for"
      choices={[
        { label: "Female", to: to(null), current: gender === "female" },
        { label: "Male", to: to("male"), current: gender === "male" },
      ]}
    />
  );
}

export function ErrorBoundary({ params }: Route.ErrorBoundaryProps) {
  const { collection } = params;
  return (
    <ListingError
      title={isCollectionSlug(collection) ? COLLECTIONS[collection].title : "collection"}
    />
  );
}
