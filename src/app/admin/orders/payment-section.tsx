import { formatMoney } from "#core/money-amount.ts";
import type { AdminOrder } from "#features/order-page/admin-order-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import type { PaymentEntry } from "#features/payments/payment-history.server.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";
import { refusalOf } from "./order-actions.ts";
import { OrderSection } from "./order-section.tsx";
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
  desk: AdminOrder;
  idempotencyKey: string;
  asked: OrderAction | null;
  refusal: OrderActionRefusal | undefined;
};

/** The money of an order: what came, what went, and how to give some back. */
export function PaymentSection({ desk, idempotencyKey, asked, refusal }: Props) {
  const { order, parcels, payments, refundable } = desk;
  const refused = refusalOf(refusal, "refund");
  const canRefund = order.completedAt !== null && refundable.minorUnits > 0;
  const canCancel =
    order.status === "pending" ||
    (order.status === "completed" && parcels.length === 0 && canRefund);
  if (payments.length === 0 && !canRefund && !canCancel) return null;
  return (
    <OrderSection id="payments" title="Payments">
      {payments.length > 0 && <PaymentList payments={payments} />}
      <div className="flex flex-wrap gap-3">
        {canRefund && (
          <OrderActionDisclosure
            id="refund"
            title="Refund"
            submit="Refund"
            intent="refund"
            isAsked={asked === "refund"}
            refusal={refused}
          >
            <RefundFields desk={desk} idempotencyKey={idempotencyKey} refused={refused} />
          </OrderActionDisclosure>
        )}
        {canCancel && (
          <CancelDisclosure desk={desk} idempotencyKey={idempotencyKey} refusal={refusal} />
        )}
      </div>
    </OrderSection>
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

function CancelDisclosure({ desk, idempotencyKey, refusal }: Omit<Props, "asked">) {
  const refused = refusalOf(refusal, "cancel");
  const isPaid = desk.order.completedAt !== null;
  return (
    <OrderActionDisclosure
      id="cancel"
      title="Cancel the order"
      submit={isPaid ? `Cancel and refund ${formatMoney(desk.refundable)}` : "Cancel the order"}
      intent="cancel"
      refusal={refused}
      danger
    >
      <input type="hidden" name="seen" value={refused?.typed.seen ?? desk.seen} />
      <input type="hidden" name="key" value={refused?.typed.key ?? idempotencyKey} />
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
    </OrderActionDisclosure>
  );
}
