import { CreditLedger } from "#app/components/store-credit/credit-ledger.tsx";
import { formatMoney } from "#core/money-amount.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { LedgerSection } from "./account-page.tsx";

/** How many entries are seen without opening the rest. */
const NEWEST = 5;

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
            <CreditLedger entries={credit.entries.slice(0, NEWEST)} />
            {credit.entries.length > NEWEST && (
              <details className="mt-2">
                <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
                  Earlier history
                </summary>
                <CreditLedger entries={credit.entries.slice(NEWEST)} />
              </details>
            )}
          </div>
          <div className="mt-6">
            <ButtonLink to="/checkout" variant="secondary">
              Use it at checkout
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
