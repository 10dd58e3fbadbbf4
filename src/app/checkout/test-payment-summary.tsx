import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { PaymentLine, PaymentRequest } from "#platform/payments.server.ts";

type Props = {
  kind: PaymentRequest["kind"];
  lines: readonly PaymentLine[];
  total: MoneyAmount;
  customerEmail: string;
};

/** What is being paid, as the provider was told; shipping is added by the choice beside it. */
export function TestPaymentSummary({ kind, lines, total, customerEmail }: Props) {
  return (
    <section aria-labelledby="payment-summary" className="lg:border-l lg:border-line lg:pl-12">
      <h2 id="payment-summary" className="display mb-5 text-xl">
        {kind === "donation" ? "Your donation" : "Order Summary"}
      </h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li
            key={`${line.name} ${line.detail}`}
            className="flex justify-between gap-6 py-3 first:pt-0"
          >
            <div className="min-w-0">
              <p className="font-medium leading-tight wrap-anywhere">{line.name}</p>
              <p className="mt-1 text-sm text-ink-quiet">{line.detail}</p>
              <p className="text-sm text-ink-quiet">Quantity: {line.quantity}</p>
            </div>
            <p className="figures shrink-0 text-sm">{formatMoney(line.total)}</p>
          </li>
        ))}
      </ul>
      <dl className="figures flex justify-between border-t border-ink/70 pt-4 text-lg">
        <dt>{kind === "donation" ? "Total" : "Total before shipping"}</dt>
        <dd>{formatMoney(total)}</dd>
      </dl>
      <p className="mt-2 text-sm wrap-anywhere text-ink-quiet">Receipt to {customerEmail}</p>
    </section>
  );
}
