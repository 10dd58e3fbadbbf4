import type { FormResult } from "#app/web/form.server.ts";
import { formatLongDay } from "#core/business-days.ts";
import { formatReported } from "#core/money-amount.ts";
import type { PayoutAccount } from "#features/sales/payments/payout-account.ts";
import type { TransferBack } from "#features/sales/payments/transfer-back.ts";
import { Notice } from "#ui/notice.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import { ConfirmField } from "./refund-fields.tsx";

/** Where the customer wants the money, or that nobody knows it yet. */
export function AccountForTransfer({ account }: { account: PayoutAccount | null }) {
  if (!account) {
    return (
      <p className="mt-2">
        The customer has not named an account yet. The mail about the refund asks for it, and the
        page of the order has a form for it.
      </p>
    );
  }
  return (
    <dl className="figures mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
      <dt className="text-ink-soft">Holder</dt>
      <dd>{account.holder}</dd>
      <dt className="text-ink-soft">Account</dt>
      <dd>{account.accountNumber}</dd>
      <dt className="text-ink-soft">Bank</dt>
      <dd>{account.bank}</dd>
    </dl>
  );
}

type Props = {
  transfersBack: readonly TransferBack[];
  account: PayoutAccount | null;
  result: FormResult | undefined;
};

/** The refunds that the owner sends from the bank account, each until she records that it was sent. Deposits have a notice of their own. */
export function TransfersBack({ account, result, transfersBack }: Props) {
  return transfersBack
    .filter(({ kind }) => kind === "refund")
    .map(({ amount, dueDay, id }) => {
      const sum = formatReported(amount);
      return (
        <div key={id} className="mb-6 space-y-4">
          <Notice kind="warning" title={`Send ${sum} back by ${formatLongDay(dueDay)}`}>
            The order was paid by bank transfer: send it from your bank account, then record it
            here. The customer reads that it is on its way only then.
            <AccountForTransfer account={account} />
          </Notice>
          <OrderActionDisclosure
            id={`refund-sent-${id}`}
            title="Record that it was sent"
            submit={`Sent ${sum}`}
            intent="refund-sent"
            target={id}
            about={sum}
            result={result}
            look="primary"
          >
            {(fields) => (
              <ConfirmField field={fields.sent} label={`I have sent ${sum} from my bank account`} />
            )}
          </OrderActionDisclosure>
        </div>
      );
    });
}
