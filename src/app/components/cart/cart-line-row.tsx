import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { CartLine } from "#features/cart/cart.ts";
import { MAX_QUANTITY_PER_LINE, unitPriceOf } from "#features/cart/cart.ts";
import type { PricedLine } from "#features/cart/upsell.ts";
import { UPSELL_PERCENT_OFF } from "#features/cart/upsell.ts";
import { CUSTOM_SIZE } from "#features/catalog/product.ts";
import { Swatch } from "#ui/option-tiles.tsx";
import { Price } from "#ui/price.tsx";
import { QuantityStepper } from "#ui/quantity-stepper.tsx";
import { changeQuantity, removeFromCart } from "./cart-store.browser.ts";
import { LineImage } from "./line-image.tsx";

type Props = {
  line: CartLine;
  priced: PricedLine;
  width: "narrow" | "wide";
  /** Called when a link leaves the cart: the sidebar closes then. */
  onLeave?: () => void;
};

/** What tells two lines of one product apart, for screen readers. */
function fullName(line: CartLine): string {
  return [line.name, `size ${line.size}`, line.colorName].filter(Boolean).join(", ");
}

/** One line: picture, name, size and colour, pieces, price, and how to remove it (specification 2, Shop). */
export function CartLineRow({ line, priced, width, onLeave }: Props) {
  return (
    <li className="flex gap-4 border-b border-line py-5 first:pt-0 last:border-b-0">
      <LineImage address={line.image} width={width} />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-baseline justify-between gap-4">
          <Link
            to={`/product/${line.id}`}
            onClick={onLeave}
            className={`wrap-anywhere leading-tight transition-colors hover:text-demerara ${width === "wide" ? "display text-xl" : "font-medium"}`}
          >
            {line.name}
          </Link>
          <LinePrice line={line} priced={priced} />
        </div>
        <LineOptions line={line} />
        {line.quantity > 1 && (
          <p className="figures mt-1 text-sm text-ink-quiet">
            {formatMoney(unitPriceOf(line))} each
          </p>
        )}
        {priced.discount.minorUnits > 0 && (
          <p className="mt-1 text-sm text-demerara">
            {UPSELL_PERCENT_OFF}% off{line.quantity > 1 && " one piece"}
          </p>
        )}
        <div className="mt-auto flex items-center justify-between gap-4 pt-3">
          <QuantityStepper
            label={fullName(line)}
            value={line.quantity}
            max={MAX_QUANTITY_PER_LINE}
            onChange={(quantity) => changeQuantity(line, quantity)}
          />
          <button
            type="button"
            aria-label={`Remove ${fullName(line)}`}
            className="link min-h-9 text-sm text-ink-soft pointer-coarse:min-h-11"
            onClick={() => removeFromCart(line)}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}

function LinePrice({ line, priced }: Pick<Props, "line" | "priced">) {
  // A price of nothing is one that could not be read: the server knows it.
  if (line.price === 0) return <span className="text-sm text-ink-quiet">Price at checkout</span>;
  const reduced = priced.discount.minorUnits > 0;
  return (
    <Price
      className="shrink-0 text-right text-sm"
      amount={formatMoney(priced.total)}
      was={reduced ? formatMoney(priced.regular) : undefined}
    />
  );
}

function LineOptions({ line }: Pick<Props, "line">) {
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
        <span>Size: {line.size}</span>
        {line.colorName && (
          <span className="inline-flex items-center gap-1.5">
            {line.color && (
              <Swatch colour={line.color} name={line.colorName} size={12} decorative />
            )}
            {line.colorName}
          </span>
        )}
      </p>
      {line.size === CUSTOM_SIZE && (
        <p className="mt-1 text-sm text-ink-quiet">
          Made to measure: we write to you for your measures.
        </p>
      )}
    </>
  );
}
