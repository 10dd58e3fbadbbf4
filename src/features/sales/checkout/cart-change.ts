import type { DayRange } from "#core/business-days.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, toDecimal } from "#core/money-amount.ts";
import type {
  ClothSwatch,
  DescribedLine,
  LineColor,
  LineWearer,
} from "#features/orders/order/line-description.ts";
import { lineColor, lineName, NO_WEARER } from "#features/orders/order/line-description.ts";
import type { CartLine } from "#features/sales/cart/cart.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import { MAX_LINE_QUANTITY } from "./checkout-messages.ts";
import type { HeldOncePaid } from "./held-once-paid.ts";

/** `key`: the cart line's, null for the whole cart (decision C1). */
export type CartChange =
  | { kind: "price"; key: string; from: MoneyAmount; to: MoneyAmount }
  | { kind: "left"; key: string; left: number }
  | { kind: "quantity"; key: string; quantity: number }
  /** What the visitor may hold (inventory/hold-limits); `waitMinutes`: until an unpaid order ends, if any. */
  | { kind: "limited"; key: string; quantity: number; waitMinutes: number | null }
  | { kind: "sold_out"; key: string }
  | { kind: "not_offered"; key: string }
  | { kind: "unknown_size"; key: string }
  | { kind: "unknown_color"; key: string }
  /** A made-to-measure line without a fit specification. It keeps its place in the cart. */
  | { kind: "needs_measurements"; key: string }
  /** The fit specification is erased, or one of its options is no longer offered. The line keeps its place. */
  | { kind: "specification_gone"; key: string }
  /** The day that was agreed cannot be met any more, and is removed; the line keeps its place. */
  | { kind: "need_by_gone"; key: string; day: string }
  /** The cloth is enough for `quantity` garments. With none the line keeps its place. */
  | { kind: "cloth_short"; key: string; cloth: string; quantity: number }
  | { kind: "total"; key: null; from: MoneyAmount; to: MoneyAmount };

/** `effect` and `effectNote`: what the choice changes on the pattern, once it is ordered. */
type QuotedOption = {
  group: string;
  choice: string;
  price: MoneyAmount;
  effect?: string | undefined;
  effectNote?: string | undefined;
  swatch?: ClothSwatch | undefined;
};

export type QuotedLine = {
  key: string;
  productId: string;
  variantId: string | null;
  slug: string;
  name: string;
  imageId: string | null;
  size: string;
  /** Of the variant, and of the cart's key. */
  color: string;
  colorName: string;
  /** Of a chosen cloth from stock; null where the color is the variant's. */
  clothColor?: LineColor | null;
  /** The fit specification of a made-to-measure line. */
  specification: string | null;
  /** Whose garment a line with a specification is, and what they chose about it. */
  worn?: LineWearer | null;
  /** Chosen for a made-to-measure line; their prices are part of the unit price. */
  options: readonly QuotedOption[];
  /** Of a made-to-measure line with a specification, part of the unit price. */
  surcharge?: MoneyAmount;
  /** Calendar days of making at most. */
  extraDays?: number;
  /** The day of arrival that the customer agreed to; its surcharge for rush is one of the options. */
  needBy?: string | null;
  rush?: boolean;
  /** When a made-to-measure line is ready to leave, by the atelier's schedule. */
  ready?: DayRange | null;
  /** Cloth of the whole line. */
  cloths?: readonly { clothId: string; lengthMm: number }[];
  quantity: number;
  /** Null without a public limit. */
  available: number | null;
  unitPrice: MoneyAmount;
  discount: MoneyAmount;
  total: MoneyAmount;
  madeToMeasure: boolean;
};

/** The color of the garment, which a chosen cloth names. */
export const quotedColor = ({ clothColor = null, color, colorName }: QuotedLine): LineColor =>
  lineColor({ name: colorName, hex: color }, clothColor);

/** A quoted line as it is described everywhere. */
export function describeQuoted(line: QuotedLine): DescribedLine {
  const { madeToMeasure, name, options, size, specification, worn } = line;
  return {
    productName: name,
    size,
    colorName: quotedColor(line).name,
    madeToMeasure,
    fit: specification === null ? null : { ...(worn ?? NO_WEARER), options },
  };
}

/** What a message about a quoted line calls it: with its wearer. */
export const changedItem = (line: QuotedLine): { name: string; size: string } => ({
  name: lineName(describeQuoted(line)),
  size: line.size,
});

