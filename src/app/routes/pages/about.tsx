import { useOutletContext } from "react-router";
import { depsContext } from "#app/context.ts";
import { house } from "#app/discovery/house-things.ts";
import { storedPicture } from "#app/discovery/shared-picture.ts";
import { AboutSizes, AboutStory } from "#app/pages/about-story.tsx";
import { HeroWords } from "#app/pages/hero-words.tsx";
import { Pillars } from "#app/pages/pillars.tsx";
import { describeWrittenPage } from "#app/pages/static-page.server.ts";
import { ClosingLine } from "#app/storefront/closing-line.tsx";
import { HeroBand } from "#app/storefront/hero-band.tsx";
import { pageMeta } from "#app/storefront/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/storefront/public-page.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import type { Route } from "./+types/about.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const heroes = await findHeroes(context.get(depsContext).db, ["about"]);
  const hero = heroes.about;
  const head = describeWrittenPage(context, "/about", {
    title: "About",
    description:
      "The story of our founder and our house in Georgetown, the four pillars of how we work, and the bodies we cut for.",
    picture: () => hero && storedPicture(hero),
    things: (site) => [house(site)],
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
        <HeroWords
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
