import { Minus, Plus, ShoppingBag } from "lucide-react";
import { Link } from "react-router";
import { DeliveryEstimate } from "#app/components/delivery/delivery-estimate.tsx";
import { swatchImageOf } from "#app/components/orders/cloth-swatch.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { CUSTOM_SIZE, sizePhrase } from "#features/catalog/products/product.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { fitLabels, lineName } from "#features/orders/order/line-description.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import type { Cart, CartLine } from "#features/sales/cart/cart.ts";
import { MAX_QUANTITY_PER_LINE, unitPriceOf } from "#features/sales/cart/cart.ts";
import type { PricedLine, PricedLines } from "#features/sales/cart/upsell.ts";
import { UPSELL_PERCENT_OFF } from "#features/sales/cart/upsell.ts";
import type { CartChange } from "#features/sales/checkout/cart-change.ts";
import { needsFit } from "#features/sales/checkout/cart-change.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { Swatch } from "#ui/option-tiles.tsx";
import { Price } from "#ui/price.tsx";
import { sayStatus } from "#ui/status-message.tsx";
import { CardLogos } from "./card-logos.tsx";
import type { LineStock, Reduction } from "./cart-stock.ts";
import {
  chosenDayOf,
  describeCartLine,
  imageOfCartLine,
  isDateUnknown,
  lineStockMessage,
  makingDays,
  readyOf,
} from "./cart-stock.ts";
import { changeQuantity, keepCart, removeFromCart } from "./cart-store.browser.ts";
import { FitLink } from "./fit-link.tsx";
import { LineImage } from "./line-image.tsx";
import type { CartStock } from "./use-cart-stock.ts";

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  /** Names the counted line for screen readers. */
  label: string;
  max: number;
};

const press =
  "flex size-9 items-center justify-center transition-colors not-aria-disabled:hover:text-demerara aria-disabled:text-edge pointer-coarse:size-11";

