import type { ProductImage } from "#features/catalog/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { HeroPicture } from "./hero-picture.tsx";

/** The first impression: the promise on the calm side of the cloth, and the two ways in. */
export function HomeHero({ image }: { image: ProductImage | null }) {
  return (
    <section className="relative isolate flex min-h-[min(calc(90svh-4.5rem),58rem)] items-end overflow-hidden bg-cloth md:items-center">
      {image && <HeroPicture image={image} className="-z-10" />}
      <div className="shell pt-24 pb-14 md:py-24">
        <p className="eyebrow text-ink-soft">Made to measure in Georgetown, Guyana</p>
        <h1 className="display mt-5 max-w-[9ch] text-hero">High Fashion with a Conscience</h1>
        <p className="mt-6 max-w-[38ch] text-lg text-ink">
          Suits, gowns and quiet essentials, cut to you and sewn by hand on the Demerara.
        </p>
        <div className="mt-9 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-8">
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
