import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { OrderTotals } from "#features/orders/order.ts";

type Props = { totals: OrderTotals; shippingMethod: string | null; refunded: MoneyAmount };

/** An order's amounts and total. */
export function OrderAmounts({ totals, shippingMethod, refunded }: Props) {
  const rows: { label: string; amount: string }[] = [
    { label: "Subtotal", amount: formatMoney(totals.subtotal) },
  ];
  if (totals.discount.minorUnits > 0) {
    rows.push({ label: "Offers", amount: `−${formatMoney(totals.discount)}` });
  }
  if (totals.promotion.minorUnits > 0) {
    rows.push({ label: "Promotion code", amount: `−${formatMoney(totals.promotion)}` });
  }
  rows.push({
    label: shippingMethod ? `Shipping, ${shippingMethod}` : "Shipping",
    amount: formatMoney(totals.shipping),
  });
  if (totals.tax.minorUnits > 0) rows.push({ label: "Tax", amount: formatMoney(totals.tax) });
  return (
    <dl className="figures ml-auto max-w-sheet space-y-1.5 pt-4 text-sm">
      {rows.map((row) => (
        <div key={row.label} className="flex justify-between gap-6 text-ink-soft">
          <dt>{row.label}</dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-6 border-t border-ink/70 pt-2 text-base font-medium">
        <dt>Total</dt>
        <dd>{formatMoney(totals.total)}</dd>
      </div>
      {refunded.minorUnits > 0 && (
        <div className="flex justify-between gap-6 text-ink-soft">
          <dt>Refunded</dt>
          <dd>−{formatMoney(refunded)}</dd>
        </div>
      )}
    </dl>
  );
}
