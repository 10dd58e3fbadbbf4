import { DeliveryEstimate } from "#app/components/delivery/delivery-estimate.tsx";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { POLICY_VERSION, policyOf } from "#features/garments/contract/policy.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import type { EnteredFit } from "#features/garments/specification/fit-draft.ts";
import { chosenOptions, draftTotal } from "#features/garments/specification/fit-draft.ts";
import { priceDifference } from "./option-groups.tsx";

type Props = {
  terms: MadeToMeasureTerms;
  draft: EnteredFit;
  customPrice: MoneyAmount;
};

/** What the price is made of. */
export function PriceRows({ terms, draft, customPrice }: Props) {
  const rows = [
    { key: "base", label: "Garment", amount: formatMoney(customPrice) },
    ...(terms.surcharge.minorUnits > 0
      ? [{ key: "made", label: "Made to measure", amount: `+${formatMoney(terms.surcharge)}` }]
      : []),
    ...chosenOptions(draft, terms).map(({ group, choice }) => ({
      key: group.id,
      label: `${group.name}: ${choice.name}`,
      amount: priceDifference(choice) || "Included",
    })),
  ];
  return (
    <dl className="figures text-sm">
      {rows.map(({ key, label, amount }) => (
        <div key={key} className="flex justify-between gap-6 border-b border-line py-2">
          <dt className="wrap-anywhere text-ink-soft">{label}</dt>
          <dd className="shrink-0">{amount}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-6 pt-3 text-lg">
        <dt>Total</dt>
        <dd>
          <output>{formatMoney(draftTotal(draft, terms, customPrice))}</output>
        </dd>
      </div>
    </dl>
  );
}

type PromiseProps = {
  productId: string;
  terms: MadeToMeasureTerms;
  delivery: DeliveryTerms;
  total: MoneyAmount;
};

/** When it arrives, and the policy, before the purchase. */
export function FitPromises({ productId, terms, delivery, total }: PromiseProps) {
  return (
    <div className="space-y-4 text-sm text-ink-soft">
      <DeliveryEstimate
        terms={termsWithMaking(delivery, terms.extraDays)}
        worth={total}
        madeToMeasure
        productId={productId}
        fallback={
          <a
            href={`/product/${productId}/ready`}
            rel="nofollow"
            className="link inline-block py-2.5"
          >
            When would it arrive?
          </a>
        }
      />
      <FitPolicy extraDays={terms.extraDays} />
    </div>
  );
}

/** Specification 2, Returns. The contract has the same text. */
function FitPolicy({ extraDays }: { extraDays: number }) {
  return (
    <div className="max-w-[60ch] space-y-2 text-sm text-ink-soft">
      <p>
        Made for you alone in Georgetown: making it takes up to {extraDays} days, and longer when
        many pieces are ordered. The date says which.
      </p>
      {policyOf(POLICY_VERSION).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
