import { OrderSection } from "#app/components/admin/order-section.tsx";
import { AmountField, ReasonField } from "#app/components/form/amount-and-reason.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { formatLongDay } from "#core/business-days.ts";
import { formatDay, formatMoment } from "#core/georgetown-time.ts";
import { formatMoney, formatReported, toDecimal } from "#core/money-amount.ts";
import {
  depositOfOrder,
  isDepositReturned,
  isOverpaid,
  isPartOfWhole,
  leftToPay,
  missingOfDeposit,
} from "#features/orders/order/transfer-deposit.ts";
import type { AdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import {
  canReceiveFurtherTransfer,
  canReceiveLateTransfer,
  isOwedByTransfer,
  isUnpaid,
} from "#features/sales/payments/payment.ts";
import type {
  PaymentEntry,
  ReviewedPayment,
} from "#features/sales/payments/payment-queries.server.ts";
import type { PayoutAccount } from "#features/sales/payments/payout-account.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import {
  LateTransferDisclosure,
  OwedAsCredit,
  TransferArrivedDisclosure,
} from "./late-transfer.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction } from "./order-actions.ts";
import { quantitiesOf } from "./quantity-fields.tsx";
import { ConfirmField, chosenRefund, RefundFields, SentBackField } from "./refund-fields.tsx";
import { AccountForTransfer, TransfersBack } from "./transfers-back.tsx";

const REVIEWS: Readonly<
  Record<ReviewedPayment["reason"], { title: string; next: (payment: ReviewedPayment) => string }>
> = {
  wrong_amount: {
    title: "A payment of the wrong amount",
    next: ({ requested, captured }) =>
      `${formatReported(captured)} arrived instead of ${formatReported(requested)}. The order stays unpaid, and its pieces are free again when its time is over. Refund this payment, and write to the customer how to order again.`,
  },
  wrong_currency: {
    title: "A payment in another currency",
    next: ({ captured }) =>
      `${formatReported(captured)} arrived, and the order is in another currency. It stays unpaid, and its pieces are free again when its time is over. Refund this payment, and write to the customer how to order again.`,
  },
  owed_back: {
    title: "Money to send back",
    next: ({ captured }) =>
      `${formatReported(captured)} was transferred for this order, which ended before it was paid.`,
  },
  further_transfer: {
    title: "Money to send back",
    next: ({ captured }) =>
      `${formatReported(captured)} was transferred for this order beside what paid it.`,
  },
  duplicate: {
    title: "Paid a second time",
    next: ({ captured }) =>
      `${formatReported(captured)} arrived for an order that was paid before. Refund this payment, and write to the customer that it comes back.`,
  },
};

function ReviewedPaymentNotice({
  account,
  adminOrder,
  payment,
  idempotencyKey,
  result,
}: { payment: ReviewedPayment } & Pick<
  Props,
  "account" | "adminOrder" | "idempotencyKey" | "result"
>) {
  const emailText = useEmailText();
  const { title, next } = REVIEWS[payment.reason];
  const isOwed = isOwedByTransfer(payment);
  const owed = adminOrder.transfersBack.find(({ id }) => id === payment.id);
  return (
    <div className="mb-6 space-y-4">
      <Notice kind="warning" title={title}>
        {next(payment)}
        {isOwed && ` ${emailText("The customer has mail that it comes back.")}`}
        {owed &&
          ` Send it from your bank account by ${formatLongDay(owed.dueDay)}, then record it here.`}
        {owed && <AccountForTransfer account={account} />}
      </Notice>
      <OrderActionDisclosure
        id={`refund-payment-${payment.id}`}
        title={isOwed ? "Record that it was sent back" : "Refund this payment"}
        submit={isOwed ? "Sent back" : "Refund"}
        refunds={() => payment.left}
        intent="refund-payment"
        target={payment.id}
        about={formatReported(payment.left)}
        result={result}
        defaultValue={{ key: idempotencyKey }}
      >
        {(fields) => (
          <>
            <HiddenField field={fields.key} />
            {isOwed && (
              <ConfirmField
                field={fields.sent}
                label={`I have sent ${formatReported(payment.left)} back from my bank account`}
              />
            )}
            <p className="text-sm text-ink-soft">
              {isOwed
                ? `The order stays as it is. ${emailText("The customer has mail that it is on its way.")}`
                : `All of it goes back to where it came from. The order stays as it is. ${emailText("The customer has mail about it.")}`}
            </p>
          </>
        )}
      </OrderActionDisclosure>
      {isOwed && payment.left.minorUnits > 0 && (
        <OwedAsCredit payment={payment} idempotencyKey={idempotencyKey} result={result} />
      )}
    </div>
  );
}

