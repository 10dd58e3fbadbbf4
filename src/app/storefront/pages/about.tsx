import { useOutletContext } from "react-router";
import { HeroBand } from "#app/components/hero/hero-band.tsx";
import { organizationJsonLd } from "#app/seo/organization-json-ld.ts";
import { toSharedImage } from "#app/seo/shared-image.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { ClosingLine } from "../home/closing-line.tsx";
import type { Route } from "./+types/about.ts";
import { AboutSizes, AboutStory } from "./about-story.tsx";
import { HeroText } from "./hero-text.tsx";
import { Pillars } from "./pillars.tsx";
import { describeWrittenPage } from "./static-page.server.ts";

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
