import type { DayRange } from "#core/business-days.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, money, multiplyMoney } from "#core/money-amount.ts";
import type { payments } from "#db/schema/payments.server.ts";

/** Every status an order can have (decision C3). */
export const ORDER_STATUSES = ["pending", "completed", "cancelled", "expired", "refunded"] as const;

/** The life of an order as one word. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Which status may follow which. Cancelled and expired lead to completed because a payment can arrive after the
 * shop gave up on it, and money taken is never ignored; refunded is the whole amount, a part of it leaves the order completed.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["completed", "cancelled", "expired"],
  completed: ["refunded"],
  cancelled: ["completed"],
  expired: ["completed"],
  // A bank can send money back that it had accepted: then the shop holds it again.
  refunded: ["completed"],
};

/** Whether an order may go from one status to another; staying where it is is no transition. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Whether the money of an order in this status came in, wherever it is now. */
export function isPaid(status: OrderStatus): boolean {
  return status === "completed" || status === "refunded";
}

/** Whether an order in this status holds pieces for a payment still to come. */
export function holdsReservation(status: OrderStatus): boolean {
  return status === "pending";
}

/** The order number a shopper reads: the first 8 characters of the id and an ellipsis (specification 2 and 9). */
export function orderNumber(orderId: string): string {
  return `${orderId.slice(0, 8)}…`;
}

/** The status with a capital letter, as the success page and the tables show it (specification 2). */
export function statusWord(status: OrderStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** The badge a status wears: green when completed, yellow when pending, grey otherwise (specification 2). */
export function statusTone(status: OrderStatus): "success" | "warning" | "neutral" {
  if (status === "completed") return "success";
  return status === "pending" ? "warning" : "neutral";
}

/** What an order adds up from; `discount` is for the whole line. */
export type PricedLine = { unitPrice: MoneyAmount; quantity: number; discount: MoneyAmount };

/** The amounts of an order, all in one currency; total = subtotal - discount - promotion + shipping + tax. */
export type OrderTotals = {
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  /** What a promotion code took off on the payment page. */
  promotion: MoneyAmount;
  shipping: MoneyAmount;
  tax: MoneyAmount;
  total: MoneyAmount;
};

/** What a line costs after its offer. */
export function lineTotal(line: PricedLine): MoneyAmount {
  const full = multiplyMoney(line.unitPrice, line.quantity);
  return money(full.minorUnits - line.discount.minorUnits, full.currency);
}

/** Adds an order up from its lines; promotion, shipping and tax are zero until the payment page decided them. Throws RangeError on mixed currencies. */
export function orderTotals(
  lines: readonly PricedLine[],
  extras: { promotion?: MoneyAmount; shipping?: MoneyAmount; tax?: MoneyAmount } = {},
): OrderTotals {
  const subtotal = addMoney(lines.map((line) => multiplyMoney(line.unitPrice, line.quantity)));
  const { currency } = subtotal;
  const discount = addMoney(
    lines.map((line) => line.discount),
    currency,
  );
  const promotion = extras.promotion ?? money(0, currency);
  const shipping = extras.shipping ?? money(0, currency);
  const tax = extras.tax ?? money(0, currency);
  const off = discount.minorUnits + promotion.minorUnits;
  const beforeExtras = money(subtotal.minorUnits - off, currency);
  const total = addMoney([beforeExtras, shipping, tax]);
  return { subtotal, discount, promotion, shipping, tax, total };
}

/** One line of an order as it was bought. */
export type OrderLine = {
  id: string;
  productId: string | null;
  variantId: string | null;
  productName: string;
  mediaId: string | null;
  size: string;
  colorName: string;
  quantity: number;
  unitPrice: MoneyAmount;
  discount: MoneyAmount;
  madeToMeasure: boolean;
};

/** The payment that pays for an order; further ones that arrived for it are under review (features/payments). */
export type OrderPayment = Pick<
  typeof payments.$inferSelect,
  | "id"
  | "status"
  | "method"
  | "provider"
  | "providerAccount"
  | "sessionId"
  | "paymentIntentId"
  | "url"
>;

/** An order with its lines, as its buyer and the owner see it. */
export type Order = {
  id: string;
  userId: string | null;
  status: OrderStatus;
  customerEmail: string;
  totals: OrderTotals;
  /** What went back to the customer so far. */
  refunded: MoneyAmount;
  /** The part of the total that store credit pays or paid; nothing once an unpaid end gave it back. */
  credit: MoneyAmount;
  shippingMethod: string | null;
  address: DeliveryAddress | null;
  /** The code of the destination chosen at checkout; null in orders from before there was one. */
  destination: string | null;
  /** The days of arrival that were promised when it was paid; null until then. */
  arrives: DayRange | null;
  madeToMeasure: boolean;
  payment: OrderPayment;
  reservedUntil: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  lines: readonly OrderLine[];
};

/** What of the total is asked for beside the store credit: of the card, the transfer, or all of it. */
export function amountDue(order: Pick<Order, "totals" | "credit" | "payment">): MoneyAmount {
  const { total } = order.totals;
  if (order.payment.method === "store_credit") return total;
  return money(total.minorUnits - order.credit.minorUnits, total.currency);
}

function asUuid(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/**
 * The first and the last id that an order number or its beginning can mean, so that the search uses the key's own index; null
 * when the text is no order number. The ellipsis that the shop writes behind the number, and a # before it, may be typed or not.
 */
export function orderIdRange(search: string): { first: string; last: string } | null {
  const hex = search
    .toLowerCase()
    .replace(/^#/, "")
    .replace(/(…|\.{3})$/, "")
    .replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(hex)) return null;
  return { first: asUuid(hex.padEnd(32, "0")), last: asUuid(hex.padEnd(32, "f")) };
}

/** Where its buyer reads an order: in the account, or by number and email for whoever bought without one. */
export function orderPage(publicUrl: string, order: Pick<Order, "id" | "userId">): string {
  return order.userId ? `${publicUrl}/profile/orders/${order.id}` : `${publicUrl}/order-lookup`;
}
