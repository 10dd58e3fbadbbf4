import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAddToCart } from "#app/components/cart/cart-store.browser.ts";
import { choicePath } from "#app/components/product/product-url.ts";
import type { PurchaseChoice } from "#app/components/product/purchase-choice.ts";
import { requestedChoice, withColor } from "#app/components/product/purchase-choice.ts";
import type { KnownSizes } from "#app/components/size-guide/size-person.browser.ts";
import type {
  ProductColor,
  ProductDetail,
  ProductSummary,
} from "#features/catalog/products/product.ts";

/** Sizes and colors belong to this form without JavaScript. */
export const PLAIN_FORM = "plain-add-to-cart";

export type Purchase = {
  choice: PurchaseChoice;
  /** True once the product has current counts instead of those of the stored page. */
  isCounted: boolean;
  sizeError: string | null;
  /** Lets a click without a size scroll to the sizes. */
  sizesRef: RefObject<HTMLDivElement | null>;
  chooseSize: (size: string) => void;
  chooseColor: (color: ProductColor) => void;
  /** Without a size it points to the sizes (specification 5). */
  add: () => void;
};

/** `finderPath` leads to the form with all measurements at once. */
export type SizeFitProps = { product: ProductDetail; purchase: Purchase; finderPath: string };

/** Of the parts that open what the browser has sealed; `onKnown` receives what they find. */
export type SizeFitPartProps = SizeFitProps & { onKnown: (known: KnownSizes) => void };

/** Starts with the size and color in the URL (decision M3); use the product's id as the component's key. */
export function usePurchase(product: ProductSummary): Omit<Purchase, "isCounted"> {
  const [query] = useSearchParams();
  const [choice, setChoice] = useState(() =>
    requestedChoice(product, { size: query.get("size"), color: query.get("color") }),
  );
  const [sizeError, setSizeError] = useState<string | null>(null);
  const sizesRef = useRef<HTMLDivElement>(null);
  const addToCart = useAddToCart();
  // Changes only the URL, so that a reload, the way back and a shared link show the same choice.
  const choose = (next: PurchaseChoice) => {
    setChoice(next);
    const size = product.sizes.length === 1 ? null : next.size;
    history.replaceState(history.state, "", choicePath(product.id, size, next.color));
  };
  return {
    choice,
    sizeError,
    sizesRef,
    chooseSize: (size) => {
      choose({ ...choice, size });
      setSizeError(null);
    },
    chooseColor: (color) => choose(withColor(product, choice, color)),
    add: () => {
      if (choice.size !== null) {
        addToCart({ product, size: choice.size, color: choice.color });
        return;
      }
      setSizeError("Please choose a size");
      sizesRef.current?.scrollIntoView({ block: "center" });
      sizesRef.current
        ?.querySelector<HTMLInputElement>("input:not(:disabled)")
        ?.focus({ preventScroll: true });
    },
  };
}
