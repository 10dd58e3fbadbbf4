import type { Cart } from "#features/cart/cart.ts";
import type { CartQuote } from "#features/checkout/cart-change.ts";
import { cartChangeMessage, isOnlyLimited } from "#features/checkout/cart-change.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type Props = { cart: Cart; quote: CartQuote; onAccept: () => void };

/** Nothing is charged before the customer accepts (decision C1). */
export function CartChanges({ cart, quote, onAccept }: Props) {
  const nothingLeft = quote.lines.length === 0;
  const isLimited = isOnlyLimited(quote);
  return (
    <Notice
      kind="warning"
      title={isLimited ? "We can reserve part of your cart" : "Your cart changed"}
      live
    >
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {quote.changes.map((change) => (
          <li key={`${change.key} ${change.kind}`}>
            {cartChangeMessage(
              change,
              cart.find((line) => line.cartItemId === change.key),
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Nothing has been charged{isLimited && ", and your cart is as you left it"}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {/* Items reserved by another order remain in the cart. */}
        {!(isLimited && nothingLeft) && (
          <Button size="sm" onClick={onAccept}>
            {nothingLeft ? "Remove from cart" : "Accept and continue"}
          </Button>
        )}
        <ButtonLink to="/cart" size="sm" variant="quiet">
          Edit cart
        </ButtonLink>
      </div>
    </Notice>
  );
}
