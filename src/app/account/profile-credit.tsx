import { CreditLedger } from "#app/components/store-credit/credit-ledger.tsx";
import { formatMoney } from "#core/money-amount.ts";
import { creditPath } from "#features/orders/store-credit/store-credit.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { LedgerSection } from "./account-page.tsx";

/** Credit given to an email belongs to the account once the email is confirmed. */
export function ProfileCredit({ credit }: { credit: StoreCreditView | null }) {
  return (
    <LedgerSection
      id="store-credit"
      title="Store credit"
      lead="It pays for all or a part of an order and never expires."
    >
      {credit ? (
        <>
          <p className="display figures text-4xl">{formatMoney(credit.balance)}</p>
          {credit.held.minorUnits > 0 && (
            <p className="mt-2 text-sm text-ink-soft">
              {formatMoney(credit.held)} more is held for a checkout that is not finished.
            </p>
          )}
          <div className="mt-6">
            <CreditLedger entries={credit.entries.slice(0, 5)} />
          </div>
          <div className="mt-6 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to="/checkout" variant="secondary">
              Use it at checkout
            </ButtonLink>
            <ButtonLink to={creditPath(credit.token)} variant="quiet">
              All of its history
            </ButtonLink>
          </div>
        </>
      ) : (
        <p className="text-sm text-ink-soft">
          You have none yet. Credit that we give to your email address appears here.
        </p>
      )}
    </LedgerSection>
  );
}