const KIND_LABELS: Readonly<Record<PaymentEntry["kind"], string>> = {
  charge: "Paid",
  charge_undone: "Recorded by mistake",
  refund: "Refunded",
  refund_failed: "Refund came back",
  refund_pending: "Refund on its way",
  refund_to_send: "To be sent back",
  refund_refused: "Refund refused",
  dispute: "Taken back by the bank",
  dispute_won: "Dispute won",
};

/** What a charge that does not pay its order is, after "Paid". */
const BESIDE_LABELS: Readonly<Record<NonNullable<PaymentEntry["besideReason"]>, string>> = {
  wrong_amount: "does not match the order",
  wrong_currency: "does not match the order",
  duplicate: "for an order that was paid or had ended",
  further_transfer: "beyond what the order costs",
};

type Props = {
  adminOrder: AdminOrder;
  idempotencyKey: string;
  openAction: OrderAction | null;
  /** Where the customer wants money to be sent; null until she says so. */
  account: PayoutAccount | null;
  /** The day in Georgetown. */
  today: string;
  result: FormResult | undefined;
};

export function PaymentSection(props: Props) {
  const { account, adminOrder, idempotencyKey, openAction, result, today } = props;
  const { order, shipments, payments, refundable, reviewedPayments } = adminOrder;
  const canRefund = order.completedAt !== null && refundable.minorUnits > 0;
  const canCancel =
    order.status === "pending" ||
    (order.status === "completed" && shipments.length === 0 && canRefund);
  const canRecordTransfer =
    order.payment.method === "manual" &&
    isUnpaid(order.payment.status) &&
    order.address !== null &&
    !isDepositReturned(order) &&
    !isOverpaid(order);
  if (
    payments.length === 0 &&
    !canRefund &&
    !canCancel &&
    !canRecordTransfer &&
    !canReceiveLateTransfer(order) &&
    !canReceiveFurtherTransfer(order)
  )
    return null;
  return (
    <OrderSection id="payments" title="Payments">
      {reviewedPayments
        .filter(({ left }) => left.minorUnits > 0)
        .map((payment) => (
          <ReviewedPaymentNotice
            key={payment.id}
            account={account}
            adminOrder={adminOrder}
            payment={payment}
            idempotencyKey={idempotencyKey}
            result={result}
          />
        ))}
      <TransfersBack transfersBack={adminOrder.transfersBack} account={account} result={result} />
      {payments.length > 0 && <PaymentList payments={payments} />}
      <TransferMistakes {...props} />
      <div className="flex flex-wrap gap-3">
        {canRecordTransfer && <DepositDisclosure {...props} />}
        {canRecordTransfer && <TransferArrivedDisclosure order={order} result={result} />}
        {canRecordTransfer && <PartDisclosure {...props} />}
        <LateTransferDisclosure
          order={order}
          idempotencyKey={idempotencyKey}
          today={today}
          result={result}
        />
        {canRefund && (
          <OrderActionDisclosure
            id="refund"
            title="Refund"
            submit="Refund"
            refunds={(fields) => chosenRefund(adminOrder, fields)}
            intent="refund"
            isOpen={openAction === "refund"}
            result={result}
            defaultValue={{ key: idempotencyKey, items: quantitiesOf(order.lines, () => 0) }}
          >
            {(fields) => <RefundFields adminOrder={adminOrder} fields={fields} />}
          </OrderActionDisclosure>
        )}
        {canCancel && (
          <CancelDisclosure
            adminOrder={adminOrder}
            idempotencyKey={idempotencyKey}
            result={result}
          />
        )}
      </div>
    </OrderSection>
  );
}

