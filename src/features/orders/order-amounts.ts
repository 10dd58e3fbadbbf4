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

/** The sum of the lines after their offers: the subtotal of every page, email and document. */
export function subtotalOf({
  discount,
  subtotal,
}: Pick<OrderTotals, "discount" | "subtotal">): MoneyAmount {
  return money(subtotal.minorUnits - discount.minorUnits, subtotal.currency);
}

/** The amounts of a cart; `creditMinor` is what store credit will pay, null when none is used. */
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
 * The amounts of an order as every page, email and document shows them: lines after offers, promotion, shipping, tax
 * and total, then what store credit pays and what was refunded. Shipping is missing until it is chosen.
 */
export function listAmounts(order: ListedAmounts): AmountRow[] {
  const { credit, refunded, shippingMethod, status, totals } = order;
  const { promotion, shipping, tax, total } = totals;
  const row = (label: string, amount: string, isSum = false): AmountRow => ({
    ...{ label, amount, isSum },
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
