import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { Cart } from "#features/cart/cart.ts";
import { UPSELL_PERCENT_OFF, upsellPrice } from "#features/cart/upsell.ts";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Price } from "#ui/price.tsx";
import { Thumbnail } from "#ui/thumbnail.tsx";
import { addToCart } from "./cart-store.browser.ts";
import type { UpsellChoice } from "./use-upsell.ts";
import { useUpsell } from "./use-upsell.ts";

type Props = { cart: Cart; onLeave?: () => void };

/** One quiet card: a piece to go beside the order, at 15 % off (specification 2, decision S11). */
export function UpsellCard({ cart, onLeave }: Props) {
  const offer = useUpsell(cart);
  if (!offer) return null;
  const { product } = offer;
  const [picture] = product.images;
  return (
    <section aria-label="Goes well with your order" className="animate-rise bg-cloth p-4">
      <div className="flex gap-4">
        {picture && <Thumbnail picture={picture} width={80} />}
        <div className="flex min-w-0 grow flex-col">
          <p className="eyebrow text-demerara!">{UPSELL_PERCENT_OFF}% off</p>
          <p className="display mt-1 text-lg leading-tight">{product.name}</p>
          <Price
            className="mt-1 text-sm"
            amount={formatMoney(upsellPrice(product.price))}
            was={formatMoney(product.price)}
          />
          <div className="mt-auto pt-2">
            <UpsellAction offer={offer} onLeave={onLeave} />
          </div>
        </div>
      </div>
    </section>
  );
}

function UpsellAction({
  offer,
  onLeave,
}: {
  offer: UpsellChoice;
  onLeave?: (() => void) | undefined;
}) {
  const { product, size, color } = offer;
  if (size === null) {
    return (
      <Link
        to={`/product/${product.id}`}
        onClick={onLeave}
        className={buttonClass("quiet", "sm")}
        aria-label={`Choose a size of ${product.name}`}
      >
        Choose a size
      </Link>
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`Add to cart: ${product.name}`}
      onClick={() => addToCart({ product, size, color })}
    >
      Add to cart
    </Button>
  );
}
