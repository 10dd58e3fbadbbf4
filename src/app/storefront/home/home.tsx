import type { CSSProperties } from "react";
import { useMemo } from "react";
import { Link, useOutletContext } from "react-router";
import { HeroImage } from "#app/components/hero/hero-band.tsx";
import { ClosingLine } from "#app/components/page/page-parts.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { describePage } from "#app/seo/describe-page.server.ts";
import { organizationJsonLd, websiteJsonLd } from "#app/seo/json-ld.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { canonicalUrl, pageMeta } from "#app/web/page-meta.ts";
import { prefetchedOr } from "#app/web/page-prefetch.browser.ts";
import { listingTags } from "#core/content-tag.ts";
import type { HeroTreatment } from "#features/base/media/hero-contrast.ts";
import { findHeroTreatment } from "#features/base/media/hero-tones.server.ts";
import { findHomePage } from "#features/catalog/listing/listing-queries.server.ts";
import { packProducts, unpackProducts } from "#features/catalog/listing/packed-products.ts";
import type { ProductImage } from "#features/catalog/products/product.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { CollectionCards } from "../shop/collection-cards.tsx";
import type { Route } from "./+types/home.ts";

const steps = [
  {
    title: "AI Measurement",
    soon: true,
    text: "Guided measurement at home is on its way. Until then, our size guide and a tape measure find your size.",
  },
  {
    title: "Style Selection",
    soon: false,
    text: "Choose your style and color. Take a standard size, or Custom to have it made to measure.",
  },
  {
    title: "Expert Tailoring",
    soon: false,
    text: "One tailor cuts, sews and finishes your piece in our Georgetown workroom.",
  },
  {
    title: "Worldwide Delivery",
    soon: false,
    text: "We press, wrap and ship your piece. The page of your order then has its tracking details.",
  },
] as const;

function HomeSteps() {
  return (
    <section aria-labelledby="steps-title" className="shell section">
      <p className="eyebrow">How it works</p>
      <h2 id="steps-title" className="display mt-4 max-w-[18ch] text-4xl">
        From your measurements to your door
      </h2>
      <ol className="mt-12 grid md:mt-16 md:grid-cols-2 lg:grid-cols-4">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className="flex flex-wrap gap-x-6 gap-y-3 border-t border-line py-7 md:pr-10 lg:block lg:border-l lg:border-t-0 lg:px-8 lg:py-0 lg:first:border-l-0 lg:first:pl-0"
          >
            <span
              aria-hidden="true"
              className="display w-10 shrink-0 text-4xl text-demerara oldstyle-nums lg:block"
            >
              {index + 1}
            </span>
            <div className="min-w-0 grow basis-36 lg:mt-6">
              <h3 className="display flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
                {step.title}
                {step.soon && (
                  <span className="font-sans">
                    <Badge kind="accent">Coming Soon</Badge>
                  </span>
                )}
              </h3>
              <p className="mt-2 max-w-[36ch] text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Link to="/made-to-measure" className="link mt-8 inline-block py-2.5 md:mt-12">
        Made to measure: price, time and fit
      </Link>
    </section>
  );
}

type HomeHeroProps = { image: ProductImage | null; treatment: HeroTreatment | null };

