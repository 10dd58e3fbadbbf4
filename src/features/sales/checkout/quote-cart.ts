import type { MoneyAmount } from "#core/money-amount.ts";
import type {
  ProductForSale,
  VariantForSale,
} from "#features/catalog/listing/catalog-queries.server.ts";
import { CUSTOM_SIZE, MAX_REPORTED_STOCK, priceOf } from "#features/catalog/products/product.ts";
import { madeToMeasurePrice } from "#features/garments/options/made-to-measure-terms.ts";
import { shownGarment } from "#features/garments/options/shown-cloth.ts";
import type { OrderableFit } from "#features/garments/specification/fit-draft.ts";
import { withSwatch } from "#features/orders/order/line-swatch.ts";
import type { PriceableLine } from "#features/sales/cart/upsell.ts";
import { priceLines } from "#features/sales/cart/upsell.ts";
import type { CartChange, CartQuote, QuotedLine } from "./cart-change.ts";
import type { RequestedLine } from "./checkout-input.ts";
import { MAX_LINE_QUANTITY } from "./checkout-messages.ts";

/** Deleted and unknown products are alike. */
export type QuotedProduct = Pick<
  ProductForSale,
  "id" | "slug" | "name" | "price" | "inStock" | "deletedAt" | "sizes" | "colors" | "variants"
> & { images: readonly { id: string; color?: string | null }[] };

/** Null: made-to-measure without a variant. */
type Offered = Omit<VariantForSale, "id"> & { id: string | null };

/** What the visitor may hold of each variant and in all; minutes until an unpaid order ends. */
export type HoldLimit = {
  ofVariant: ReadonlyMap<string, number>;
  inAll: number;
  waitMinutes: number | null;
};

/** Promised to earlier lines: items by variant, millimetres by cloth. */
type Promised = Map<string, number>;

/** What the visitor may still hold; lines consume it. Null: no limit. */
type Room = { ofVariant: Map<string, number>; inAll: number; waitMinutes: number | null } | null;

type SellableLine = PriceableLine & Omit<QuotedLine, "discount" | "total" | "slug" | "unitPrice">;

/** What can be ordered under each fit specification. */
type Fits = ReadonlyMap<string, OrderableFit>;

const NO_FITS: Fits = new Map();

type LineQuote = { line: SellableLine | null; changes: CartChange[] };

function wholeQuantity(requested: number): number {
  if (Number.isNaN(requested)) return 1;
  return Math.min(MAX_LINE_QUANTITY, Math.max(1, Math.trunc(requested)));
}

/** Unlimited when made to order. */
function leftOf(variant: Offered, promised: Promised): number {
  if (variant.stockCount === null) return Number.POSITIVE_INFINITY;
  return variant.stockCount - (promised.get(variant.id ?? "") ?? 0);
}

type Found = { variant: Offered } | { missing: "unknown_size" | "unknown_color" };

/** Without a color, the first available. */
function findVariant(product: QuotedProduct, requested: RequestedLine, promised: Promised): Found {
  const ofSize = product.variants.filter((variant) => variant.size === requested.size);
  const custom = requested.size === CUSTOM_SIZE && product.sizes.includes(CUSTOM_SIZE);
  if (ofSize.length === 0 && custom) {
    return {
      variant: { id: null, size: CUSTOM_SIZE, color: requested.color ?? "", stockCount: null },
    };
  }
  if (ofSize.length === 0) return { missing: "unknown_size" };
  const ofColor = requested.color
    ? ofSize.filter((variant) => variant.color.toUpperCase() === requested.color)
    : ofSize;
  // The color serving most of the request, in the shop's order.
  const wanted = wholeQuantity(requested.quantity);
  const serves = (variant: Offered) => Math.min(wanted, leftOf(variant, promised));
  const [variant] = ofColor.toSorted((a, b) => serves(b) - serves(a));
  return variant ? { variant } : { missing: "unknown_color" };
}

/** How many the visitor may hold; made-to-order items are not held. */
function consumeRoom(room: Room, { id, stockCount }: Offered, quantity: number): number {
  if (room === null || id === null || stockCount === null) return quantity;
  const ofVariant = room.ofVariant.get(id) ?? quantity;
  const held = Math.max(0, Math.min(quantity, ofVariant, room.inAll));
  room.ofVariant.set(id, ofVariant - held);
  room.inAll -= held;
  return held;
}

