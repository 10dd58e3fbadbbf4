import { useEffect, useMemo, useState } from "react";
import type { Cart } from "#features/cart/cart.ts";
import { upsellGranted } from "#features/cart/upsell.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { isAvailable } from "#features/catalog/product.ts";

/** A piece on offer, and the choice that can be added at once; `size` is null when the shopper must choose. */
export type UpsellChoice = {
  readonly product: ProductSummary;
  readonly size: string | null;
  readonly color: ProductColor | null;
};

/** What can be bought of an offered piece, or null when it is sold out. */
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

/**
 * One of the offered pieces, chosen at random when the cart opens and kept while it is open; never one that is in the cart,
 * and none while the offer would not be granted. A failing network only means no offer.
 */
export function useUpsell(cart: Cart): UpsellChoice | null {
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
