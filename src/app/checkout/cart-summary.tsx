import type { Cart } from "#features/cart/cart.ts";
import { unitPriceOf } from "#features/cart/cart.ts";
import type { PricedLines } from "#features/cart/upsell.ts";
import { UPSELL_PERCENT_OFF } from "#features/cart/upsell.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { CHECKOUT_MESSAGES } from "#features/checkout/checkout-messages.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { SummaryAmounts } from "./summary-amounts.tsx";
import type { SummaryLine } from "./summary-lines.tsx";
import { SummaryLines } from "./summary-lines.tsx";

type Props = { ready: boolean; cart: Cart; priced: PricedLines };

function toLines({ cart, priced }: Props): SummaryLine[] {
  return cart.map((line, position) => {
    const unitPrice = unitPriceOf(line);
    return {
      key: line.cartItemId,
      name: line.name,
      image: line.image,
      size: line.size,
      colorName: line.colorName ?? "",
      quantity: line.quantity,
      unitPrice,
      total: priced.lines[position]?.total ?? unitPrice,
      madeToMeasure: line.size === CUSTOM_SIZE,
    };
  });
}

/** The Order Summary from the saved cart (specification 2, Checkout). */
export function CartSummary(props: Props) {
  const { ready, cart, priced } = props;
  if (!ready) return <SummarySkeleton />;
  if (cart.length === 0) {
    return (
      <EmptyState
        title={CHECKOUT_MESSAGES.emptyCart}
        action={
          <ButtonLink to="/shop" variant="secondary">
            Browse the shop
          </ButtonLink>
        }
      />
    );
  }
  const { discount } = priced;
  const offer = {
    label: `Offer, ${UPSELL_PERCENT_OFF}% off`,
    amount: { ...discount, minorUnits: -discount.minorUnits },
  };
  return (
    <>
      <SummaryLines lines={toLines(props)} />
      <SummaryAmounts
        rows={[
          ...(discount.minorUnits > 0 ? [offer] : []),
          { label: "Subtotal", amount: priced.total, isSum: true },
        ]}
      />
      <p className="mt-2 text-sm text-ink-quiet">Shipping and taxes calculated at checkout</p>
    </>
  );
}

function SummarySkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Reading your cart</span>
      {["one", "two"].map((line) => (
        <div key={line} className="flex gap-4">
          <div className="aspect-4/5 w-22 animate-breathe bg-line/60" />
          <div className="grow space-y-3 pt-1">
            <SkeletonLine className="w-2/3" />
            <SkeletonLine className="w-1/3" />
          </div>
        </div>
      ))}
      <SkeletonLine />
    </div>
  );
}
