import { formatMoment } from "#core/georgetown-time.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { CreditEntry } from "#features/orders/store-credit/store-credit.ts";
import { creditEntryTitle } from "#features/orders/store-credit/store-credit.ts";

/** Lists the entries, newest first. */
export function CreditLedger({ entries }: { entries: readonly CreditEntry[] }) {
  return (
    <ul className="figures divide-y divide-line border-y border-line text-sm">
      {entries.map(({ actorName, amount, at, id, kind, note, orderNumber }) => (
        <li key={id} className="flex items-baseline justify-between gap-6 py-3">
          <div className="min-w-0">
            <p className="font-medium">
              {creditEntryTitle(kind)}
              {orderNumber && (
                <span className="font-normal text-ink-soft"> · order {orderNumber}</span>
              )}
            </p>
            {note && <p className="wrap-anywhere text-ink-soft">{note}</p>}
            <p className="text-ink-quiet">
              <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
              {actorName && `, by ${actorName}`}
            </p>
          </div>
          <p className="shrink-0 font-medium">
            {amount.minorUnits > 0
              ? `+${formatMoney(amount)}`
              : formatMoney(amount).replace("-", "−")}
          </p>
        </li>
      ))}
    </ul>
  );
}
