import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/products/product.ts";
import { isAvailable, priceOf } from "#features/catalog/products/product.ts";
import type { Cart } from "#features/sales/cart/cart.ts";
import { UPSELL_PERCENT_OFF, upsellGranted, upsellPrice } from "#features/sales/cart/upsell.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { addToCart } from "./cart-store.browser.ts";

/** `size` is null when the customer must choose one. */
type UpsellChoice = {
  readonly product: ProductSummary;
  readonly size: string | null;
  readonly color: ProductColor | null;
};

/** Returns null for a sold-out product. */
function offerOf(product: ProductSummary): UpsellChoice | null {
  const colors = product.colors.length === 0 ? [null] : product.colors;
  const choices = colors.flatMap((color) =>
    product.sizes
      .filter((size) => isAvailable(product, size, color?.hex ?? null))
      .map((size) => ({ size, color })),
  );
  const [first] = choices;
  if (!first) return null;
  const oneSize = choices.every((choice) => choice.size === first.size);
  return { product, size: oneSize ? first.size : null, color: first.color };
}

/** Random, once per opening. Null when all are in the cart, the discount would not apply, or the request fails. */
function useUpsell(cart: Cart): UpsellChoice | null {
  const [offers, setOffers] = useState<readonly UpsellChoice[]>([]);
  const granted = upsellGranted(cart);
  useEffect(() => {
    if (!granted) return;
    const leaving = new AbortController();
    fetch("/cart/upsell", { signal: leaving.signal })
      .then((response) => (response.ok ? response.json() : []))
      .then((products: readonly ProductSummary[]) => {
        const inRandomOrder = Math.random() < 0.5 ? [...products] : [...products].reverse();
        setOffers(inRandomOrder.map(offerOf).filter((offer) => offer !== null));
      })
      .catch(() => undefined);
    return () => leaving.abort();
  }, [granted]);
  return useMemo(() => {
    if (!granted) return null;
    const inCart = new Set(cart.map((line) => line.id));
    return offers.find((offer) => !inCart.has(offer.product.id)) ?? null;
  }, [granted, offers, cart]);
}

type Props = { cart: Cart; onLeave?: () => void };

/** Specification 2, decision S11. */
export function UpsellCard({ cart, onLeave }: Props) {
  const offer = useUpsell(cart);
  if (!offer) return null;
  const { product, size, color } = offer;
  const { price } = priceOf(product, { size, color: color?.hex ?? null });
  const [image] = product.images;
  return (
    <section aria-label="Goes well with your order" className="animate-rise bg-cloth p-4">
      <div className="flex gap-4">
        {image && <Thumbnail image={image} width={80} />}
        <div className="flex min-w-0 grow flex-col">
          <p className="eyebrow text-demerara!">{UPSELL_PERCENT_OFF}% off</p>
          <p className="display mt-1 text-lg leading-tight">{product.name}</p>
          <Price
            className="mt-1 text-sm"
            amount={formatMoney(upsellPrice(price))}
            was={formatMoney(price)}
          />
          <div className="mt-auto pt-2">
            <UpsellAction offer={offer} onLeave={onLeave} />
          </div>
        </div>
      </div>
    </section>
  );
}

function UpsellAction({
  offer,
  onLeave,
}: {
  offer: UpsellChoice;
  onLeave?: (() => void) | undefined;
}) {
  const { product, size, color } = offer;
  if (size === null) {
    return (
      <Link
        to={`/product/${product.id}`}
        onClick={onLeave}
        className={buttonClass("quiet", "sm")}
        aria-label={`Choose a size of ${product.name}`}
      >
        Choose a size
      </Link>
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`Add to cart: ${product.name}`}
      onClick={() => addToCart({ product, size, color })}
    >
      Add to cart
    </Button>
  );
}
