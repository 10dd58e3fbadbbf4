import type { ProductImage } from "#features/catalog/product.ts";
import { HeroPicture } from "./hero-picture.tsx";

/** The head of the catalog: the bolts on the right, the title on the calm side. */
export function CatalogHero({ image }: { image: ProductImage | null }) {
  return (
    <section className="relative isolate overflow-hidden bg-cloth">
      <div className="relative h-48 sm:h-64 md:absolute md:inset-0 md:-z-10 md:h-auto">
        {image && <HeroPicture image={image} />}
      </div>
      <div className="shell flex flex-col justify-center py-8 md:min-h-[clamp(20rem,26vw,30rem)]">
        <h1 className="display max-w-[10ch] text-4xl">Product Catalog</h1>
        <p className="mt-4 max-w-[34ch] text-ink-soft">
          Every garment we cut, in a standard size or to your measures.
        </p>
      </div>
    </section>
  );
}
