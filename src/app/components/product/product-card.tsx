import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from "react";
import { useRef, useState } from "react";
import { Link, useViewTransitionState } from "react-router";
import { colorPath, productPath } from "#app/storefront/product/product-url.ts";
import { swipeStep, wrapIndex } from "#features/catalog/carousel.ts";
import type { ProductColor, ProductImage, ProductSummary } from "#features/catalog/product.ts";
import { imagesOfColor } from "#features/catalog/product.ts";
import { classNames } from "#ui/class-names.ts";
import { useMotionAllowed } from "#ui/motion.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import { ResponsiveImage, useImageFailure } from "#ui/responsive-image.tsx";
import { ProductFallbackImage } from "./product-fallback-image.tsx";
import { ProductPrice } from "./product-price.tsx";

/** The card's width: half of a phone, then a third, then a quarter of the page. */
const CARD_SIZES =
  "(min-width: 80rem) 302px, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, 46vw";
const CARD_WIDTHS = [320, 480, 640, 960] as const;

type Pictured = Pick<ProductSummary, "name" | "categoryName" | "images">;

/** The images viewed so far, stacked: the first stays below, so that none fades to nothing. */
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

/** One image, or the generated one when it fails (specification 8). */
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

/** One line segment for each image, the current one in ink. */
function CarouselPosition({ index, count }: { index: number; count: number }) {
  const positions = Array.from({ length: count }, (_, position) => position);
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 flex gap-1 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-fine:inset-x-4 pointer-fine:bottom-14 pointer-fine:opacity-0"
    >
      {positions.map((position) => (
        <span
          key={position}
          className={classNames("h-px grow", position === index ? "bg-ink" : "bg-ink/20")}
        />
      ))}
    </span>
  );
}

