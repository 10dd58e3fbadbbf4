import type { ComponentProps, ReactNode } from "react";
import { useState, useSyncExternalStore } from "react";
import { Link, useViewTransitionState } from "react-router";
import type {
  ProductColor,
  ProductImage,
  ProductSummary,
} from "#features/catalog/products/product.ts";
import { imagesOfColor } from "#features/catalog/products/product.ts";
import { classNames } from "#ui/class-names.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import {
  CardImages,
  CardTurns,
  CarouselPosition,
  PointedImage,
  useCarousel,
} from "./card-images.tsx";
import { ProductPrice } from "./product-price.tsx";
import { colorPath, productPath } from "./product-url.ts";

// Phones skip the transition: it delays the product by three frames.
const MOTION_ALLOWED = "(prefers-reduced-motion: no-preference) and (min-width: 48rem)";

function watchMotion(onChange: () => void): () => void {
  const media = matchMedia(MOTION_ALLOWED);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** False on the server. */
function useMotionAllowed(): boolean {
  return useSyncExternalStore(
    watchMotion,
    () => matchMedia(MOTION_ALLOWED).matches,
    () => false,
  );
}

type ProductCardProps = {
  product: ProductSummary;
  /** The image of a sold-out card opens the product instead of the sizes. */
  soldOut: boolean;
  onChoose: (product: ProductSummary) => void;
  /** Runs on hover and focus, to load the dialog early. */
  onIntent: () => void;
  heading?: "h2" | "h3";
  /** Set for cards in the first view. */
  priority?: boolean;
  /** False in a row that scrolls sideways. */
  swipes?: boolean;
  /** Adds a link under the name, as on /catalog. */
  detailsLabel?: string;
  /** Covers the image's upper right corner with a 44 px button. */
  corner?: ReactNode;
};

/** Links to the product until the script runs. */
export function ProductCard(props: ProductCardProps) {
  const { product, soldOut, heading: Heading = "h3", detailsLabel, corner } = props;
  const path = productPath(product.id);
  const viewTransition = useMotionAllowed();
  const [pointed, setPointed] = useState<ProductColor | null>(null);
  const images = imagesOfColor(product.images, product.images[0]?.color ?? null);
  const [image] = pointed ? imagesOfColor(product.images, pointed.hex) : [];
  const other = image && image !== images[0] ? image : null;
  const shown = { path, images, pointed: other, viewTransition };
  return (
    <article className="group/card relative">
      {soldOut ? <SoldOutImage {...props} {...shown} /> : <ChoosingImage {...props} {...shown} />}
      {corner && <div className="absolute top-0 right-0">{corner}</div>}
      <div className="mt-3 flex items-baseline justify-between gap-x-4 text-sm max-sm:flex-col">
        <Heading>
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

/** A phone's card fits no more at fingertip size. */
const MAX_COLOR_DOTS = 3;

type ColorDotsProps = {
  product: ProductSummary;
  viewTransition: boolean;
  /** Receives the hovered or focused color; null for none. */
  onPoint: (color: ProductColor | null) => void;
};

/** Renders nothing for one color. */
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

type ShownImages = {
  path: string;
  images: readonly ProductImage[];
  pointed: ProductImage | null;
  viewTransition: boolean;
};

/** Equals the name in product-gallery.tsx; only one card at a time may have it. */
const MOVING = "[view-transition-name:product-image]";

const frame = "relative block aspect-4/5 w-full overflow-hidden bg-cloth";

/** Separate, so that a starting transition renders nothing else. */
function ImageButton({ path, className, ...props }: ComponentProps<"button"> & { path: string }) {
  const isMoving = useViewTransitionState(path);
  return (
    <button
      type="submit"
      {...props}
      className={classNames(frame, "-outline-offset-2", className, isMoving && MOVING)}
    />
  );
}

function ChoosingImage({
  product,
  onChoose,
  onIntent,
  priority = false,
  swipes = true,
  path,
  images,
  pointed,
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
        <ImageButton
          path={path}
          // The generated image contains the name.
          aria-label={count > 0 ? `Choose a size: ${product.name}` : undefined}
          {...carousel.surfaceEvents}
          className={swipes ? "touch-pan-y" : undefined}
        >
          {count === 0 && <span className="sr-only">Choose a size: </span>}
          <CardImages product={{ ...product, images }} carousel={carousel} priority={priority} />
          <PointedImage product={product} image={pointed} />
          {count > 1 && swipes && <CarouselPosition index={carousel.index} count={count} />}
        </ImageButton>
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
  const { product, priority = false, path, images, pointed, viewTransition } = props;
  const isMoving = useViewTransitionState(path);
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