type FoundFit =
  | { fit: OrderableFit | null }
  | { missing: "needs_measurements" | "specification_gone" };

/** A Custom line needs one (decision M4). The specification of another product is gone, like an unknown one. */
function findFit({ productId, size, specification }: RequestedLine, fits: Fits): FoundFit {
  if (size !== CUSTOM_SIZE) return { fit: null };
  if (!specification) return { missing: "needs_measurements" };
  const fit = fits.get(specification);
  return fit?.productId === productId ? { fit } : { missing: "specification_gone" };
}

/** How many garments the free cloth still makes, and the cloth that limits them. Cloth that is used up makes none. */
function clothLimit({ cloths }: OrderableFit, promised: Promised) {
  const limits = cloths.map(({ freeMm, id, name, neededMm }) => {
    const left = freeMm - (promised.get(id) ?? 0);
    const quantity = left < 1 ? 0 : neededMm === 0 ? MAX_LINE_QUANTITY : left / neededMm;
    return { cloth: name, quantity: Math.max(0, Math.floor(quantity)) };
  });
  return limits.toSorted((a, b) => a.quantity - b.quantity).at(0) ?? null;
}

type Session = { promised: Promised; room: Room; fits: Fits };

/** How many of a line can be sold, and why not all. `most`: what stock and cloth allow. */
function sellableQuantity(
  { key, quantity: requested }: RequestedLine,
  { fit, left, variant }: { fit: OrderableFit | null; left: number; variant: Offered },
  { promised, room }: Pick<Session, "promised" | "room">,
): { quantity: number; most: number; changes: CartChange[] } {
  const wanted = wholeQuantity(requested);
  const limit = fit && clothLimit(fit, promised);
  const most = Math.min(left, limit?.quantity ?? left);
  const sellable = Math.min(wanted, most);
  const quantity = consumeRoom(room, variant, sellable);
  const changed = (change: CartChange) => ({ quantity, most, changes: [change] });
  if (quantity < sellable) {
    return changed({ kind: "limited", key, quantity, waitMinutes: room?.waitMinutes ?? null });
  }
  if (quantity < Math.min(wanted, left)) {
    return changed({ kind: "cloth_short", key, cloth: limit?.cloth ?? "", quantity });
  }
  if (quantity < wanted) return changed({ kind: "left", key, left: quantity });
  if (wanted !== requested) return changed({ kind: "quantity", key, quantity });
  return { quantity, most, changes: [] };
}

/** What a line orders: at least one item is left. */
type Offer = { product: QuotedProduct; variant: Offered; fit: OrderableFit | null; left: number };

type FoundOffer =
  | { offer: Offer }
  | {
      missing: Exclude<
        CartChange["kind"],
        "price" | "left" | "quantity" | "limited" | "cloth_short" | "need_by_gone" | "total"
      >;
    };

function findOffer(
  requested: RequestedLine,
  product: QuotedProduct | undefined,
  { fits, promised }: Pick<Session, "fits" | "promised">,
): FoundOffer {
  if (!product || product.deletedAt) return { missing: "not_offered" };
  const found = findVariant(product, requested, promised);
  if ("missing" in found) return found;
  const { variant } = found;
  const measured = findFit(requested, fits);
  if ("missing" in measured) return measured;
  const left = product.inStock ? leftOf(variant, promised) : 0;
  if (left < 1) return { missing: "sold_out" };
  return { offer: { product, variant, fit: measured.fit, left } };
}

/** Promises items and cloth to a line, so that later lines find less. */
function promiseStock(promised: Promised, { fit, variant }: Offer, quantity: number): void {
  const promise = (id: string, amount: number) =>
    promised.set(id, (promised.get(id) ?? 0) + amount);
  if (variant.id) promise(variant.id, quantity);
  for (const { id, neededMm } of fit?.cloths ?? []) promise(id, neededMm * quantity);
}

