import type { AmountRow } from "#features/orders/order/order-amounts.ts";

/** Shows the same rows on every page (features/orders/order-amounts). */
export function AmountRows({
  rows,
  className = "",
}: {
  rows: readonly AmountRow[];
  className?: string;
}) {
  return (
    <dl className={`figures space-y-1.5 ${className}`}>
      {rows.map(({ label, amount, isSum }) => (
        <div
          key={label}
          className={`flex items-baseline justify-between gap-6 ${
            isSum
              ? "border-t border-ink/70 pt-2 text-lg only:border-t-0 only:pt-0"
              : "text-sm text-ink-soft"
          }`}
        >
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
