import { formatMoney } from "#core/money-amount.ts";
import type { PricedLines } from "#features/cart/upsell.ts";
import { ButtonLink } from "#ui/button.tsx";
import { keepCart } from "./cart-store.browser.ts";

/** The ways to pay as neutral wordmarks, drawn as text: no brand's artwork, readable by everyone (decision S16). */
function CardLogos({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap items-center justify-center gap-1.5">
      {names.map((name) => (
        <li
          key={name}
          className="rounded-hair border border-line bg-white px-2 py-0.5 text-xs font-semibold tracking-wide text-ink-soft"
        >
          {name}
        </li>
      ))}
    </ul>
  );
}

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
