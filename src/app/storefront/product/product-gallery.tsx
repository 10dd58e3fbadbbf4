import { ArrowLeft, ArrowRight, ZoomIn } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { GALLERY_SIZES, galleryWidths } from "#app/components/product/gallery-image.ts";
import type { ProductDetail, ProductImage } from "#features/catalog/products/product.ts";
import { IconButton } from "#ui/button.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";

const loadZoom = () => import("./gallery-zoom.tsx").then((module) => module.GalleryZoom);

// Few products lack an image, so the others do not download its drawing.
const GeneratedImage = lazy(() =>
  import("#app/components/product/product-fallback-image.tsx").then(
    (module) => ({ default: module.ProductFallbackImage }),
    () => ({ default: () => <></> }),
  ),
);

type Props = { product: Pick<ProductDetail, "name" | "categoryName" | "images"> };

/** Images are stacked on desktop and swiped on phones. */
export function ProductGallery({ product }: Props) {
  const { images, name } = product;
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState<number | null>(null);
  const track = useRef<HTMLUListElement>(null);
  const { part: GalleryZoom, request } = useLazyPart(loadZoom);
  const show = (index: number) => {
    const slide = track.current?.children[index];
    slide?.scrollIntoView({ block: "nearest", inline: "start" });
  };
  if (images.length === 0) return <NoImage product={product} />;
  return (
    <section aria-label={`Pictures of ${name}`} className="max-md:-mx-(--gutter) print:mx-0">
      <ul
        ref={track}
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
        className="flex snap-x snap-mandatory scroll-smooth overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:block md:space-y-4"
      >
        {images.map((image, index) => (
          <li
            key={image.id}
            className={`w-full shrink-0 snap-start snap-always ${index > 0 ? "print:hidden" : ""}`}
          >
            <Slide
              image={image}
              index={index}
              count={images.length}
              onIntent={() => void request()}
              onEnlarge={() => void request().then((arrived) => arrived && setZoomed(index))}
            />
            {images.length > 1 && (
              <p className="figures mt-2 hidden text-xs text-ink-quiet md:block print:hidden">
                Image {index + 1} of {images.length}
              </p>
            )}
          </li>
        ))}
      </ul>
      {images.length > 1 && <Turns shown={shown} count={images.length} onShow={show} />}
      {GalleryZoom && zoomed !== null && (
        <GalleryZoom
          images={images}
          start={zoomed}
          productName={name}
          onClose={() => setZoomed(null)}
        />
      )}
    </section>
  );
}

type SlideProps = {
  image: ProductImage;
  index: number;
  count: number;
  onIntent: () => void;
  onEnlarge: () => void;
};

/** Falls back to a text (specification 8). */
function Slide({ image, index, count, onIntent, onEnlarge }: SlideProps) {
  const { failed, watch } = useImageFailure(image.id);
  if (failed) {
    return (
      <p className="flex aspect-4/5 items-center justify-center bg-cloth text-ink-quiet">
        Image not available
      </p>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Enlarge image ${index + 1} of ${count}: ${image.alt}`}
      aria-haspopup="dialog"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={onEnlarge}
      // A card's image becomes the first one (product-card.tsx).
      className={`group relative block aspect-4/5 w-full cursor-zoom-in bg-cloth -outline-offset-4! ${index === 0 ? "[view-transition-name:product-image]" : ""}`}
    >
      <ResponsiveImage
        id={image.id}
        alt={image.alt}
        sizes={GALLERY_SIZES}
        widths={galleryWidths(image.width)}
        width={image.width}
        height={image.height}
        priority={index === 0}
        className="size-full object-cover"
        focal={{ x: image.focalX, y: image.focalY }}
        watch={watch}
      />
      <span className="absolute right-3 bottom-3 hidden size-11 items-center justify-center rounded-full bg-paper/90 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 md:flex">
        <ZoomIn size={20} aria-hidden="true" />
      </span>
    </button>
  );
}

type TurnsProps = { shown: number; count: number; onShow: (index: number) => void };

function Turns({ shown, count, onShow }: TurnsProps) {
  return (
    <div className="flex items-center justify-between px-(--gutter) pt-1 md:hidden print:hidden">
      <p className="figures text-xs text-ink-quiet" aria-live="polite">
        Image {shown + 1} of {count}
      </p>
      <div className="-mr-3 flex">
        <IconButton
          label="Previous image"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={() => onShow((shown + count - 1) % count)}
        />
        <IconButton
          label="Next image"
          icon={<ArrowRight size={18} aria-hidden="true" />}
          onClick={() => onShow((shown + 1) % count)}
        />
      </div>
    </div>
  );
}

/** The tile replaces a missing image (specification 5). */
function NoImage({ product }: Props) {
  return (
    <figure className="max-md:-mx-(--gutter)">
      <div className="aspect-4/5 bg-cloth">
        <Suspense>
          <GeneratedImage
            name={product.name}
            categoryName={product.categoryName}
            className="size-full"
          />
        </Suspense>
      </div>
      <figcaption className="mt-2 text-xs text-ink-quiet max-md:px-(--gutter)">
        No Image Available
      </figcaption>
    </figure>
  );
}