function quoteLine(
  requested: RequestedLine,
  product: QuotedProduct | undefined,
  session: Session,
): LineQuote {
  const { key, shown } = requested;
  const found = findOffer(requested, product, session);
  if ("missing" in found) return { line: null, changes: [{ kind: found.missing, key }] };
  const { offer } = found;
  const { changes, most, quantity } = sellableQuantity(requested, offer, session);
  if (quantity === 0) return { line: null, changes };
  const listed = priceOf(offer.product, offer.variant).price;
  const unitPrice = offer.fit
    ? madeToMeasurePrice(listed, offer.fit.surcharge, offer.fit.options)
    : listed;
  if (shown?.minorUnits && shown.minorUnits !== unitPrice.minorUnits) {
    changes.push({ kind: "price", key, from: shown, to: unitPrice });
  }
  promiseStock(session.promised, offer, quantity);
  return { line: sellableLine(requested, offer, { quantity, most, unitPrice }), changes };
}

function sellableLine(
  { key, specification }: RequestedLine,
  { fit, product, variant }: Offer,
  { most, quantity, unitPrice }: { most: number; quantity: number; unitPrice: MoneyAmount },
): SellableLine {
  const cloth = fit?.cloth ?? null;
  const shown = shownGarment(product, variant.color || null, cloth);
  return {
    key,
    productId: product.id,
    variantId: variant.id,
    slug: product.slug,
    name: product.name,
    imageId: shown.images[0]?.id ?? null,
    size: variant.size,
    color: variant.color,
    colorName: product.colors.find((color) => color.hex === variant.color)?.name ?? "",
    specification: fit ? (specification ?? null) : null,
    options: withSwatch(fit?.options ?? [], cloth?.name ?? "", shown.swatch),
    ...(fit && {
      clothColor: cloth && { name: cloth.name, hex: cloth.hex },
      surcharge: fit.surcharge,
      extraDays: fit.extraDays,
      needBy: fit.needBy ?? null,
      rush: fit.rush ?? false,
      cloths: fit.cloths.flatMap(({ id, neededMm }) =>
        neededMm > 0 ? [{ clothId: id, lengthMm: neededMm * quantity }] : [],
      ),
    }),
    quantity,
    available: most > MAX_REPORTED_STOCK ? null : most,
    unitPrice,
    madeToMeasure: variant.size === CUSTOM_SIZE,
  };
}

/**
 * Prices a request by the shop's prices, stock and discounts, with each line's changes (decision C1). Omits
 * unsellable lines, cuts others to stock and hold limits.
 */
export function quoteLines(
  requested: readonly RequestedLine[],
  products: readonly QuotedProduct[],
  {
    fits = NO_FITS,
    limit = null,
    shownTotal,
  }: {
    shownTotal: MoneyAmount | null;
    limit?: HoldLimit | null;
    fits?: Fits;
  },
): CartQuote {
  const byId = new Map(products.map((product) => [product.id, product]));
  // An order has one currency.
  const currency = products[0]?.price.currency;
  const promised: Promised = new Map();
  const room = limit && { ...limit, ofVariant: new Map(limit.ofVariant) };
  const quotes = requested.map((line) => {
    const product = byId.get(line.productId);
    return quoteLine(line, product?.price.currency === currency ? product : undefined, {
      promised,
      room,
      fits,
    });
  });
  const sellable = quotes.flatMap((quote) => (quote.line ? [quote.line] : []));
  // A tampered cart may repeat keys.
  const priced = priceLines(sellable.map((line, position) => ({ ...line, key: `${position}` })));
  const changes = quotes.flatMap((quote) => quote.changes);
  if (changes.length === 0 && shownTotal && shownTotal.minorUnits !== priced.total.minorUnits) {
    changes.push({ kind: "total", key: null, from: shownTotal, to: priced.total });
  }
  return {
    lines: sellable.map((line, position) => ({
      ...line,
      slug: line.slug ?? "",
      discount: priced.lines[position]?.discount ?? { ...line.unitPrice, minorUnits: 0 },
      total: priced.lines[position]?.total ?? line.unitPrice,
    })),
    changes,
    subtotal: priced.regular,
    discount: priced.discount,
    total: priced.total,
  };
}