/** For an unpaid order that was asked for a deposit: any part of its total, as the owner reads it in the account. */
function DepositDisclosure({ adminOrder, idempotencyKey, result, today }: Props) {
  const { order } = adminOrder;
  const deposit = depositOfOrder(order);
  if (!deposit || isPartOfWhole(order) || order.status !== "pending") return null;
  const left = leftToPay(order);
  const missing = missingOfDeposit(deposit);
  const expected = missing.minorUnits > 0 ? missing : left;
  const hint =
    missing.minorUnits > 0
      ? `${formatMoney(missing)} of the deposit is missing, ${formatMoney(left)} in all. Enter what arrived: with the deposit there, makers' time and cloth are kept for the order.`
      : `The deposit is there, and ${formatMoney(left)} is left to pay.`;
  return (
    <OrderActionDisclosure
      id="record-deposit"
      title={missing.minorUnits > 0 ? "Record a deposit" : "Record a part of the rest"}
      submit="Record the transfer"
      intent="record-deposit"
      result={result}
      look={missing.minorUnits > 0 ? "primary" : "secondary"}
      defaultValue={{
        key: idempotencyKey,
        amount: toDecimal(expected).toFixed(2),
        receivedOn: today,
      }}
    >
      {(fields) => (
        <>
          <HiddenField field={fields.key} />
          <AmountField field={fields.amount} hint={hint} />
          <FormField field={fields.receivedOn} label="Arrived on">
            <Input {...controlProps(fields.receivedOn)} type="date" className="sm:w-52" />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}

/** For an unpaid order that was asked for the whole at once, of which too little arrived. */
function PartDisclosure({ adminOrder, idempotencyKey, result, today }: Props) {
  const emailText = useEmailText();
  const { order } = adminOrder;
  const isWhole = depositOfOrder(order) === null || isPartOfWhole(order);
  if (!isWhole || order.status !== "pending") return null;
  const left = formatMoney(leftToPay(order));
  const until = order.reservedUntil ? formatDay(order.reservedUntil) : "the order ends";
  return (
    <OrderActionDisclosure
      id="record-deposit"
      title="Too little has arrived"
      submit="Record the transfer"
      intent="record-deposit"
      result={result}
      look="secondary"
      defaultValue={{ key: idempotencyKey, amount: "", receivedOn: today }}
    >
      {(fields) => (
        <>
          <HiddenField field={fields.key} />
          <AmountField
            field={fields.amount}
            hint={`${left} is left to pay. Enter what your bank shows. With the last of it the order is paid; if it does not come until ${until}, you send back what is here. ${emailText("The customer has mail about what is missing.")}`}
          />
          <FormField field={fields.receivedOn} label="Arrived on">
            <Input {...controlProps(fields.receivedOn)} type="date" className="sm:w-52" />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}

/** Takes back what was recorded by mistake, while nothing of it is settled. */
function TransferMistakes({ adminOrder, result }: Props) {
  const undoable = adminOrder.payments.filter(({ isUndoable }) => isUndoable);
  if (undoable.length === 0) return null;
  return (
    <div className="my-4 flex flex-wrap gap-3">
      {undoable.map(({ amount, id }) => (
        <OrderActionDisclosure
          key={id}
          id={`undo-deposit-${id}`}
          title={`${formatReported(amount)} was recorded by mistake`}
          submit="Take it back"
          intent="undo-deposit"
          target={id}
          about={formatReported(amount)}
          result={result}
        >
          {() => (
            <p className="max-w-prose text-ink-soft">
              It counts no more, and what is held by it alone is free again. The customer has a
              correction if the mail about it is out already.
            </p>
          )}
        </OrderActionDisclosure>
      ))}
    </div>
  );
}

function PaymentList({ payments }: { payments: readonly PaymentEntry[] }) {
  return (
    <ul className="figures divide-y divide-line text-sm">
      {payments.map(({ id, amount, at, besideReason, kind, method }) => (
        <li key={id} className="flex items-baseline justify-between gap-6 py-2.5 first:pt-0">
          <span>
            <span className="font-medium">{KIND_LABELS[kind]}</span>
            {besideReason && <span className="text-ink-soft">, {BESIDE_LABELS[besideReason]}</span>}
            {method && <span className="text-ink-soft">, {method}</span>}
            <time dateTime={at.toISOString()} className="block text-ink-quiet">
              {formatMoment(at)}
            </time>
          </span>
          <span className={kind === "refund_refused" ? "struck" : "font-medium"}>
            {formatReported(amount).replace("-", "−")}
          </span>
        </li>
      ))}
    </ul>
  );
}

type CancelProps = Omit<Props, "account" | "openAction" | "today">;

function CancelDisclosure({ adminOrder, idempotencyKey, result }: CancelProps) {
  const emailText = useEmailText();
  const isPaid = adminOrder.order.completedAt !== null;
  const received = depositOfOrder(adminOrder.order)?.received;
  return (
    <OrderActionDisclosure
      id="cancel"
      title="Cancel the order"
      submit={isPaid ? "Cancel and refund" : "Cancel the order"}
      refunds={() => (isPaid ? adminOrder.refundable : null)}
      intent="cancel"
      result={result}
      defaultValue={{ key: idempotencyKey, version: adminOrder.version, restock: true }}
      danger
    >
      {(fields) => (
        <>
          <HiddenField field={fields.version} />
          <HiddenField field={fields.key} />
          {isPaid ? (
            <>
              <Checkbox
                label="Put the pieces back on the shelf"
                name={fields.restock.name}
                defaultChecked={fields.restock.initialValue === "on"}
              />
              <SentBackField adminOrder={adminOrder} field={fields.sent} />
              <ReasonField field={fields.reason} />
            </>
          ) : (
            <p className="text-sm text-ink-soft">
              {received && received.minorUnits > 0
                ? `${formatMoney(received)} was transferred already: you send it from your bank account. The pieces return to stock at once. ${emailText("The customer has mail that it comes back.")}`
                : "It is not paid yet. The payment page closes, and the pieces return to stock at once."}
            </p>
          )}
        </>
      )}
    </OrderActionDisclosure>
  );
}
