import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { productTrail } from "#app/seo/breadcrumb-trail.ts";
import { isOneStepBack } from "#app/shell/history-stack.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { ProductDetail } from "#features/catalog/product.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { BuyPanel } from "./buy-panel.tsx";
import type { DeliveryMessages } from "./delivery-messages.ts";
import { ProductGallery } from "./product-gallery.tsx";
import { isSoldOut } from "./purchase-choice.ts";
import type { Purchase } from "./use-purchase.ts";
import { usePurchase } from "./use-purchase.ts";

type Props = {
  product: ProductDetail;
  delivery: DeliveryMessages;
  /** The page's own address, for paper. */
  address: string;
};

/** One product: pictures at the left, the panel that stays in view at the right; on phones one below the other. */
export function ProductPage({ product, delivery, address }: Props) {
  const purchase = usePurchase(product);
  return (
    <article className="max-md:**:scroll-mb-24">
      <div className="shell md:pt-4">
        <ProductTrail product={product} />
      </div>
      <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-8 pb-16 md:grid-cols-12 md:pt-2 md:pb-20 print:grid-cols-12 print:p-0">
        <div className="md:col-span-7 print:col-span-5">
          <ProductGallery product={product} />
        </div>
        {/* Sticks by its lower edge: a panel taller than the screen can still be read to its end beside the pictures. While the
            keyboard is in it, it stands at the top instead: what sticks cannot be scrolled into view. */}
        <div className="md:sticky md:bottom-0 md:col-span-5 md:min-h-[calc(100dvh-7rem)] md:self-end md:has-focus-visible:static md:has-focus-visible:self-start print:col-span-7">
          <BuyPanel product={product} purchase={purchase} delivery={delivery} />
          <p className="mt-6 hidden text-xs wrap-anywhere print:block">{address}</p>
        </div>
      </div>
      <PhoneBar product={product} purchase={purchase} />
    </article>
  );
}

/** The way here. To the listing a shopper comes from it leads by going back, so that filters, page and place are as they were. */
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

/** Price and Add to Cart at the phone's lower edge for as long as the product is on the screen. */
function PhoneBar({ product, purchase }: { product: ProductDetail; purchase: Purchase }) {
  const { size, color } = purchase.choice;
  return (
    <div className="sticky bottom-0 z-20 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden print:hidden">
      <div className="flex items-center gap-4">
        <div className="figures min-w-0 grow leading-tight">
          <p className="font-medium">{formatMoney(product.price)}</p>
          <p className="truncate text-xs text-ink-quiet">
            {[size ?? "Choose a size", color?.name].filter(Boolean).join(", ")}
          </p>
        </div>
        <Button
          size="lg"
          className="min-w-[55%]"
          disabled={isSoldOut(product)}
          onClick={purchase.add}
        >
          Add to Cart
        </Button>
      </div>
    </div>
  );
}
