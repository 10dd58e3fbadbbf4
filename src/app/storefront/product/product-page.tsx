import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { ProductPrice } from "#app/components/product/product-price.tsx";
import { isSoldOut } from "#app/components/product/purchase-choice.ts";
import { useStockCounts } from "#app/components/product/use-stock-counts.ts";
import { productTrail } from "#app/seo/breadcrumb-trail.ts";
import { isOneStepBack } from "#app/shell/history-stack.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { imagesOfColor, withStockCounts } from "#features/catalog/products/product.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { buttonClass } from "#ui/button.tsx";
import { AddButton, BuyPanel } from "./buy-panel.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import type { Purchase } from "./use-purchase.ts";
import { PLAIN_FORM, usePurchase } from "./use-purchase.ts";

type ProductPageProps = {
  product: ProductDetail;
  /** Disables whatever needs a published product. */
  isDraft: boolean;
  delivery: readonly string[];
  /** What the size Custom takes; null where it is not offered. */
  customNote: string | null;
  cancellingNote: string | null;
  terms: DeliveryTerms;
  /** Printed with the page. */
  address: string;
};

/** Images left, sticky panel right; stacked on phones. */
export function ProductPage(props: ProductPageProps) {
  const { product: stored, isDraft, delivery, customNote, cancellingNote, terms, address } = props;
  const counts = useStockCounts(stored, isDraft);
  const product = withStockCounts(stored, counts);
  const purchase = { ...usePurchase(product), isCounted: counts !== null };
  const images = imagesOfColor(product.images, purchase.choice.color?.hex ?? null);
  return (
    <article className="max-md:**:scroll-mb-24">
      <div className="shell md:pt-4">
        <ProductTrail product={product} />
      </div>
      <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-8 pb-16 md:grid-cols-12 md:pt-2 md:pb-20 print:grid-cols-12 print:p-0">
        <div className="md:col-span-7 print:col-span-5">
          {/* Another color starts at its first image. */}
          <ProductGallery key={images[0]?.id} product={{ ...product, images }} />
        </div>
        {/* Sticks by its lower edge, so a tall panel can be read; with keyboard focus by the top, because sticky content cannot be scrolled into view. */}
        <div className="md:sticky md:bottom-0 md:col-span-5 md:min-h-[calc(100dvh-7rem)] md:self-end md:has-focus-visible:static md:has-focus-visible:self-start print:col-span-7">
          <BuyPanel
            product={product}
            isDraft={isDraft}
            purchase={purchase}
            delivery={delivery}
            customNote={customNote}
            cancellingNote={cancellingNote}
            terms={terms}
          />
          <p className="mt-6 hidden text-xs wrap-anywhere print:block">{address}</p>
        </div>
      </div>
      <PhoneBar product={product} isDraft={isDraft} purchase={purchase} />
    </article>
  );
}

/** Going back to the previous listing restores filters, page and position. */
function ProductTrail({ product }: { product: ProductDetail }) {
  const navigate = useNavigate();
  const trail = productTrail(product).map((crumb) => ({
    ...crumb,
    onFollow: (event: MouseEvent) => {
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (elsewhere || crumb.to === undefined || !isOneStepBack(crumb.to)) return;
      event.preventDefault();
      navigate(-1);
    },
  }));
  return <Breadcrumbs items={trail} />;
}

type PhoneBarProps = { product: ProductDetail; isDraft: boolean; purchase: Purchase };

/** Fixed to the phone's lower edge while the product is in view. */
function PhoneBar({ product, isDraft, purchase }: PhoneBarProps) {
  const { size, color } = purchase.choice;
  const isForSale = !isDraft && !isSoldOut(product);
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-20 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden print:hidden"
    >
      <div className="flex items-center gap-4">
        <div className="figures min-w-0 grow leading-tight">
          <p className="font-medium">
            <ProductPrice product={product} size={size} color={color?.hex ?? null} />
          </p>
          <p className="truncate text-xs text-ink-quiet">
            {isDraft
              ? "A draft, not for sale"
              : [size ?? "Choose a size", color?.name].filter(Boolean).join(", ")}
          </p>
        </div>
        <AddButton
          product={product}
          purchase={purchase}
          isDraft={isDraft}
          className="min-w-[55%] px-4!"
        />
        {isForSale && (
          <noscript>
            {import.meta.env.SSR && (
              <button
                type="submit"
                form={PLAIN_FORM}
                className={buttonClass("primary", "lg", "min-w-[55%]")}
              >
                Add to Cart
              </button>
            )}
          </noscript>
        )}
      </div>
    </div>
  );
}
