import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAddToCart } from "#app/components/cart/cart-store.browser.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { colorPath } from "./product-url.ts";
import type { PurchaseChoice } from "./purchase-choice.ts";
import { requestedChoice, withColor } from "./purchase-choice.ts";

/** The form that sizes and colors belong to without JavaScript. */
export const PLAIN_FORM = "plain-add-to-cart";

/** The choice on a product page and its actions. */
export type Purchase = {
  choice: PurchaseChoice;
  /** The product has its present stock, not only that of the stored page. */
  isCounted: boolean;
  sizeError: string | null;
  /** For the sizes, so that a press without a size can scroll there. */
  sizesRef: RefObject<HTMLDivElement | null>;
  chooseSize: (size: string) => void;
  chooseColor: (color: ProductColor) => void;
  /** Adds the item; without a size it points to the sizes (specification 5). */
  add: () => void;
};

/** State of the choice, starting with the size and colour in the URL (decision M3); use the product's id as the component's key. */
export function usePurchase(product: ProductSummary): Omit<Purchase, "isCounted"> {
  const [query] = useSearchParams();
  const [choice, setChoice] = useState(() =>
    requestedChoice(product, { size: query.get("size"), color: query.get("color") }),
  );
  const [sizeError, setSizeError] = useState<string | null>(null);
  const sizesRef = useRef<HTMLDivElement>(null);
  const addToCart = useAddToCart();
  return {
    choice,
    sizeError,
    sizesRef,
    chooseSize: (size) => {
      setChoice({ ...choice, size });
      setSizeError(null);
    },
    chooseColor: (color) => {
      setChoice(withColor(product, choice, color));
      // Only the URL changes, so that a reload and a shared link show the same color.
      window.history.replaceState(window.history.state, "", colorPath(product.id, color));
    },
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