/** At a limit the button keeps the focus and says the limit when it is pressed. */
function QuantityStepper({ value, onChange, label, max }: QuantityStepperProps) {
  const isSmallest = value <= 1;
  const isLargest = value >= max;
  return (
    <fieldset className="relative inline-flex items-center rounded-hair border border-line">
      <legend className="sr-only">Quantity of {label}</legend>
      <button
        type="button"
        className={press}
        aria-label={`Decrease quantity of ${label}`}
        aria-disabled={isSmallest || undefined}
        onClick={() => (isSmallest ? sayStatus("1 is the least") : onChange(value - 1))}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <output aria-live="polite" className="figures min-w-7 text-center text-sm">
        {value}
      </output>
      <button
        type="button"
        className={press}
        aria-label={`Increase quantity of ${label}`}
        aria-disabled={isLargest || undefined}
        onClick={() => (isLargest ? sayStatus(`${max} is the most`) : onChange(value + 1))}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

type CartLinesProps = {
  cart: Cart;
  priced: PricedLines;
  stock: CartStock;
  width: "narrow" | "wide";
  onLeave?: () => void;
};

export function CartLines({ cart, priced, stock, width, onLeave }: CartLinesProps) {
  const prices = new Map(priced.lines.map((line) => [line.key, line]));
  return (
    <ul aria-label="Items in your cart">
      {cart.map((line) => (
        <CartLineRow
          key={line.cartItemId}
          line={line}
          priced={prices.get(line.cartItemId) ?? null}
          stock={stock.stocks.get(line.cartItemId)}
          reduced={stock.reductions.get(line.cartItemId)}
          width={width}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

type CartLineRowProps = {
  line: CartLine;
  /** Null when the line can no longer be bought. */
  priced: PricedLine | null;
  stock: LineStock | undefined;
  reduced: Reduction | undefined;
  width: "narrow" | "wide";
  /** Closes the sidebar when a link leaves the cart. */
  onLeave?: () => void;
};

/** Distinguishes two lines of one product for screen readers. */
function fullName(line: DescribedLine): string {
  return [lineName(line), sizePhrase(line.size), line.colorName].filter(Boolean).join(", ");
}

/** Specification 2, Shop. */
function CartLineRow({ line, priced, stock, reduced, width, onLeave }: CartLineRowProps) {
  const message = lineStockMessage(line, stock, reduced);
  const described = describeCartLine(line, stock);
  return (
    <li className="flex gap-4 border-b border-line py-5 first:pt-0 last:border-b-0">
      <LineImage
        address={imageOfCartLine(line, stock)}
        width={width}
        swatch={swatchImageOf(swatchOf(described))}
      />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-baseline justify-between gap-4">
          <Link
            to={`/product/${line.id}`}
            onClick={onLeave}
            className={`wrap-anywhere leading-tight transition-colors hover:text-demerara ${width === "wide" ? "display text-xl" : "font-medium"}`}
          >
            {lineName(described)}
          </Link>
          <LinePrice line={line} priced={priced} gone={stock?.gone ?? null} />
        </div>
        <LineOptions described={described} color={stock?.fit?.color ?? line.color ?? ""} />
        {line.quantity > 1 && (
          <p className="figures mt-1 text-sm text-ink-quiet">
            {formatMoney(unitPriceOf(line))} each
          </p>
        )}
        {priced && priced.discount.minorUnits > 0 && (
          <p className="mt-1 text-sm text-demerara">
            {UPSELL_PERCENT_OFF}% off{line.quantity > 1 && " one piece"}
          </p>
        )}
        <p
          aria-live="polite"
          className={`text-sm ${stock?.gone ? "text-hibiscus" : "text-demerara"} ${message ? "mt-2" : ""}`}
        >
          {message}
        </p>
        {line.size === CUSTOM_SIZE && (!stock?.gone || needsFit(stock.gone)) && (
          <FitLink
            line={line}
            name={lineName(described)}
            change={stock?.gone ?? null}
            onLeave={onLeave}
          />
        )}
        {stock?.gone?.kind === "sold_out" && (
          <Link
            to={`/product/${line.id}/back-in-stock?${new URLSearchParams({ color: line.color ?? "" })}`}
            rel="nofollow"
            onClick={onLeave}
            className="link self-start py-1 text-sm"
          >
            Tell me when it is back
          </Link>
        )}
        <div className="mt-auto flex items-center justify-between gap-4 pt-3">
          {stock?.gone ? (
            <span />
          ) : (
            <QuantityStepper
              label={fullName(described)}
              value={line.quantity}
              max={Math.min(MAX_QUANTITY_PER_LINE, stock?.available ?? MAX_QUANTITY_PER_LINE)}
              onChange={(quantity) => changeQuantity(line, quantity)}
            />
          )}
          <button
            type="button"
            aria-label={`Remove ${fullName(described)}`}
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

type LinePriceProps = Pick<CartLineRowProps, "line" | "priced"> & { gone: CartChange | null };

function LinePrice({ line, priced, gone }: LinePriceProps) {
  if (gone && needsFit(gone)) {
    return <span className="shrink-0 text-sm text-ink-quiet">Not complete</span>;
  }
  // The stored price was unreadable; the server knows it.
  if (line.price === 0) return <span className="text-sm text-ink-quiet">Price at checkout</span>;
  if (!priced) return <span className="shrink-0 text-sm text-ink-quiet">Not available</span>;
  const reduced = priced.discount.minorUnits > 0;
  return (
    <Price
      className="shrink-0 text-right text-sm"
      amount={formatMoney(priced.total)}
      was={reduced ? formatMoney(priced.regular) : undefined}
    />
  );
}

type LineOptionsProps = {
  described: DescribedLine;
  /** #RRGGBB, or "". */
  color: string;
};

function LineOptions({ color, described }: LineOptionsProps) {
  const { colorName, fit, size } = described;
  const labels = fitLabels(described);
  const swatch = swatchOf(described);
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-quiet">
        <span>Size: {size}</span>
        {colorName && (
          <span className="inline-flex items-center gap-1.5">
            {color && <Swatch colour={color} name={colorName} size={12} decorative />}
            {colorName}
          </span>
        )}
      </p>
      {fit && <p className="mt-1 text-sm text-ink-quiet">Made to your measurements</p>}
      {labels.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-quiet">{labels.join(", ")}</p>
      )}
      {swatch && <p className="mt-1 text-sm wrap-anywhere text-ink-quiet">{swatch.sentence}</p>}
    </>
  );
}

/** Lists what was repaired in the stored cart. */
export function CartNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice kind="warning" live className="mb-5">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}

type CartTotalsProps = {
  cart: Cart;
  priced: PricedLines;
  stock: CartStock;
  delivery: DeliveryTerms;
  footerText: string;
  cardLogos: readonly string[];
  onLeave?: () => void;
};

/** Specification 2, Shop. */
export function CartTotals(props: CartTotalsProps) {
  const { cart, priced, stock, delivery, footerText, cardLogos, onLeave } = props;
  const { stocks } = stock;
  const isIncomplete = [...stocks.values()].some(({ gone }) => gone && needsFit(gone));
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
      <div className="mt-1 text-sm text-ink-quiet">
        <DeliveryEstimate
          terms={termsWithMaking(delivery, makingDays(stocks))}
          ready={readyOf(stocks)}
          needBy={chosenDayOf(stocks)}
          worth={priced.total}
          madeToMeasure={cart.some(({ size }) => size === CUSTOM_SIZE)}
          isAsking={stock.isReached && isDateUnknown(cart, stocks)}
          fallback={null}
        />
      </div>
      {priced.lines.length === 0 ? (
        <p className="mt-3 border-t border-line pt-4 text-sm text-ink-soft">
          {isIncomplete
            ? "Please complete your made-to-measure pieces before you check out."
            : "Nothing in your cart can be bought at the moment."}
        </p>
      ) : (
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
      )}
      <p className="mt-3 mb-3 text-center text-sm text-balance text-ink-soft">{footerText}</p>
      <CardLogos names={cardLogos} />
    </div>
  );
}

export function EmptyCart({ onLeave }: { onLeave?: () => void }) {
  return (
    <EmptyState
      icon={<ShoppingBag size={28} aria-hidden="true" />}
      title="Your cart is empty"
      action={
        <ButtonLink to="/shop" variant="secondary" onClick={onLeave}>
          Explore the shop
        </ButtonLink>
      }
    >
      Items you add will appear here.
    </EmptyState>
  );
}
