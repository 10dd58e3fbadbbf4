import { Link, useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { organizationJsonLd } from "#app/seo/json-ld.ts";
import { toSharedImage } from "#app/seo/social-cards.server.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/about.ts";
import { ClosingLine, HeroText } from "./page-head.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

const pillars = [
  {
    title: "Cultural Consciousness",
    text: "Six peoples made this country, and each brought its own way with a needle. We learn from all of them, name what we learn, and never put anybody's ceremony on a hanger.",
  },
  {
    title: "Local Sourcing",
    text: "What can be made here is made here: patterns, thread work, buttons of local hardwood, and every hour of sewing. Cloth that nobody weaves in Guyana comes from mills we know by name.",
  },
  {
    title: "Eco-Friendly Materials",
    text: "Linen, cotton, wool and silk before anything spun from oil. Linings of cupro, buttons of horn, wood and shell, and paper instead of plastic from our table to your door.",
  },
  {
    title: "Circular Design",
    text: "Seams wide enough to let out and take in, hems with something to spare. A piece comes back to us to be altered and mended, and its offcuts go on to become pocket squares and sashes.",
  },
] as const;

/** The four sustainability pillars between hairlines (specification 2, About). */
function Pillars() {
  return (
    <section aria-labelledby="pillars-title" className="bg-cloth">
      <div className="shell section">
        <p className="eyebrow text-ink-soft">Sustainability</p>
        <h2 id="pillars-title" className="display mt-4 max-w-[16ch] text-4xl">
          Four pillars that hold the house up
        </h2>
        <ol className="mt-12 grid gap-x-16 md:mt-16 md:grid-cols-2">
          {pillars.map(({ title, text }, place) => (
            <li key={title} className="flex gap-6 border-t border-ink/25 py-8 md:py-10">
              <span
                aria-hidden="true"
                className="display w-8 shrink-0 text-3xl text-demerara oldstyle-nums"
              >
                {place + 1}
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

/** How the house began (specification 2, About: founder story and brand story). */
function AboutStory({ siteName }: { siteName: string }) {
  return (
    <div className="shell section grid gap-x-12 gap-y-16 lg:grid-cols-12 lg:gap-y-28">
      <StoryHead eyebrow="Our founder" title="It began with a hem at a kitchen table" />
      <div className="prose lg:col-span-7 lg:col-start-6">
        <p>
          Our founder learned to sew the way most people here do: beside somebody older, on a
          machine with a treadle, taking up a school skirt because there was no money for another.
          She noticed early that the best-dressed people in Georgetown were never those with the
          most expensive clothes. They were those with a good tailor.
        </p>
        <p>
          Years later, with a cutting room behind her and a drawer full of other people's labels,
          she saw the other side of that drawer. Women who could set a sleeve blind were paid by the
          piece, if they were paid at all, and the clothes they made were worn twice. She came home
          to the Demerara with one idea: a house where the person who sews is as visible as the
          person who wears.
        </p>
        <p>
          The same week she rented the workroom she opened its back door to women who needed a trade
          and a way out. That door became <Link to="/new-dawn">New Dawn</Link>.
        </p>
      </div>
      <StoryHead eyebrow="Our house" title="High fashion with a conscience" />
      <div className="prose lg:col-span-7 lg:col-start-6">
        <p>
          {siteName} makes clothes one at a time. You choose a piece, we cut it for you, and one
          pair of hands takes it from the first chalk line to the last button. We keep no mountain
          of stock, so there is nothing to burn at the end of a season and nothing to shout about in
          a sale.
        </p>
        <p>
          Our lines are quiet because they are meant to be worn for years: a blazer that settles to
          your shoulder, a gown that is remembered for who wore it, a shirt that is better in its
          fifth summer than in its first. What is loud here is the light, the river and the market.
        </p>
        <p>
          And the conscience is no department. It is in the wage behind every seam, the cloth we
          turn down, and the repair we would rather make than sell you the same thing twice.
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

/** Which bodies the house cuts for (specification 2, About). */
function AboutSizes() {
  return (
    <section
      aria-labelledby="sizes-title"
      className="shell section grid items-center gap-12 lg:grid-cols-2"
    >
      <div aria-hidden="true" className="flex items-baseline gap-[0.35em] text-ink lg:gap-[0.4em]">
        {sizes.map((size, place) => (
          <span
            key={size}
            className="display leading-none"
            style={{
              fontSize: `clamp(${3.25 + place * 0.9}rem, ${4 + place * 2}vw, ${5 + place * 2.5}rem)`,
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
          When none of them is yours, choose Custom and we make it to your measures. Custom outfits
          are considered too: tell us about the occasion, and we tell you honestly whether we are
          the right hands for it.
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
    picture: () => hero && toSharedImage(hero),
    jsonLd: (site) => [organizationJsonLd(site)],
  });
  return publicPage({ hero, head });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = pageMeta;

export default function About({ loaderData }: Route.ComponentProps) {
  const { general } = useOutletContext<SiteShell>();
  return (
    <>
      <HeroBand image={loaderData.hero} picture="wide">
        <HeroText
          name="About"
          title="Clothes that know who made them"
          lead="We are a small house on the Demerara. We make high fashion one piece at a time, and we can tell you whose hands were on yours."
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
