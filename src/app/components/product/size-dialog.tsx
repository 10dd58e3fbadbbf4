import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useSizeHints } from "#app/components/size-guide/known-sizes.browser.ts";
import { prefetchData } from "#app/web/page-prefetch.browser.ts";
import type { ProductDetail, ProductSummary } from "#features/catalog/products/product.ts";
import {
  CUSTOM_SIZE,
  imagesOfColor,
  isSizedByChart,
  withStockCounts,
} from "#features/catalog/products/product.ts";
import type { ChosenVariant } from "#features/sales/cart/cart.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import { CardImages } from "./card-images.tsx";
import { ProductPrice } from "./product-price.tsx";
import { colorPath, fitPagePath, productPath } from "./product-url.ts";
import { firstChoice, sizeOptions, stockMessage, withColor } from "./purchase-choice.ts";
import { ColorPicker, SizeGuideLink, SizePicker } from "./size-picker.tsx";
import { useStockCounts } from "./use-stock-counts.ts";

type Props = {
  product: ProductSummary;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdd: (item: ChosenVariant) => void;
  /** Runs after the dialog has closed. */
  onClosed: () => void;
};

type PageData = {
  product: Pick<ProductDetail, "sizes" | "variants" | "garmentType" | "garments">;
  customNote: string | null;
};

/**
 * The product page's terms and price of Custom and its finished garments, which listings leave out; the listing's product until they
 * arrive. The page is read where Custom is offered, or this browser may know a size.
 */
function usePageData(stored: ProductSummary, isSizeKnown: boolean) {
  const [page, setPage] = useState<PageData | null>(null);
  const isRead = stored.sizes.includes(CUSTOM_SIZE) || isSizeKnown;
  const path = isRead ? productPath(stored.id) : null;
  useEffect(() => {
    if (!path) return;
    let isOver = false;
    void prefetchData(path).then((prefetched) => {
      const found = prefetched?.value as PageData | null | undefined;
      if (found && !isOver) setPage(found);
    });
    return () => {
      isOver = true;
    };
  }, [path]);
  const { sizes, variants } = page?.product ?? stored;
  return {
    product: { ...stored, sizes, variants },
    customNote: page?.customNote ?? null,
    sized: page?.product ?? null,
  };
}

const loadOwnSize = () =>
  import("#app/components/size-guide/own-size-label.tsx").then((module) => module.OwnSizeLabel);

/** Closing resets the choice (specification 2). */
export function SizeDialog({ product: stored, open, onOpenChange, onAdd, onClosed }: Props) {
  const counts = useStockCounts(stored);
  const { isEntered, isMeasured } = useSizeHints();
  const isSizeKnown = isSizedByChart(stored) && (isEntered || isMeasured);
  const { customNote, product: offered, sized } = usePageData(stored, isSizeKnown);
  const { part: OwnSize, request } = useLazyPart(loadOwnSize);
  const sizesRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSizeKnown) void request();
  }, [isSizeKnown, request]);
  const product = withStockCounts(offered, counts);
  const [choice, setChoice] = useState(() => firstChoice(product));
  const stock = stockMessage(product, choice, counts !== null);
  const { size, color } = choice;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={product.name}
      description={<ProductPrice product={product} size={size} color={color?.hex ?? null} />}
      footer={
        size === CUSTOM_SIZE ? (
          <ButtonLink size="lg" className="w-full" to={fitPagePath(product.id, color)}>
            Give Your Measurements
          </ButtonLink>
        ) : (
          <Button
            size="lg"
            className="w-full"
            disabled={size === null}
            whyDisabled="Please choose a size"
            onClick={() => {
              if (size !== null) onAdd({ product, size, color });
            }}
          >
            Add to Cart
          </Button>
        )
      }
    >
      <div className="grid gap-8 sm:grid-cols-[13rem_1fr]">
        <div className="relative hidden aspect-4/5 self-start overflow-hidden bg-cloth sm:block">
          <CardImages
            product={{ ...product, images: imagesOfColor(product.images, color?.hex ?? null) }}
            carousel={{ index: 0, viewed: [0] }}
            sizes="208px"
          />
        </div>
        <div className="space-y-7">
          {product.colors.length > 1 && (
            <ColorPicker
              product={product}
              chosen={color}
              onChoose={(next) => setChoice(withColor(product, choice, next))}
            />
          )}
          <SizePicker
            ref={sizesRef}
            options={sizeOptions(product, color)}
            chosen={size}
            onChoose={(next) => setChoice({ ...choice, size: next })}
            error={null}
            customNote={customNote}
            guide={<SizeGuideLink product={product} size={size} color={color} />}
          />
          {OwnSize && sized && <OwnSize product={sized} sizesRef={sizesRef} />}
          <p aria-live="polite" className="min-h-6 text-sm text-ink-quiet">
            {stock?.text ?? (size === null ? "Choose a size to add this piece to your cart." : "")}
          </p>
          <Link to={colorPath(product.id, color)} className="link inline-block py-1 text-sm">
            View Details
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
