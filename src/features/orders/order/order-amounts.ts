import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { Order, OrderTotals } from "./order.ts";
import {
  depositOfOrder,
  isDepositReceived,
  isDepositReturned,
  isPartOfWhole,
  leftToPay,
  owedBack,
} from "./transfer-deposit.ts";

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
  payment?: Order["payment"];
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

type PaidOrder = Pick<Order, "totals" | "credit" | "payment">;

const amountRow = (label: string, amount: MoneyAmount, isSum = false): AmountRow => ({
  label,
  amount: formatMoney(amount),
  isSum,
});

/** What goes back, or went back, of an order that ended unpaid. */
function returnedRows(paid: PaidOrder): AmountRow[] {
  const owed = owedBack(paid);
  const returnedMinor = isDepositReturned(paid) ? paid.payment.refundedMinor : 0;
  const returned = money(returnedMinor, paid.totals.total.currency);
  return [
    ...(owed ? [amountRow("Transferred, to be sent back", owed)] : []),
    ...(returned.minorUnits > 0 ? [amountRow("Transferred and sent back", returned)] : []),
  ];
}

/** The deposit that is asked for with the rest, or what was transferred and what is left; what goes back of an order that ended. */
function depositRows(order: ListedAmounts): AmountRow[] {
  const { payment, status, totals } = order;
  const nothing = money(0, totals.total.currency);
  const credit = order.credit ?? nothing;
  const paid = payment && { totals, payment, credit, returnedCredit: nothing };
  if (!paid) return [];
  if (status === "cancelled" || status === "expired") return returnedRows(paid);
  const deposit = depositOfOrder(paid);
  if (status !== "pending" || !deposit) return [];
  const left = leftToPay(paid);
  if (deposit.received.minorUnits === 0) {
    const rest = money(left.minorUnits - deposit.requested.minorUnits, left.currency);
    return [
      amountRow("Deposit, to transfer first", deposit.requested),
      amountRow("Rest, after it", rest),
    ];
  }
  const isMissing = !isDepositReceived(deposit) && !isPartOfWhole(paid);
  return [
    ...(isMissing ? [amountRow("Deposit asked for", deposit.requested)] : []),
    { label: "Transferred", amount: `−${formatMoney(deposit.received)}`, isSum: false },
    amountRow("Left to transfer", left, true),
  ];
}

/**
 * An order's amounts everywhere: lines after offers, promotion, shipping (once chosen), tax, total, store
 * credit, what was transferred, refunds.
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
    ...depositRows(order),
    ...off("Refunded", refunded),
  ];
}