/** Chevrons for the mouse; keyboards use the arrow keys, touch swipes. */
function CardTurns({ onTurn }: { onTurn: (step: -1 | 1) => void }) {
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

type ProductCardProps = {
  product: ProductSummary;
  /** Nothing can be bought: the image then leads to the product instead of the sizes. */
  soldOut: boolean;
  /** The customer wants to choose a size. */
  onChoose: (product: ProductSummary) => void;
  /** The customer may choose soon: time to load the dialog. */
  onIntent: () => void;
  /** Heading level of the name. */
  heading?: "h2" | "h3";
  /** True for cards in the first view. */
  priority?: boolean;
  /** False in a row that scrolls sideways, where swiping moves the row. */
  swipes?: boolean;
  /** Text of a link under the name, as on /catalog. */
  detailsLabel?: string;
  /** A 44 px button over the image's upper right corner. */
  corner?: ReactNode;
};

/**
 * A product: images of its first color, Add to Cart, name, price and colors. Before the script runs, image and button
 * lead to the product.
 */
export function ProductCard(props: ProductCardProps) {
  const { product, soldOut, heading: Heading = "h3", detailsLabel, corner } = props;
  const path = productPath(product.id);
  const viewTransition = useMotionAllowed();
  const isMoving = useViewTransitionState(path);
  const [pointed, setPointed] = useState<ProductColor | null>(null);
  const images = imagesOfColor(product.images, product.images[0]?.color ?? null);
  const [image] = pointed ? imagesOfColor(product.images, pointed.hex) : [];
  const other = image && image !== images[0] ? image : null;
  const shown = { path, images, pointed: other, isMoving, viewTransition };
  return (
    <article className="group/card relative">
      {soldOut ? <SoldOutImage {...props} {...shown} /> : <ChoosingImage {...props} {...shown} />}
      {corner && <div className="absolute top-0 right-0">{corner}</div>}
      <div className="mt-3 flex items-baseline justify-between gap-x-4 text-sm max-sm:flex-col">
        <Heading className="leading-snug">
          <Link
            to={path}
            viewTransition={viewTransition}
            className="inline-block py-1 transition-colors hover:text-demerara"
          >
            {product.name}
          </Link>
        </Heading>
        {soldOut ? (
          <span className="text-ink-quiet">Sold out</span>
        ) : (
          <ProductPrice product={product} className="text-ink-soft" />
        )}
      </div>
      <ColorDots product={product} viewTransition={viewTransition} onPoint={setPointed} />
      {detailsLabel && (
        <Link
          to={path}
          viewTransition={viewTransition}
          aria-label={`${detailsLabel}: ${product.name}`}
          className="link inline-block py-1.5 text-sm text-ink-soft"
        >
          {detailsLabel}
        </Link>
      )}
    </article>
  );
}

/** More would not fit a phone's card at the size of a fingertip. */
const MAX_COLOR_DOTS = 3;

type ColorDotsProps = {
  product: ProductSummary;
  viewTransition: boolean;
  /** The color under the pointer or with the focus; null for none. */
  onPoint: (color: ProductColor | null) => void;
};

/** A product's colors as links to it in that color; nothing for one color. */
function ColorDots({ product, viewTransition, onPoint }: ColorDotsProps) {
  const { id, name, colors } = product;
  if (colors.length < 2) return null;
  const others = colors.length - MAX_COLOR_DOTS;
  return (
    <ul
      aria-label={`Colors of ${name}`}
      className="-ml-1.5 flex items-center pointer-coarse:-ml-3.5"
      onPointerLeave={() => onPoint(null)}
    >
      {colors.slice(0, MAX_COLOR_DOTS).map((color) => (
        <li key={color.hex}>
          <Link
            to={colorPath(id, color)}
            viewTransition={viewTransition}
            title={color.name || color.hex}
            aria-label={`${color.name || color.hex}, ${name}`}
            onPointerEnter={({ pointerType }) => pointerType === "mouse" && onPoint(color)}
            onFocus={() => onPoint(color)}
            onBlur={() => onPoint(null)}
            className="flex size-7 items-center justify-center rounded-full text-ink-quiet transition-colors hover:text-ink pointer-coarse:size-11"
          >
            <Swatch colour={color.hex} name="" size={16} decorative />
          </Link>
        </li>
      ))}
      {others > 0 && (
        <li className="figures pl-1 text-xs text-ink-quiet">
          +{others}
          <span className="sr-only"> more {others === 1 ? "color" : "colors"}</span>
        </li>
      )}
    </ul>
  );
}

/** A color's image over the card's own while a dot is pointed at. */
function PointedImage({ product, image }: { product: Pictured; image: ProductImage | null }) {
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

type ShownImages = {
  path: string;
  images: readonly ProductImage[];
  pointed: ProductImage | null;
  /** The page changes between this card and its product. */
  isMoving: boolean;
  viewTransition: boolean;
};

/** The same name as the product page's first image (product-gallery.tsx), on one card at a time. */
const MOVING = "[view-transition-name:product-image]";

const frame = "relative block aspect-4/5 w-full overflow-hidden bg-cloth";

function ChoosingImage({
  product,
  onChoose,
  onIntent,
  priority = false,
  swipes = true,
  path,
  images,
  pointed,
  isMoving,
}: ProductCardProps & ShownImages) {
  const count = images.length;
  const carousel = useCarousel(count);
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(product);
      }}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <div className="relative overflow-hidden" {...carousel.hoverEvents}>
        <button
          type="submit"
          // The generated image contains the name.
          aria-label={count > 0 ? `Choose a size: ${product.name}` : undefined}
          {...carousel.surfaceEvents}
          className={classNames(
            frame,
            "-outline-offset-2",
            swipes && "touch-pan-y",
            isMoving && MOVING,
          )}
        >
          {count === 0 && <span className="sr-only">Choose a size: </span>}
          <CardImages product={{ ...product, images }} carousel={carousel} priority={priority} />
          <PointedImage product={product} image={pointed} />
          {count > 1 && swipes && <CarouselPosition index={carousel.index} count={count} />}
        </button>
        {count > 1 && carousel.isAwake && (
          <>
            <CardTurns onTurn={carousel.turn} />
            <span aria-live="polite" className="sr-only">
              {carousel.isTurned && `Image ${carousel.index + 1} of ${count}`}
            </span>
          </>
        )}
        <button
          type="submit"
          aria-label={`Add to Cart: ${product.name}`}
          className="flex min-h-11 w-full items-center justify-center border-b border-line text-xs font-medium tracking-wide transition -outline-offset-2 group-focus-within/card:translate-y-0 group-hover/card:translate-y-0 hover:bg-forest hover:text-paper pointer-fine:absolute pointer-fine:bottom-0 pointer-fine:translate-y-full pointer-fine:border-0 pointer-fine:bg-paper/95"
        >
          Add to Cart
        </button>
      </div>
    </form>
  );
}

function SoldOutImage(props: ProductCardProps & ShownImages) {
  const { product, priority = false, path, images, pointed, isMoving, viewTransition } = props;
  return (
    <Link
      to={path}
      viewTransition={viewTransition}
      className={classNames(frame, isMoving && MOVING)}
    >
      <span className="absolute inset-0 opacity-60">
        <CardImages
          product={{ ...product, images }}
          carousel={{ index: 0, viewed: [0] }}
          priority={priority}
        />
        <PointedImage product={product} image={pointed} />
      </span>
    </Link>
  );
}

type Start = { x: number; y: number };

/**
 * Which image of a card shows: by swipe, arrow keys and buttons, and the second one on hover. Images outside `viewed` are not
 * downloaded.
 */
function useCarousel(count: number) {
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
    /** True from the first interaction: time to render the controls. */
    isAwake,
    /** True once the customer has changed the image: from then on the position is announced. */
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
