import { ShoppingBag } from "lucide-react";
import { ButtonLink } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { closeCart, useCart, useCartOpen } from "../cart-store.browser.ts";
import { CartLines } from "./cart-lines.tsx";
import { CartNotes } from "./cart-notes.tsx";
import { CartTotals } from "./cart-totals.tsx";
import { UpsellCard } from "./upsell-card.tsx";

type Props = {
  /** Site setting under the Checkout button (decision S12). */
  footerText: string;
  /** Site setting: the ways to pay the shop takes (decision S16). */
  cardLogos: readonly string[];
};

/** The cart at the page's side, over whatever page it was opened on; the frame loads it on the first opening. */
export function CartSidebar({ footerText, cardLogos }: Props) {
  const open = useCartOpen();
  const { cart, pieces, priced, notes } = useCart();
  const filled = cart.length > 0;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) closeCart();
      }}
      title="Your Cart"
      aside={filled ? `${pieces} ${pieces === 1 ? "item" : "items"}` : undefined}
      footer={
        filled ? (
          <CartTotals
            priced={priced}
            footerText={footerText}
            cardLogos={cardLogos}
            onLeave={closeCart}
          />
        ) : undefined
      }
    >
      <CartNotes notes={notes} />
      {filled ? (
        <div className="space-y-5">
          <CartLines cart={cart} priced={priced} width="narrow" onLeave={closeCart} />
          {open && <UpsellCard cart={cart} onLeave={closeCart} />}
        </div>
      ) : (
        <EmptyState
          icon={<ShoppingBag size={28} aria-hidden="true" />}
          title="Your cart is empty"
          action={
            <ButtonLink to="/shop" variant="secondary" onClick={closeCart}>
              Explore the shop
            </ButtonLink>
          }
        >
          What you choose waits for you here.
        </EmptyState>
      )}
    </Drawer>
  );
}
