import { useMemo } from "react";
import { Link, useOutletContext } from "react-router";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { describePage } from "#app/seo/describe-page.server.ts";
import { organizationJsonLd, websiteJsonLd } from "#app/seo/organization-json-ld.ts";
import { canonicalUrl } from "#app/web/canonical-url.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { findHomePage } from "#features/catalog/listing/listing-queries.server.ts";
import { packProducts, unpackProducts } from "#features/catalog/listing/packed-products.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { CollectionCards } from "../shop/collection-cards.tsx";
import type { Route } from "./+types/home.ts";
import { ClosingLine } from "./closing-line.tsx";
import { ConsciencePanel } from "./conscience-panel.tsx";
import { HomeHero } from "./home-hero.tsx";
import { HomeSteps } from "./home-steps.tsx";

const FEATURED = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const { heroes, featured } = await findHomePage(db, FEATURED);
  const head = describePage(context, {
    title: null,
    description: null,
    canonical: canonicalUrl(publicUrl, "/"),
    jsonLd: (site) => [organizationJsonLd(site), websiteJsonLd(site)],
  });
  return publicPage({ heroes, featured: packProducts(featured), head });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { heroes } = loaderData;
  const featured = useMemo(() => unpackProducts(loaderData.featured), [loaderData.featured]);
  const { menu, general } = useOutletContext<SiteShell>();
  return (
    <>
      <HomeHero image={heroes.home} />
      <HomeSteps />
      {featured.length > 0 && (
        <section
          aria-labelledby="featured-title"
          className="shell overflow-x-clip pb-[clamp(4rem,10vw,9rem)]"
        >
          <div className="mb-8 flex items-end justify-between gap-6 md:mb-12">
            <h2 id="featured-title" className="display text-4xl">
              From the workroom
            </h2>
            <Link to="/shop" className="link shrink-0 py-2 text-sm">
              See everything
            </Link>
          </div>
          <ProductGrid products={featured} layout="row" />
        </section>
      )}
      <ConsciencePanel image={heroes["new-dawn"]} />
      <section aria-labelledby="collections-title" className="shell pt-[clamp(4rem,10vw,9rem)]">
        <h2 id="collections-title" className="display mb-8 text-4xl md:mb-12">
          The collections
        </h2>
        <CollectionCards collections={menu} look="tall" />
      </section>
      <ClosingLine address={general.address} />
    </>
  );
}