/** As the browser's cart stores it. */
export function toStoredLine(line: QuotedLine): Omit<CartLine, "cartItemId"> {
  return {
    id: line.productId,
    slug: line.slug,
    name: line.name,
    image: line.imageId ? imageVariantPath(line.imageId, 320, "webp") : "",
    size: line.size,
    price: toDecimal(line.unitPrice),
    quantity: line.quantity,
    ...(line.color === "" ? {} : { color: line.color, colorName: line.colorName }),
    ...(line.specification !== null && { specification: line.specification }),
  };
}

export type CartQuote = {
  lines: readonly QuotedLine[];
  changes: readonly CartChange[];
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  total: MoneyAmount;
  /** Of made-to-measure lines: what an order of now would hold only once it is paid; null where it holds them at once. */
  heldOncePaid?: HeldOncePaid | null;
};

/** Whether accepting the change removes the line. */
export function removesLine(change: CartChange): boolean {
  if (change.kind === "limited") return change.quantity === 0;
  return ["sold_out", "not_offered", "unknown_size", "unknown_color"].includes(change.kind);
}

/** Whether the customer has to complete or change the made-to-measure line on its page before it can be bought. */
export function needsFit(change: CartChange): boolean {
  if (change.kind === "cloth_short") return change.quantity === 0;
  return change.kind === "needs_measurements" || change.kind === "specification_gone";
}

/** Whether the line cannot be bought as it is. */
export function isUnsellable(change: CartChange): boolean {
  return removesLine(change) || needsFit(change);
}

/** `piece`: the line as the cart shows it. */
export function cartChangeMessage(
  change: CartChange,
  item: { name: string; size: string } | undefined,
): string {
  const name = item?.name || "A piece";
  const sized = item?.size ? `${name} in size ${item.size}` : name;
  switch (change.kind) {
    case "price":
      return `The price of ${name} changed from ${formatMoney(change.from)} to ${formatMoney(change.to)}.`;
    case "left":
      return `Only ${change.left} left of ${sized}.`;
    case "quantity":
      return `${sized}: the quantity is now ${change.quantity}. You can order 1 to ${MAX_LINE_QUANTITY} pieces of one size.`;
    case "limited":
      return limitedMessage(change, sized);
    case "sold_out":
      return `${sized} is sold out.`;
    case "not_offered":
      return `${name} is no longer offered.`;
    case "unknown_size":
      return `${name} no longer comes in size ${item?.size || "chosen"}.`;
    case "unknown_color":
      return `${name} no longer comes in the color you chose.`;
    case "needs_measurements":
      return `${name} is made to measure, and your measurements are still missing.`;
    case "specification_gone":
      return `What you chose for ${name} cannot be ordered here any more: an option is gone, or it was entered with an account or in another browser. Please sign in if you have an account, or choose again.`;
    case "need_by_gone":
      return `We can no longer promise ${name} for ${change.day}. You can order it for the date below, or choose another day.`;
    case "cloth_short":
      return clothMessage(change, name);
    case "total":
      return `Your subtotal changed from ${formatMoney(change.from)} to ${formatMoney(change.to)}.`;
  }
}

function clothMessage(
  { cloth, quantity }: Extract<CartChange, { kind: "cloth_short" }>,
  name: string,
): string {
  if (quantity === 0)
    return `Too little ${cloth} is left for ${name}. Please choose another cloth.`;
  return `We have enough ${cloth} for ${quantity} of ${name}.`;
}

function limitedMessage(
  { quantity, waitMinutes }: Extract<CartChange, { kind: "limited" }>,
  sized: string,
): string {
  if (quantity > 0) {
    const quantityText = quantity === 1 ? "1 piece" : `${quantity} pieces`;
    return `We can reserve ${quantityText} of ${sized} for you now, so that others find some too. Once your order is paid, you can order more.`;
  }
  const again = waitMinutes === null ? "" : `, or try again in ${minutesText(waitMinutes)}`;
  return `${sized} cannot be reserved right now: unpaid orders of yours, or of your internet connection, already hold as much as one visitor can reserve. Please pay or cancel them, or sign in${again}.`;
}

const minutesText = (minutes: number) => (minutes === 1 ? "a minute" : `${minutes} minutes`);

/** Whether the cart only exceeds what can be reserved at once. */
export function isOnlyLimited({ changes }: Pick<CartQuote, "changes">): boolean {
  return changes.length > 0 && changes.every(({ kind }) => kind === "limited");
}
