import { Link } from "react-router";
import { ButtonLink } from "#ui/button.tsx";

/** How the house began (specification 2, About: founder story and brand story). */
export function AboutStory({ siteName }: { siteName: string }) {
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
export function AboutSizes() {
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
