import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductSummary } from "#features/catalog/product.ts";
import { classNames } from "#ui/class-names.ts";
import { Price } from "#ui/price.tsx";
import { CardImages, CardTurns, CarouselPosition } from "./card-images.tsx";
import { useCarousel } from "./use-carousel.ts";

type Props = {
  product: ProductSummary;
  /** Nothing of it can be bought now: the picture then leads to the product instead of the sizes. */
  soldOut: boolean;
  /** Asked to choose a size, by the picture or by the button. */
  onChoose: (product: ProductSummary) => void;
  /** A sign that the shopper may choose soon: the moment to fetch the dialog. */
  onIntent: () => void;
  /** Level of the name's heading, below the title of its shelf. */
  heading?: "h2" | "h3";
  /** True for the cards that are the page's first impression. */
  priority?: boolean;
  /** False on a shelf that itself scrolls sideways: a finger there moves the shelf and not the pictures. */
  swipes?: boolean;
  /** A link in words under the name, as the catalog has. */
  detailsLabel?: string;
  /** What lies over the picture's upper right corner: a button of 44 px. */
  corner?: ReactNode;
};

/**
 * A product on a shelf: its pictures, Add to Cart, and one quiet line with name and price. Before the page's script has arrived the
 * picture and the button lead to the product.
 */
export function ProductCard(props: Props) {
  const { product, soldOut, heading: Heading = "h3", detailsLabel, corner } = props;
  const path = `/product/${product.id}`;
  return (
    <article className="group/card relative">
      {soldOut ? (
        <SoldOutPicture {...props} path={path} />
      ) : (
        <ChoosingPicture {...props} path={path} />
      )}
      {corner && <div className="absolute top-0 right-0">{corner}</div>}
      <div className="mt-3 flex items-baseline justify-between gap-x-4 text-sm max-sm:flex-col">
        <Heading className="leading-snug">
          <Link to={path} className="inline-block py-1 transition-colors hover:text-demerara">
            {product.name}
          </Link>
        </Heading>
        {soldOut ? (
          <span className="text-ink-quiet">Sold out</span>
        ) : (
          <Price amount={formatMoney(product.price)} className="text-ink-soft" />
        )}
      </div>
      {detailsLabel && (
        <Link
          to={path}
          aria-label={`${detailsLabel}: ${product.name}`}
          className="link inline-block py-1.5 text-sm text-ink-soft"
        >
          {detailsLabel}
        </Link>
      )}
    </article>
  );
}

const frame = "relative block aspect-4/5 w-full overflow-hidden bg-cloth";

function ChoosingPicture({
  product,
  onChoose,
  onIntent,
  priority = false,
  swipes = true,
  path,
}: Props & { path: string }) {
  const count = product.images.length;
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
          // The drawing in the place of a picture says the name itself, and shows it.
          aria-label={count > 0 ? `Choose a size: ${product.name}` : undefined}
          {...carousel.surfaceEvents}
          className={classNames(frame, "-outline-offset-2", swipes && "touch-pan-y")}
        >
          {count === 0 && <span className="sr-only">Choose a size: </span>}
          <CardImages product={product} carousel={carousel} priority={priority} />
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

function SoldOutPicture({ product, priority = false, path }: Props & { path: string }) {
  return (
    <Link to={path} className={frame}>
      <span className="absolute inset-0 opacity-60">
        <CardImages product={product} carousel={{ index: 0, seen: [0] }} priority={priority} />
      </span>
    </Link>
  );
}
