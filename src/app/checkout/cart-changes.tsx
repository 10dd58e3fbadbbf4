import { FitLink } from "#app/components/cart/fit-link.tsx";
import type { Cart } from "#features/sales/cart/cart.ts";
import type { CartChange, CartQuote } from "#features/sales/checkout/cart-change.ts";
import {
  cartChangeMessage,
  changedItem,
  isOnlyLimited,
  needsFit,
} from "#features/sales/checkout/cart-change.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

type Props = { cart: Cart; quote: CartQuote; onAccept: () => void };

function acceptLabel({ changes, lines }: CartQuote): string {
  if (lines.length === 0) return "Remove from cart";
  return changes.some(needsFit) ? "Continue without it" : "Accept and continue";
}

function titleOf(quote: CartQuote): string {
  if (isOnlyLimited(quote)) return "We can reserve part of your cart";
  const isIncomplete = quote.changes.every(needsFit);
  return isIncomplete ? "Your cart is not complete yet" : "Your cart changed";
}

type ChangeProps = { cart: Cart; change: CartChange; quote: CartQuote };

/** Names the line with its wearer where the server has quoted it. */
function Change({ cart, change, quote }: ChangeProps) {
  const line = cart.find(({ cartItemId }) => cartItemId === change.key);
  const quoted = quote.lines.find(({ key }) => key === change.key);
  const item = quoted ? changedItem(quoted) : line;
  return (
    <li>
      {cartChangeMessage(change, item)}
      {line && needsFit(change) && (
        <>
          {" "}
          <FitLink line={line} name={item?.name ?? line.name} change={change} />
        </>
      )}
    </li>
  );
}

/** Nothing is charged before the customer accepts (decision C1). A made-to-measure piece is completed on its own page. */
export function CartChanges({ cart, quote, onAccept }: Props) {
  const nothingLeft = quote.lines.length === 0;
  const isLimited = isOnlyLimited(quote);
  // Items reserved by another order, and pieces to complete, remain in the cart.
  const stays = nothingLeft && (isLimited || quote.changes.some(needsFit));
  return (
    <Notice kind="warning" title={titleOf(quote)} live>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {quote.changes.map((change) => (
          <Change quote={quote} key={`${change.key} ${change.kind}`} cart={cart} change={change} />
        ))}
      </ul>
      <p className="mt-2">
        Nothing has been charged{isLimited && ", and your cart is as you left it"}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {!stays && (
          <Button size="sm" onClick={onAccept}>
            {acceptLabel(quote)}
          </Button>
        )}
        <ButtonLink to="/cart" size="sm" variant="quiet">
          Edit cart
        </ButtonLink>
      </div>
    </Notice>
  );
}
