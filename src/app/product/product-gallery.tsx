import { ArrowLeft, ArrowRight, ZoomIn } from "lucide-react";
import { useRef, useState } from "react";
import type { ProductImage } from "#features/catalog/product.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import { GALLERY_SIZES, galleryWidths } from "./gallery-picture.ts";

const loadZoom = () => import("./gallery-zoom.tsx").then((module) => module.GalleryZoom);

type Props = { images: readonly ProductImage[]; productName: string };

/** The pictures: stacked beside the panel on desktop, one at a time by swipe on phones; each opens as large as the screen. */
export function ProductGallery({ images, productName }: Props) {
  const [shown, setShown] = useState(0);
  const [zoomed, setZoomed] = useState<number | null>(null);
  const track = useRef<HTMLUListElement>(null);
  const { part: GalleryZoom, request } = useLazyPart(loadZoom);
  const show = (place: number) => {
    const slide = track.current?.children[place];
    slide?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "start" });
  };
  if (images.length === 0) return <NoPicture />;
  return (
    <section aria-label={`Pictures of ${productName}`} className="max-md:-mx-(--gutter)">
      <ul
        ref={track}
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:block md:space-y-4"
      >
        {images.map((image, place) => (
          <li key={image.id} className="w-full shrink-0 snap-start snap-always">
            <button
              type="button"
              aria-label={`Enlarge image ${place + 1} of ${images.length}: ${image.alt}`}
              aria-haspopup="dialog"
              onPointerEnter={() => void request()}
              onFocus={() => void request()}
              onClick={() => void request().then((arrived) => arrived && setZoomed(place))}
              className="group relative block aspect-4/5 w-full cursor-zoom-in bg-cloth -outline-offset-4!"
            >
              <Picture
                id={image.id}
                alt={image.alt}
                sizes={GALLERY_SIZES}
                widths={galleryWidths(image.width)}
                width={image.width}
                height={image.height}
                priority={place === 0}
                className="size-full object-cover"
                focal={{ x: image.focalX, y: image.focalY }}
              />
              <span className="absolute right-3 bottom-3 hidden size-11 items-center justify-center rounded-full bg-paper/90 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 md:flex">
                <ZoomIn size={20} aria-hidden="true" />
              </span>
            </button>
            {images.length > 1 && (
              <p className="figures mt-2 hidden text-xs text-ink-quiet md:block">
                Image {place + 1} of {images.length}
              </p>
            )}
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <div className="flex items-center justify-between px-(--gutter) pt-1 md:hidden">
          <p className="figures text-xs text-ink-quiet" aria-live="polite">
            Image {shown + 1} of {images.length}
          </p>
          <div className="-mr-3 flex">
            <IconButton
              label="Previous image"
              icon={<ArrowLeft size={18} aria-hidden="true" />}
              onClick={() => show((shown + images.length - 1) % images.length)}
            />
            <IconButton
              label="Next image"
              icon={<ArrowRight size={18} aria-hidden="true" />}
              onClick={() => show((shown + 1) % images.length)}
            />
          </div>
        </div>
      )}
      {GalleryZoom && zoomed !== null && (
        <GalleryZoom
          images={images}
          start={zoomed}
          productName={productName}
          onClose={() => setZoomed(null)}
        />
      )}
    </section>
  );
}

function NoPicture() {
  return (
    <div className="flex aspect-4/5 items-center justify-center bg-cloth text-ink-quiet max-md:-mx-(--gutter)">
      No Image Available
    </div>
  );
}
