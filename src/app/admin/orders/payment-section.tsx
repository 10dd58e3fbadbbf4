import { formatMoney } from "#core/money-amount.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import type { OrderDesk } from "#features/orders/order-desk-queries.server.ts";
import type { PaymentEntry } from "#features/payments/payment-history.server.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { DeskIntent, DeskRefusal } from "./desk-answer.ts";
import { refusalOf } from "./desk-answer.ts";
import { DeskFold } from "./desk-fold.tsx";
import { DeskSection } from "./desk-section.tsx";
import { RefundFields } from "./refund-fields.tsx";

const KIND_WORDS: Readonly<Record<PaymentEntry["kind"], string>> = {
  charge: "Paid",
  refund: "Refunded",
  refund_failed: "Refund came back",
  refund_pending: "Refund on its way",
  refund_refused: "Refund refused",
  dispute: "Taken back by the bank",
  dispute_won: "Dispute won",
};

type Props = {
  desk: OrderDesk;
  pressKey: string;
  asked: DeskIntent | null;
  refusal: DeskRefusal | undefined;
};

/** The money of an order: what came, what went, and how to give some back. */
export function PaymentSection({ desk, pressKey, asked, refusal }: Props) {
  const { order, parcels, payments, refundable } = desk;
  const refused = refusalOf(refusal, "refund");
  const canRefund = order.completedAt !== null && refundable.minorUnits > 0;
  const canCancel =
    order.status === "pending" ||
    (order.status === "completed" && parcels.length === 0 && canRefund);
  if (payments.length === 0 && !canRefund && !canCancel) return null;
  return (
    <DeskSection id="payments" title="Payments">
      {payments.length > 0 && <PaymentList payments={payments} />}
      <div className="flex flex-wrap gap-3">
        {canRefund && (
          <DeskFold
            id="refund"
            title="Refund"
            submit="Refund"
            intent="refund"
            isAsked={asked === "refund"}
            refusal={refused}
          >
            <RefundFields desk={desk} pressKey={pressKey} refused={refused} />
          </DeskFold>
        )}
        {canCancel && <CancelFold desk={desk} pressKey={pressKey} refusal={refusal} />}
      </div>
    </DeskSection>
  );
}

function PaymentList({ payments }: { payments: readonly PaymentEntry[] }) {
  return (
    <ul className="figures divide-y divide-line text-sm">
      {payments.map(({ id, amount, at, kind, method }) => (
        <li key={id} className="flex items-baseline justify-between gap-6 py-2.5 first:pt-0">
          <span>
            <span className="font-medium">{KIND_WORDS[kind]}</span>
            {method && <span className="text-ink-soft">, {method}</span>}
            <time dateTime={at.toISOString()} className="block text-ink-quiet">
              {formatMoment(at)}
            </time>
          </span>
          <span className={kind === "refund_refused" ? "struck" : "font-medium"}>
            {formatMoney(amount).replace("-", "−")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function CancelFold({ desk, pressKey, refusal }: Omit<Props, "asked">) {
  const refused = refusalOf(refusal, "cancel");
  const isPaid = desk.order.completedAt !== null;
  return (
    <DeskFold
      id="cancel"
      title="Cancel the order"
      submit={isPaid ? `Cancel and refund ${formatMoney(desk.refundable)}` : "Cancel the order"}
      intent="cancel"
      refusal={refused}
      danger
    >
      <input type="hidden" name="seen" value={refused?.typed.seen ?? desk.seen} />
      <input type="hidden" name="key" value={refused?.typed.key ?? pressKey} />
      {isPaid ? (
        <>
          <Checkbox
            label="Put the pieces back on the shelf"
            name="restock"
            value="1"
            defaultChecked={refused ? refused.typed.restock === "1" : true}
          />
          <Field label="Reason" hint="The customer reads it." error={refused?.errors.reason}>
            <Textarea name="reason" rows={2} defaultValue={refused?.typed.reason} required />
          </Field>
        </>
      ) : (
        <p className="text-sm text-ink-soft">
          Nobody has paid for it yet. The payment page closes, and the pieces are back at once.
        </p>
      )}
    </DeskFold>
  );
}