/** The hero of the home page. From 768 pixels its headline lies over the image, in the image's measured tone and veil. */
function HomeHero({ image, treatment }: HomeHeroProps) {
  const isLight = treatment?.text === "light";
  const veil = (share: number) =>
    `color-mix(in srgb, var(--color-${isLight ? "ink" : "paper"}) ${Math.round(share * 100)}%, transparent)`;
  return (
    <section
      data-text={isLight ? "light" : "dark"}
      className="group/hero relative isolate overflow-hidden bg-cloth"
    >
      {image && (
        <div className="relative h-[38svh] min-h-64 md:absolute md:inset-0 md:-z-10 md:h-auto">
          <HeroImage image={image} align="right" />
          {treatment && treatment.narrowVeil + treatment.wideVeil > 0 && (
            <div
              aria-hidden="true"
              style={
                {
                  "--narrow": veil(treatment.narrowVeil),
                  "--wide": veil(treatment.wideVeil),
                } as CSSProperties
              }
              className="absolute inset-0 hidden bg-[linear-gradient(90deg,var(--narrow)_0_76%,transparent)] md:block lg:bg-[linear-gradient(90deg,var(--wide)_0_58%,transparent_88%)]"
            />
          )}
        </div>
      )}
      <div className="shell flex flex-col justify-center pt-9 pb-14 md:min-h-[min(calc(90svh-4.5rem),58rem)] md:py-24">
        <p className="eyebrow text-ink-soft md:text-ink md:group-data-[text=light]/hero:text-paper">
          Made to measure in Georgetown, Guyana
        </p>
        <h1 className="display mt-4 max-w-[16ch] text-hero md:mt-5 md:group-data-[text=light]/hero:text-paper">
          High Fashion with a Conscience
        </h1>
        <p className="mt-5 max-w-[38ch] text-ink md:mt-6 md:group-data-[text=light]/hero:text-paper md:text-lg">
          Suits, gowns and everyday essentials, cut to your measurements and sewn by hand.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
          <ButtonLink
            to="/shop"
            size="lg"
            className="md:group-data-[text=light]/hero:bg-paper! md:group-data-[text=light]/hero:text-ink! md:group-data-[text=light]/hero:hover:bg-cloth!"
          >
            Explore Collection
          </ButtonLink>
          <ButtonLink
            to="/measurement"
            size="lg"
            variant="quiet"
            className="md:group-data-[text=light]/hero:text-paper!"
          >
            Virtual Fitting Experience
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function ConsciencePanel({ image }: { image: ProductImage | null }) {
  return (
    <section
      aria-labelledby="conscience-title"
      className={classNames("grid bg-cloth", image && "lg:grid-cols-2")}
    >
      {image && (
        <div className="relative min-h-72 overflow-hidden sm:min-h-96 lg:min-h-160">
          <ResponsiveImage
            id={image.id}
            alt=""
            sizes="(min-width: 64rem) 50vw, 100vw"
            width={image.width}
            height={image.height}
            widths={[640, 960, 1280, 1920]}
            focal={{ x: image.focalX, y: image.focalY }}
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      )}
      <div className="flex items-center px-(--gutter) py-16 [--gutter:clamp(1rem,4vw,3.5rem)] lg:py-24 lg:pl-[8vw]">
        <div>
          <p className="eyebrow">New Dawn</p>
          <h2 id="conscience-title" className="display mt-4 max-w-[18ch] text-4xl">
            Your order supports women in Guyana
          </h2>
          <p className="mt-6 max-w-[44ch] text-ink-soft">
            Our sister organisation helps women in vulnerable situations to learn a craft and start
            a business of their own. The atelier helps to pay for it, and some of our pieces include
            its members' work.
          </p>
          <ButtonLink to="/new-dawn" variant="secondary" size="lg" className="mt-9">
            Meet New Dawn
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

const FEATURED = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { db, publicUrl } = deps;
  const { heroes, featured } = await findHomePage(db, FEATURED);
  const treatment = heroes.home && (await findHeroTreatment(deps, heroes.home.id));
  const head = describePage(context, {
    title: null,
    description: null,
    canonical: canonicalUrl(publicUrl, "/"),
    jsonLd: (site) => [organizationJsonLd(site), websiteJsonLd(site)],
  });
  return publicPage(
    { heroes, treatment, featured: packProducts(featured), head },
    listingTags(featured),
  );
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  prefetchedOr(request, serverLoader);

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { heroes } = loaderData;
  const featured = useMemo(() => unpackProducts(loaderData.featured), [loaderData.featured]);
  const { menu, general } = useOutletContext<SiteShell>();
  return (
    <>
      <HomeHero image={heroes.home} treatment={loaderData.treatment} />
      <HomeSteps />
      {featured.length > 0 && (
        <section
          aria-labelledby="featured-title"
          className="shell overflow-x-clip pb-[clamp(4rem,10vw,9rem)]"
        >
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-12">
            <h2 id="featured-title" className="display text-4xl">
              Featured pieces
            </h2>
            <Link to="/shop" className="link shrink-0 py-2 text-sm">
              View all pieces
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
