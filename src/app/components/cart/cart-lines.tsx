import type { Cart } from "#features/cart/cart.ts";
import type { PricedLines } from "#features/cart/upsell.ts";
import { CartLineRow } from "./cart-line-row.tsx";

type Props = { cart: Cart; priced: PricedLines; width: "narrow" | "wide"; onLeave?: () => void };

/** All lines, oldest first. */
export function CartLines({ cart, priced, width, onLeave }: Props) {
  const prices = new Map(priced.lines.map((line) => [line.key, line]));
  return (
    <ul aria-label="Items in your cart">
      {cart.map((line) => {
        const price = prices.get(line.cartItemId);
        return (
          price && (
            <CartLineRow
              key={line.cartItemId}
              line={line}
              priced={price}
              width={width}
              onLeave={onLeave}
            />
          )
        );
      })}
    </ul>
  );
}
