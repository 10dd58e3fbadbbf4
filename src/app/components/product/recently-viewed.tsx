import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { ProductPreview } from "#features/catalog/products/product.ts";
import type { CurrentPrices, ViewedProduct } from "#features/catalog/products/recently-viewed.ts";
import { parseViewed, shownProducts } from "#features/catalog/products/recently-viewed.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import { classNames } from "#ui/class-names.ts";
import { Price } from "#ui/price.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { VIEWED_KEY } from "./remember-viewed.browser.ts";

type Viewed = { text: string | null; products: readonly ViewedProduct[] };

const none: Viewed = { text: null, products: [] };
let held = none;
const { subscribe, notify } = createListeners();

function current(): Viewed {
  const text = readStored(VIEWED_KEY) ?? null;
  if (text !== held.text) held = { text, products: parseViewed(text) };
  return held;
}

function forgetViewed(): void {
  writeStored(VIEWED_KEY, null);
  notify();
}

/** The list is empty on the server; the newest product is first. */
function useViewed(): readonly ViewedProduct[] {
  return useSyncExternalStore(subscribe, current, () => none).products;
}

/** Null until they arrive or when the request fails. */
function useCurrentPrices(wanted: boolean): CurrentPrices | null {
  const [prices, setPrices] = useState<CurrentPrices | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    fetch("/shop/prices", { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((received: CurrentPrices | null) => setPrices(received))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [wanted]);
  return prices;
}

type RecentlyViewedProps = {
  /** Excludes the product of this page. */
  except?: string;
  className?: string;
};

/** Appears once the shop has confirmed which products still exist. */
export function RecentlyViewed({ except, className }: RecentlyViewedProps) {
  const viewed = useViewed();
  const prices = useCurrentPrices(viewed.some(({ id }) => id !== except));
  const [forgotten, setForgotten] = useState(false);
  const products = prices === null ? [] : shownProducts(viewed, prices, except ?? null);
  if (forgotten) return <Forgotten className={className} />;
  if (products.length === 0) return null;
  return (
    <section
      aria-labelledby="viewed-title"
      className={classNames("animate-rise print:hidden", className)}
    >
      <div className="flex items-end justify-between gap-6 border-b border-line">
        <h2 id="viewed-title" className="eyebrow pb-3">
          Recently viewed
        </h2>
        <button
          type="button"
          aria-label="Clear recently viewed pieces"
          className="link -mr-3 min-h-11 px-3 text-sm text-ink-quiet"
          onClick={() => {
            forgetViewed();
            setForgotten(true);
          }}
        >
          Clear
        </button>
      </div>
      <ul className="-mx-(--gutter) mt-6 flex snap-x scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-4 md:gap-6">
        {products.map(({ price, ...product }) => (
          <li key={product.id} className="w-32 shrink-0 snap-start md:w-40">
            <ProductPreviewCard
              product={product}
              price={price}
              sizes="(min-width: 48rem) 160px, 128px"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Confirms clearing and receives the focus. */
function Forgotten({ className }: Pick<RecentlyViewedProps, "className">) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={message}
      tabIndex={-1}
      className={classNames("text-sm text-ink-quiet outline-none", className)}
    >
      Your recently viewed pieces are cleared.
    </p>
  );
}

type ProductPreviewCardProps = {
  product: Pick<ProductPreview, "id" | "name" | "image">;
  /** Null when the product is sold out. */
  price: string | null;
  sizes: string;
};

export function ProductPreviewCard({ product, price, sizes }: ProductPreviewCardProps) {
  const { id, name, image } = product;
  return (
    <Link to={`/product/${id}`} className="group/glimpse block text-sm">
      <span className="block aspect-4/5 overflow-hidden bg-cloth">
        {image && (
          <ResponsiveImage
            id={image.id}
            alt=""
            sizes={sizes}
            widths={[160, 320, 480, 640]}
            width={4}
            height={5}
            focal={{ x: image.focalX, y: image.focalY }}
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="mt-3 block transition-colors group-hover/glimpse:text-demerara">{name}</span>
      {price === null ? (
        <span className="block text-ink-quiet">Sold out</span>
      ) : (
        <Price amount={price} className="block text-ink-quiet" />
      )}
    </Link>
  );
}
