import type { DayRange } from "#core/business-days.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, money, multiplyMoney } from "#core/money-amount.ts";
import type { payments } from "#db/schema/payments.server.ts";
import type { LineOption, LineWearer } from "./line-description.ts";

/** Decision C3. */
export const ORDER_STATUSES = ["pending", "completed", "cancelled", "expired", "refunded"] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Cancelled and expired lead to completed: payments may be late. Refunded is whole; partly refunded stays
 * completed.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["completed", "cancelled", "expired"],
  completed: ["refunded"],
  cancelled: ["completed"],
  expired: ["completed"],
  // A bank can return accepted money.
  refunded: ["completed"],
};

/** Decision C3. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Whether the money arrived, even if refunded. */
export function isPaid(status: OrderStatus): boolean {
  return status === "completed" || status === "refunded";
}

/** Only while pending. */
export function holdsReservation(status: OrderStatus): boolean {
  return status === "pending";
}

/** What pages call an order: its status, but for one whose whole money goes back by transfer and has not left yet (ADR 0092). */
export type ShownStatus = OrderStatus | "refund_owed";

/** `refundOwedMinor`: decided refunds that the owner has not sent yet, in minor units like the others. */
export function shownStatusOf(order: {
  status: OrderStatus;
  totalMinor: number;
  refundedMinor: number;
  refundOwedMinor: number;
}): ShownStatus {
  const { refundOwedMinor, refundedMinor, status, totalMinor } = order;
  const isWhole = refundOwedMinor > 0 && refundedMinor + refundOwedMinor >= totalMinor;
  return status === "completed" && isWhole ? "refund_owed" : status;
}

/** `shownStatusOf` of an order that was read whole. */
export function shownStatus(
  order: Pick<Order, "status" | "totals" | "refunded" | "refundOwed">,
): ShownStatus {
  return shownStatusOf({
    status: order.status,
    totalMinor: order.totals.total.minorUnits,
    refundedMinor: order.refunded.minorUnits,
    refundOwedMinor: order.refundOwed.minorUnits,
  });
}

/** Writes a status with a capital letter, as "Completed" (specification 2). */
export function statusWord(status: ShownStatus): string {
  if (status === "refund_owed") return "Refund to be sent";
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** Completed is green, what somebody waits for yellow, everything else gray (specification 2). */
export function statusTone(status: ShownStatus): "success" | "warning" | "neutral" {
  if (status === "completed") return "success";
  return status === "pending" || status === "refund_owed" ? "warning" : "neutral";
}

/** `discount` is for the whole line. */
export type PricedLine = { unitPrice: MoneyAmount; quantity: number; discount: MoneyAmount };

/** One currency; total = subtotal - discount - promotion + shipping + tax. */
export type OrderTotals = {
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  /** By a code on the payment page. */
  promotion: MoneyAmount;
  shipping: MoneyAmount;
  tax: MoneyAmount;
  total: MoneyAmount;
};

/** The discount is deducted. */
export function lineTotal(line: PricedLine): MoneyAmount {
  const full = multiplyMoney(line.unitPrice, line.quantity);
  return money(full.minorUnits - line.discount.minorUnits, full.currency);
}

/** Adds up lines; the payment page decides promotion, shipping and tax. Throws RangeError on mixed currencies. */
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

/** A snapshot of what was bought, described by `lineName` and its siblings. */
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
  /**
   * Of a line that was ordered with its measurements, which its contract holds. The options are part of the unit price.
   * `extraDays`: calendar days of making at most; null for the shop's own.
   */
  fit?: LineWearer & { options: readonly LineOption[]; extraDays: number | null };
  /** Of a made-to-measure line, once the atelier promised it. */
  promise?: LinePromise;
};

/** What comes instead of a returned item costs nothing, and has no promised day: its own email says when it leaves. */
export const isReplacement = ({ unitPrice }: Pick<OrderLine, "unitPrice">): boolean =>
  unitPrice.minorUnits === 0;

/** The days on which a line's garments are ready to leave, and the day by which the customer needs them. */
export type LinePromise = {
  ready: DayRange;
  needBy: string | null;
  /** Made with overtime, which the customer paid. */
  rush: boolean;
};

/** Days of making of the slowest line; null for the shop's own. */
export function makingDaysOf({ lines }: Pick<Order, "lines">): number | null {
  const days = lines.flatMap(({ fit }) => fit?.extraDays ?? []);
  return days.length === 0 ? null : Math.max(...days);
}

/** The delivery of an order as its lines promise it: `ready` of its slowest line, `needBy` of its most urgent one. */
export function promiseOf({ lines }: Pick<Order, "lines">): {
  ready: DayRange | null;
  needBy: string | null;
} {
  const promises = lines.flatMap(({ promise }) => promise ?? []);
  const latest = (days: readonly string[]) => days.toSorted().at(-1) ?? "";
  const needed = promises.flatMap(({ needBy }) => needBy ?? []).toSorted();
  return {
    ready:
      promises.length === 0
        ? null
        : {
            from: latest(promises.map(({ ready }) => ready.from)),
            until: latest(promises.map(({ ready }) => ready.until)),
          },
    needBy: needed[0] ?? null,
  };
}

/** The one that pays; others are under review (features/payments). */
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
  | "capturedMinor"
  | "refundedMinor"
  | "depositMinor"
>;

export type Order = {
  id: string;
  userId: string | null;
  status: OrderStatus;
  customerEmail: string;
  totals: OrderTotals;
  refunded: MoneyAmount;
  /** Decided refunds by transfer that the owner has not sent yet. */
  refundOwed: MoneyAmount;
  /** What store credit pays; zero after an unpaid end. */
  credit: MoneyAmount;
  /** What store credit was to pay of an order that ended unpaid, if its account still has as much (`creditUsedAgain`); else zero. */
  returnedCredit: MoneyAmount;
  shippingMethod: string | null;
  address: DeliveryAddress | null;
  /** For the invoice; "" without one. */
  buyerTaxNumber: string;
  /** Null in older orders. */
  destination: string | null;
  /** Promised when it was paid. */
  arrives: DayRange | null;
  madeToMeasure: boolean;
  payment: OrderPayment;
  reservedUntil: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  lines: readonly OrderLine[];
};

/** Due beside store credit: by card or transfer. */
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
 * The ids an order number or its start can mean, for the primary key; null for other text. # and ellipsis are
 * optional.
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

/** In the account, or the lookup for guests. */
export function orderPage(publicUrl: string, order: Pick<Order, "id" | "userId">): string {
  return order.userId ? `${publicUrl}/profile/orders/${order.id}` : `${publicUrl}/order-lookup`;
}
