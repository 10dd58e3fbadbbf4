import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from "react";
import { useRef, useState } from "react";
import { swipeStep, wrapIndex } from "#features/catalog/products/carousel.ts";
import type { ProductImage, ProductSummary } from "#features/catalog/products/product.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";
import { ProductFallbackImage } from "./product-fallback-image.tsx";

/** A card is half as wide as a phone, then a third, then a quarter of the page. */
const CARD_SIZES =
  "(min-width: 80rem) 302px, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, 46vw";
const CARD_WIDTHS = [320, 480, 640, 960] as const;

type Pictured = Pick<ProductSummary, "name" | "categoryName" | "images">;

/** The first image stays at the bottom, so that no fade ends empty. */
export function CardImages({
  product,
  carousel,
  priority = false,
  sizes = CARD_SIZES,
}: {
  product: Pictured;
  carousel: Pick<ReturnType<typeof useCarousel>, "index" | "viewed">;
  priority?: boolean;
  sizes?: string;
}) {
  if (product.images.length === 0) return <GeneratedImage product={product} />;
  return product.images.map((image, position) => {
    if (!carousel.viewed.includes(position)) return null;
    const shown = position === carousel.index;
    return (
      <span
        key={image.id}
        className={classNames(
          "pointer-events-none absolute inset-0 transition-opacity duration-300",
          position > 0 && !shown && "opacity-0",
        )}
      >
        <CardImage
          product={product}
          image={image}
          alt={shown ? image.alt : ""}
          priority={priority && position === 0}
          sizes={sizes}
        />
      </span>
    );
  });
}

/** Falls back to the generated image (specification 8). */
function CardImage(props: {
  product: Pictured;
  image: ProductImage;
  alt: string;
  priority: boolean;
  sizes: string;
}) {
  const { product, image, alt, priority, sizes } = props;
  const { failed, watch } = useImageFailure(image.id);
  if (failed) return <GeneratedImage product={product} />;
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

function GeneratedImage({ product }: { product: Pictured }) {
  return (
    <ProductFallbackImage
      name={product.name}
      categoryName={product.categoryName}
      className="size-full"
    />
  );
}

export function CarouselPosition({ index, count }: { index: number; count: number }) {
  const positions = Array.from({ length: count }, (_, position) => position);
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 flex gap-1 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-fine:inset-x-4 pointer-fine:bottom-14 pointer-fine:opacity-0"
    >
      {positions.map((position) => (
        <span
          key={position}
          className={classNames(
            "h-px grow",
            position === index ? "bg-ink forced-colors:bg-[Highlight]" : "bg-ink/20",
          )}
        />
      ))}
    </span>
  );
}

/** Serves the mouse; keyboards use arrow keys, touch swipes. */
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

/** Covers the card's image while a color dot is hovered. */
export function PointedImage({
  product,
  image,
}: {
  product: Pictured;
  image: ProductImage | null;
}) {
  if (!image) return null;
  return (
    <span className="pointer-events-none absolute inset-0">
      <CardImage
        key={image.id}
        product={product}
        image={image}
        alt={image.alt}
        priority={false}
        sizes={CARD_SIZES}
      />
    </span>
  );
}

type Start = { x: number; y: number };

/** Swipe, arrow keys, buttons and hover. Downloads only images in `viewed`. */
export function useCarousel(count: number) {
  const [turned, setTurned] = useState<number | null>(null);
  const [hovered, setHovered] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const [viewed, setViewed] = useState<readonly number[]>([0]);
  const start = useRef<Start | null>(null);
  const swiped = useRef(false);
  const index = turned ?? (hovered && count > 1 ? 1 : 0);

  const want = (wanted: number) => {
    setViewed((before) => (before.includes(wanted) ? before : [...before, wanted]));
  };
  const turn = (step: -1 | 1) => {
    const next = wrapIndex(index, step, count);
    want(next);
    setTurned(next);
  };
  const wake = () => setAwake(true);
  const hover = (event: PointerEvent, over: boolean) => {
    if (event.pointerType !== "mouse" || count < 2) return;
    if (over) want(1);
    setHovered(over);
  };

  return {
    index,
    viewed,
    turn,
    /** True after the first interaction, when the controls render. */
    isAwake,
    /** The position is announced once the customer changes the image. */
    isTurned: turned !== null,
    hoverEvents: {
      onFocus: wake,
      onPointerEnter: (event: PointerEvent) => {
        wake();
        hover(event, true);
      },
      onPointerLeave: (event: PointerEvent) => hover(event, false),
    },
    surfaceEvents: {
      onPointerDown: (event: PointerEvent) => {
        swiped.current = false;
        start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerUp: (event: PointerEvent) => {
        const from = start.current;
        start.current = null;
        const step =
          from && count > 1 ? swipeStep(event.clientX - from.x, event.clientY - from.y) : 0;
        if (step === 0) return;
        swiped.current = true;
        turn(step);
      },
      onPointerCancel: () => {
        start.current = null;
      },
      // A click that ends a swipe opens nothing.
      onClick: (event: MouseEvent) => {
        if (swiped.current) event.preventDefault();
        swiped.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (count < 2 || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        turn(event.key === "ArrowRight" ? 1 : -1);
      },
    },
  };
}
