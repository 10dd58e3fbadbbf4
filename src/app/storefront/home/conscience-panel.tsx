import type { ProductImage } from "#features/catalog/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

/** The house's other half: New Dawn, with its sunrise. */
export function ConsciencePanel({ image }: { image: ProductImage | null }) {
  return (
    <section aria-labelledby="conscience-title" className="grid bg-cloth lg:grid-cols-2">
      <div className="relative min-h-72 overflow-hidden sm:min-h-96 lg:min-h-160">
        {image && (
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
        )}
      </div>
      <div className="flex items-center px-(--gutter) py-16 [--gutter:clamp(1rem,4vw,3.5rem)] lg:py-24 lg:pl-[8vw]">
        <div>
          <p className="eyebrow">New Dawn</p>
          <h2 id="conscience-title" className="display mt-4 max-w-[18ch] text-4xl">
            Every seam carries someone forward
          </h2>
          <p className="mt-6 max-w-[44ch] text-ink-soft">
            Our sister organisation stands beside women in vulnerable situations as they learn a
            craft, start a business and keep it. What the atelier earns helps to open its doors;
            what its women make finds its way into our pieces.
          </p>
          <ButtonLink to="/new-dawn" variant="secondary" size="lg" className="mt-9">
            Meet New Dawn
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
