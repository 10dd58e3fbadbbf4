import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { Order, OrderTotals } from "./order.ts";

/** Below an order's lines. */
export type AmountRow = { label: string; amount: string; isSum: boolean };

/** An order, or a cart. */
export type ListedAmounts = {
  totals: Pick<OrderTotals, "subtotal" | "discount" | "promotion" | "tax" | "total"> & {
    shipping: MoneyAmount;
  };
  shippingMethod: string | null;
  status: Order["status"];
  credit?: MoneyAmount;
  refunded?: MoneyAmount;
};

/** "Free" or the price with its cents. */
export function shippingPriceText(price: MoneyAmount): string {
  return price.minorUnits === 0 ? "Free" : formatMoney(price);
}

/** The subtotal everywhere: lines after offers. */
export function subtotalOf({
  discount,
  subtotal,
}: Pick<OrderTotals, "discount" | "subtotal">): MoneyAmount {
  return money(subtotal.minorUnits - discount.minorUnits, subtotal.currency);
}

/** A cart's amounts; `creditMinor`: store credit to pay, or null. */
export function listCartAmounts(subtotal: MoneyAmount, creditMinor: number | null): AmountRow[] {
  const { currency } = subtotal;
  const rows = [{ label: "Subtotal", amount: formatMoney(subtotal), isSum: creditMinor === null }];
  if (creditMinor === null) return rows;
  const rest = formatMoney(money(subtotal.minorUnits - creditMinor, currency));
  return [
    ...rows,
    {
      label: "Store credit",
      amount: `−${formatMoney(money(creditMinor, currency))}`,
      isSum: false,
    },
    { label: "Left to pay, before shipping", amount: rest, isSum: true },
  ];
}

/**
 * An order's amounts everywhere: lines after offers, promotion, shipping (once chosen), tax, total, store
 * credit, refunds.
 */
export function listAmounts(order: ListedAmounts): AmountRow[] {
  const { credit, refunded, shippingMethod, status, totals } = order;
  const { promotion, shipping, tax, total } = totals;
  const row = (label: string, amount: string, isSum = false): AmountRow => ({
    label,
    amount,
    isSum,
  });
  const off = (label: string, amount: MoneyAmount | undefined) =>
    amount && amount.minorUnits > 0 ? [row(label, `−${formatMoney(amount)}`)] : [];
  const isChosen = shippingMethod !== null || status === "completed" || status === "refunded";
  const isPaid = status === "completed" || status === "refunded";
  const creditMinor = credit?.minorUnits ?? 0;
  const rest = money(total.minorUnits - creditMinor, total.currency);
  const label = shippingMethod ? `Shipping, ${shippingMethod}` : "Shipping";
  return [
    row("Subtotal", formatMoney(subtotalOf(totals))),
    ...off("Promotion code", promotion),
    ...(isChosen ? [row(label, shippingPriceText(shipping))] : []),
    ...(tax.minorUnits > 0 ? [row("Tax", formatMoney(tax))] : []),
    row(isChosen ? "Total" : "Total before shipping", formatMoney(total), true),
    ...off("Store credit", credit),
    ...(creditMinor > 0 && rest.minorUnits > 0
      ? [row(isPaid ? "Paid beside it" : "Left to pay", formatMoney(rest), !isPaid)]
      : []),
    ...off("Refunded", refunded),
  ];
}
