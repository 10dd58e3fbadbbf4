import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAddToCart } from "#app/components/cart/cart-store.browser.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import type { PurchaseChoice } from "./purchase-choice.ts";
import { requestedChoice, withColor } from "./purchase-choice.ts";

/** The choice on a product page and what the buttons do with it. */
export type Purchase = {
  choice: PurchaseChoice;
  sizeError: string | null;
  /** Goes on the sizes, so that a press without a size can lead there. */
  sizesRef: RefObject<HTMLDivElement | null>;
  chooseSize: (size: string) => void;
  chooseColor: (color: ProductColor) => void;
  /** Adds the piece; without a size it points to the sizes instead (specification 5: size required before adding). */
  add: () => void;
};

/** Holds what is chosen for one product, starting with the size and colour its address asks for (decision M3); give the page the product's id as its key. */
export function usePurchase(product: ProductSummary): Purchase {
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
    chooseColor: (color) => setChoice(withColor(product, choice, color)),
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
