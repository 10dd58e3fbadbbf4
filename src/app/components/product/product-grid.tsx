import { memo, useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductSummary } from "#features/catalog/products/product.ts";
import type { ChosenVariant } from "#features/sales/cart/cart.ts";
import { useLazyPart } from "#ui/hydration.ts";
import { useAddToCart } from "../cart/cart-store.browser.ts";
import { SaveButton } from "../wishlist/save-button.tsx";
import { ProductCard } from "./product-card.tsx";
import { isSoldOut } from "./purchase-choice.ts";

type Props = {
  products: readonly ProductSummary[];
  /** Loads the images of this many cards at once. */
  priorityCount?: number;
  /** "row" scrolls sideways on phones. */
  layout?: "grid" | "row";
  heading?: "h2" | "h3";
  detailsLabel?: string;
};

const loadSizeDialog = () => import("./size-dialog.tsx").then((module) => module.SizeDialog);

const layouts = {
  grid: { list: "card-grid", item: "" },
  row: {
    list: "-ml-(--gutter) mr-[calc(50%-50vw)] flex snap-x snap-mandatory scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-4 md:gap-8",
    item: "w-[62vw] max-w-80 shrink-0 snap-start md:w-[30%] lg:w-[23.2%]",
  },
};

/** Memoized: the listing renders when a navigation starts, which would delay the next page. */
export const ProductGrid = memo(function ProductGrid({
  products,
  priorityCount = 0,
  layout = "grid",
  heading,
  detailsLabel,
}: Props) {
  const { part: SizeDialog, request } = useLazyPart(loadSizeDialog);
  const navigate = useNavigate();
  const addToCart = useAddToCart();
  const [choosing, setChoosing] = useState<ProductSummary | null>(null);
  const [open, setOpen] = useState(false);
  const chosen = useRef<ChosenVariant | null>(null);
  const onIntent = useCallback(() => void request(), [request]);
  const onChoose = useCallback(
    async (product: ProductSummary) => {
      setChoosing(product);
      // Without the dialog the product's page offers the choice.
      if (await request()) setOpen(true);
      else navigate(`/product/${product.id}`);
    },
    [request, navigate],
  );
  const { list, item } = layouts[layout];
  return (
    <>
      <ul className={list}>
        {products.map((product, index) => (
          <li key={product.id} className={item}>
            <ProductCard
              product={product}
              soldOut={isSoldOut(product)}
              priority={index < priorityCount}
              swipes={layout === "grid"}
              onIntent={onIntent}
              onChoose={onChoose}
              corner={<SaveButton product={product} />}
              {...(heading ? { heading } : {})}
              {...(detailsLabel ? { detailsLabel } : {})}
            />
          </li>
        ))}
      </ul>
      {SizeDialog && choosing && (
        <SizeDialog
          key={choosing.id}
          product={choosing}
          open={open}
          onOpenChange={setOpen}
          onAdd={(item) => {
            chosen.current = item;
            setOpen(false);
          }}
          onClosed={() => {
            // Opens the cart after the dialog has returned the focus.
            if (chosen.current) addToCart(chosen.current);
            chosen.current = null;
            setChoosing(null);
          }}
        />
      )}
    </>
  );
});
