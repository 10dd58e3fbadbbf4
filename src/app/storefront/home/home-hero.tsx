import { HeroImage } from "#app/components/hero/hero-image.tsx";
import type { ProductImage } from "#features/catalog/product.ts";
import { ButtonLink } from "#ui/button.tsx";

/** The first impression: the promise on the calm side of the cloth, and the two ways in. */
export function HomeHero({ image }: { image: ProductImage | null }) {
  return (
    <section className="relative isolate overflow-hidden bg-cloth">
      <div className="relative h-[38svh] min-h-64 md:absolute md:inset-0 md:-z-10 md:h-auto">
        {image && <HeroImage image={image} />}
      </div>
      <div className="shell flex flex-col justify-center pt-9 pb-14 md:min-h-[min(calc(90svh-4.5rem),58rem)] md:py-24">
        <p className="eyebrow text-ink-soft">Made to measure in Georgetown, Guyana</p>
        <h1 className="display mt-4 max-w-[16ch] text-hero md:max-w-[9ch] md:mt-5">
          High Fashion with a Conscience
        </h1>
        <p className="mt-5 max-w-[38ch] text-ink md:mt-6 md:text-lg">
          Suits, gowns and quiet essentials, cut to you and sewn by hand on the Demerara.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
          <ButtonLink to="/shop" size="lg">
            Explore Collection
          </ButtonLink>
          <ButtonLink to="/measurement" size="lg" variant="quiet">
            Virtual Fitting Experience
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
