import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { Drawer } from "#ui/dialog.tsx";
import { sayStatus } from "#ui/status-message.tsx";
import { CartLines, CartNotes, CartTotals, EmptyCart } from "./cart-lines.tsx";
import { useAddedMessage } from "./cart-store.browser.ts";
import { UpsellCard } from "./upsell-card.tsx";
import { useCartStock } from "./use-cart-stock.ts";
import { usePricedCart } from "./use-priced-cart.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  /** Decisions S12 and S16. */
  settings: { footerText: string; cardLogos: readonly string[] };
  delivery: DeliveryTerms;
};

/** The layout loads it when it first opens. */
export function CartSidebar({ open, onClose, settings, delivery }: Props) {
  const added = useAddedMessage();
  const stock = useCartStock(open);
  const { cart, itemCount, priced, notes } = usePricedCart(stock.stocks);
  const filled = cart.length > 0;
  // The line in the drawer is no live region: one that arrives with its text is not read, and a known one is read twice.
  useEffect(() => {
    if (open && added) sayStatus(added);
  }, [open, added]);
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Your Cart"
      aside={filled ? `${itemCount} ${itemCount === 1 ? "item" : "items"}` : undefined}
      footer={
        filled ? (
          <CartTotals
            cart={cart}
            priced={priced}
            stock={stock}
            delivery={delivery}
            footerText={settings.footerText}
            cardLogos={settings.cardLogos}
            onLeave={onClose}
          />
        ) : undefined
      }
    >
      {added && (
        <p className="mb-5 flex items-start gap-3 text-sm">
          <CircleCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
          {added}
        </p>
      )}
      <CartNotes notes={notes} />
      {filled ? (
        <div className="space-y-5">
          <CartLines cart={cart} priced={priced} stock={stock} width="narrow" onLeave={onClose} />
          {open && <UpsellCard cart={cart} onLeave={onClose} />}
        </div>
      ) : (
        <EmptyCart onLeave={onClose} />
      )}
    </Drawer>
  );
}
