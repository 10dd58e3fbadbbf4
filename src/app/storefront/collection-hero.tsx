import type { Collection } from "#features/catalog/collection.ts";
import type { ProductImage } from "#features/catalog/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";

type Props = { collection: Pick<Collection, "title" | "introduction">; image: ProductImage | null };

/** The head of a collection: its cloth on the right, its name and the way to the measures on the left. */
export function CollectionHero({ collection, image }: Props) {
  return (
    <section className="grid bg-cloth md:grid-cols-2">
      <div className="order-2 flex items-center md:order-none">
        <div className="px-(--gutter) py-10 [--gutter:clamp(1rem,4vw,3.5rem)] md:py-16 md:pl-[max(var(--gutter),calc((100vw-80rem)/2))]">
          <p className="eyebrow">Collection</p>
          <h1 className="display mt-4 text-4xl">{collection.title}</h1>
          <p className="mt-5 max-w-[40ch] text-ink-soft">{collection.introduction}</p>
          <ButtonLink to="/measurement" variant="secondary" size="lg" className="mt-8">
            Get AI-Measured Now
          </ButtonLink>
        </div>
      </div>
      <div className="relative h-72 overflow-hidden sm:h-96 md:h-[clamp(26rem,38vw,37.5rem)]">
        {image && (
          <Picture
            id={image.id}
            alt=""
            sizes="(min-width: 48rem) 50vw, 100vw"
            width={image.width}
            height={image.height}
            widths={[480, 640, 960, 1280]}
            priority
            focal={{ x: image.focalX, y: image.focalY }}
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </div>
    </section>
  );
}
