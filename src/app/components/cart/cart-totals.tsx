import { formatMoney } from "#core/money-amount.ts";
import type { PricedLines } from "#features/cart/upsell.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CardLogos } from "./card-logos.tsx";
import { keepCart } from "./cart-store.browser.ts";

type Props = {
  priced: PricedLines;
  footerText: string;
  cardLogos: readonly string[];
  onLeave?: () => void;
};

/** The sums, the way to checkout, and what comes with an order (specification 2, Shop). */
export function CartTotals({ priced, footerText, cardLogos, onLeave }: Props) {
  return (
    <div>
      <dl className="figures">
        <div className="flex items-baseline justify-between text-lg">
          <dt>Subtotal</dt>
          <dd>
            <output>{formatMoney(priced.total)}</output>
          </dd>
        </div>
      </dl>
      {priced.discount.minorUnits > 0 && (
        <p className="figures text-sm text-demerara">You save {formatMoney(priced.discount)}</p>
      )}
      <p className="text-sm text-ink-quiet">Shipping calculated at checkout</p>
      <ButtonLink
        to="/checkout"
        size="lg"
        className="mt-3 w-full"
        onClick={() => {
          keepCart();
          onLeave?.();
        }}
      >
        Checkout
      </ButtonLink>
      <p className="mt-3 mb-3 text-center text-sm text-balance text-ink-soft">{footerText}</p>
      <CardLogos names={cardLogos} />
    </div>
  );
}
