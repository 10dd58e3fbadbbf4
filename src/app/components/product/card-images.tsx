import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductImage, ProductSummary } from "#features/catalog/product.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";
import { ProductFallbackImage } from "./product-fallback-image.tsx";
import type { useCarousel } from "./use-carousel.ts";

/** How wide a card stands: half of a phone, then a third, then a quarter of the page. */
const CARD_SIZES =
  "(min-width: 80rem) 302px, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, 46vw";
const CARD_WIDTHS = [320, 480, 640, 960] as const;

type Pictured = Pick<ProductSummary, "name" | "categoryName" | "images">;

/** The pictures seen so far, one over the other: the first always lies below, so that none ever fades to nothing. */
export function CardImages({
  product,
  carousel,
  priority = false,
  sizes = CARD_SIZES,
}: {
  product: Pictured;
  carousel: Pick<ReturnType<typeof useCarousel>, "index" | "seen">;
  priority?: boolean;
  sizes?: string;
}) {
  if (product.images.length === 0) return <GeneratedPicture product={product} />;
  return product.images.map((image, place) => {
    if (!carousel.seen.includes(place)) return null;
    const shown = place === carousel.index;
    return (
      <span
        key={image.id}
        className={classNames(
          "pointer-events-none absolute inset-0 transition-opacity duration-300",
          place > 0 && !shown && "opacity-0",
        )}
      >
        <CardPicture
          product={product}
          image={image}
          alt={shown ? image.alt : ""}
          priority={priority && place === 0}
          sizes={sizes}
        />
      </span>
    );
  });
}

/** One picture, or the generated one in its place when it fails (specification 8). */
function CardPicture(props: {
  product: Pictured;
  image: ProductImage;
  alt: string;
  priority: boolean;
  sizes: string;
}) {
  const { product, image, alt, priority, sizes } = props;
  const { failed, watch } = useImageFailure(image.id);
  if (failed) return <GeneratedPicture product={product} />;
  return (
    <ResponsiveImage
      id={image.id}
      alt={alt}
      sizes={sizes}
      width={4}
      height={5}
      widths={CARD_WIDTHS}
      priority={priority}
      focal={{ x: image.focalX, y: image.focalY }}
      watch={watch}
      className="size-full object-cover"
    />
  );
}

function GeneratedPicture({ product }: { product: Pictured }) {
  return (
    <ProductFallbackImage
      name={product.name}
      categoryName={product.categoryName}
      className="size-full"
    />
  );
}

/** A hairline in as many parts as there are pictures, the shown one in ink. */
export function CarouselPosition({ index, count }: { index: number; count: number }) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 flex gap-1 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-fine:inset-x-4 pointer-fine:bottom-14 pointer-fine:opacity-0"
    >
      {places.map((place) => (
        <span
          key={place}
          className={classNames("h-px grow", place === index ? "bg-ink" : "bg-ink/20")}
        />
      ))}
    </span>
  );
}

/** Chevrons for the mouse; keyboards have the arrow keys and fingers the swipe. */
export function CardTurns({ onTurn }: { onTurn: (step: -1 | 1) => void }) {
  return (
    <span
      aria-hidden="true"
      className="opacity-0 transition-opacity group-hover/card:opacity-100 pointer-coarse:hidden"
    >
      <Turn side="left-0" onClick={() => onTurn(-1)}>
        <ChevronLeft size={20} />
      </Turn>
      <Turn side="right-0" onClick={() => onTurn(1)}>
        <ChevronRight size={20} />
      </Turn>
    </span>
  );
}

function Turn({
  side,
  onClick,
  children,
}: {
  side: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onClick}
      className={`absolute top-1/2 flex size-11 -translate-y-1/2 items-center justify-center text-ink-quiet transition-colors hover:text-ink ${side}`}
    >
      {children}
    </button>
  );
}
