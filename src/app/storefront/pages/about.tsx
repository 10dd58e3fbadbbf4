import { Link, useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { ClosingLine, HeroText } from "#app/components/page/page-parts.tsx";
import { organizationJsonLd } from "#app/seo/json-ld.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/about.ts";
import { describeWrittenPage } from "./static-page.server.ts";

const pillars = [
  {
    title: "Cultural Consciousness",
    text: "Six peoples made Guyana, and each has its own sewing traditions. We learn from all of them, name our sources, and never turn ceremonial dress into fashion.",
  },
  {
    title: "Local Sourcing",
    text: "We make what we can in Guyana: patterns, embroidery, buttons of local hardwood, and all of the sewing. Cloth that is not woven here comes from mills we know.",
  },
  {
    title: "Eco-Friendly Materials",
    text: "We prefer linen, cotton, wool and silk to synthetic fibres. Linings are cupro, buttons are horn, wood or shell, and we pack in paper instead of plastic.",
  },
  {
    title: "Circular Design",
    text: "Wide seams and deep hems leave room for alterations. Bring a piece back and we alter or mend it. Offcuts become pocket squares and sashes.",
  },
] as const;

/** Says what the house stands for (specification 2, About). */
function Pillars() {
  return (
    <section aria-labelledby="pillars-title" className="bg-cloth">
      <div className="shell section">
        <p className="eyebrow text-ink-soft">Sustainability</p>
        <h2 id="pillars-title" className="display mt-4 max-w-[16ch] text-4xl">
          Our four pillars
        </h2>
        <ol className="mt-12 grid gap-x-16 md:mt-16 md:grid-cols-2">
          {pillars.map(({ title, text }, index) => (
            <li key={title} className="flex gap-6 border-t border-ink/25 py-8 md:py-10">
              <span
                aria-hidden="true"
                className="display w-8 shrink-0 text-3xl text-demerara oldstyle-nums"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="display text-2xl">{title}</h3>
                <p className="mt-3 max-w-[46ch] text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Tells the story of the house (specification 2, About). */
function AboutStory({ siteName }: { siteName: string }) {
  return (
    <div className="shell section grid gap-x-12 gap-y-16 lg:grid-cols-12 lg:gap-y-28">
      <StoryHead eyebrow="Our founder" title="It began at a kitchen table" />
      <div className="prose lg:col-span-7 lg:col-start-6">
        <p>
          Our founder learned to sew the way most people here do: from an older relative, on a
          treadle machine, shortening a school skirt because there was no money for another. She
          noticed early that the best-dressed people in Georgetown were not those with the most
          expensive clothes. They were those with a good tailor.
        </p>
        <p>
          Years later, working in the cutting rooms of other labels, she saw how clothes are made
          there. Highly skilled women were paid by the piece, if they were paid at all, and the
          clothes they made were worn twice. She came home to the Demerara with one idea: a fashion
          house that values the people who sew as much as the people who wear.
        </p>
        <p>
          In the week she rented the workroom, she began to teach women who needed a trade and a
          safe place. That became <Link to="/new-dawn">New Dawn</Link>.
        </p>
      </div>
      <StoryHead eyebrow="Our house" title="High fashion with a conscience" />
      <div className="prose lg:col-span-7 lg:col-start-6">
        <p>
          {siteName} makes clothes one at a time. You choose a piece, we cut it for you, and one
          tailor makes it from the first chalk line to the last button. We keep little stock, so
          nothing is destroyed at the end of a season.
        </p>
        <p>
          Our designs are simple because they are meant to be worn for years: a blazer that fits
          better with time, a gown for more than one occasion, a shirt that is still good in its
          fifth summer.
        </p>
        <p>
          Our conscience shows in fair wages, in the materials we choose, and in repairs: we would
          rather mend a piece than sell you the same thing twice.
        </p>
      </div>
    </div>
  );
}

function StoryHead({ eyebrow, title }: { eyebrow: string; title: string }) {
  return (
    <div className="-mb-8 lg:col-span-4 lg:mb-0">
      <p className="eyebrow">{eyebrow}</p>
      <h2 className="display mt-4 max-w-[14ch] text-3xl lg:text-4xl">{title}</h2>
    </div>
  );
}

const sizes = ["S", "M", "L", "XL"] as const;

/** Says which sizes the house makes (specification 2, About). */
function AboutSizes() {
  return (
    <section
      aria-labelledby="sizes-title"
      className="shell section grid items-center gap-12 lg:grid-cols-2"
    >
      <div aria-hidden="true" className="flex items-baseline gap-[0.35em] text-ink lg:gap-[0.4em]">
        {sizes.map((size, index) => (
          <span
            key={size}
            className="display leading-none"
            style={{
              fontSize: `clamp(${3.25 + index * 0.9}rem, ${4 + index * 2}vw, ${5 + index * 2.5}rem)`,
            }}
          >
            {size}
          </span>
        ))}
      </div>
      <div>
        <p className="eyebrow">Sizes</p>
        <h2 id="sizes-title" className="display mt-4 max-w-[16ch] text-4xl">
          Cut for the body you have
        </h2>
        <p className="mt-6 max-w-[52ch] text-ink-soft">
          Our sizes run from small to XL, with some pieces in XXL, and we cut for petite and tall.
          If none of them fits you, choose Custom and we make it to your measurements. Custom
          outfits are considered too: tell us about the occasion, and we will tell you honestly
          whether we can make it.
        </p>
        <div className="mt-9 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
          <ButtonLink to="/measurement" size="lg">
            Find your size
          </ButtonLink>
          <ButtonLink to="/contact" size="lg" variant="quiet">
            Ask about a custom outfit
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const heroes = await findHeroes(context.get(depsContext).db, ["about"]);
  const hero = heroes.about;
  const head = describeWrittenPage(context, "/about", {
    title: "About",
    description:
      "The story of our founder and our house in Georgetown, the four pillars of how we work, and the bodies we cut for.",
    image: () => hero && toSharedImage(hero),
    jsonLd: (site) => [organizationJsonLd(site)],
  });
  return publicPage({ hero, head }, []);
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function About({ loaderData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  return (
    <>
      <HeroBand image={loaderData.hero} layout="wide">
        <HeroText
          name="About"
          title="Made by people we know"
          lead="We are a small fashion house in Georgetown. We make high fashion one piece at a time, and we can tell you who made yours."
        />
      </HeroBand>
      <AboutStory siteName={general.siteName} />
      <Pillars />
      <AboutSizes />
      <div className="border-t border-line">
        <ClosingLine address={general.address} />
      </div>
    </>
  );
}
