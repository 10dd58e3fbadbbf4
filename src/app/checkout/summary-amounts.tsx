import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";

export type SummaryRow = { label: string; amount: MoneyAmount | string; isSum?: boolean };

/** The amounts under an order's lines; the last is emphasised. */
export function SummaryAmounts({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="figures space-y-1 border-t border-ink/70 pt-4">
      {rows.map(({ label, amount, isSum }) => (
        <div
          key={label}
          className={`flex items-baseline justify-between gap-6 ${isSum ? "text-lg" : "text-sm text-ink-soft"}`}
        >
          <dt>{label}</dt>
          <dd>{typeof amount === "string" ? amount : formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
