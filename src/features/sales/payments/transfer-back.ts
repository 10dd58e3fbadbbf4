import { addBusinessDays, formatLongDay } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported } from "#core/money-amount.ts";
import { isManualProvider } from "#core/payment-providers.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";
import { BUSINESS_LABELS, REFUND_BUSINESS_DAYS } from "#features/base/settings/business-facts.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";
import type { Order } from "#features/orders/order/order.ts";

/**
 * Money that the shop owes a customer and that no provider returns, until the owner has sent it from the shop's bank account:
 * a refund of a transfer, what was transferred of an order that ended unpaid, or beside the payment of one that is paid.
 */
export type TransferBack = {
  readonly kind: "refund" | "deposit";
  /** The refund's id, or the payment's of a deposit. */
  readonly id: string;
  readonly orderId: string;
  /** The return that it pays for; null for what is no refund of a return. */
  readonly returnId: string | null;
  readonly amount: ReportedAmount;
  /** YYYY-MM-DD in Georgetown. */
  readonly dueDay: string;
};

/** Says to the customer what is sent by when, before it has left. */
export function moneyBackMessage(
  { amount, dueDay }: Pick<TransferBack, "amount" | "dueDay">,
  mailRoute: MailRoute,
): string {
  const left = promisedEmailText(
    { promised: "you have an email when it has", instead: "this page says when it has" },
    mailRoute,
  );
  return `We send ${formatReported(amount)} to your bank account by ${formatLongDay(dueDay)}. It has not left yet: ${left}.`;
}

/**
 * Says before a return how its money comes back, by the way in which the order was paid. `hasCredit`: whether store credit paid a part of
 * it beside the provider.
 */
export function refundWayMessage(order: { provider: string; hasCredit: boolean }): string {
  const way = providerWay(order);
  return order.hasCredit && order.provider !== "store_credit"
    ? `${way} What you paid with store credit is store credit again, with an email of its own.`
    : way;
}

function providerWay(order: { provider: string }): string {
  const { refund } = BUSINESS_LABELS;
  if (isSentByHand(order)) {
    return `You paid by bank transfer: once we have looked at what came back we ask you for your account, and send the money within ${refund} of receipt.`;
  }
  return order.provider === "store_credit"
    ? `You paid with store credit: it is yours again within ${refund} of receipt, and you have an email about it.`
    : `A refund reaches your original payment method within ${refund} of receipt.`;
}

/** The way in which money of an order comes back, before something of it is cancelled: store credit is store credit again. */
export function wayBackText({ credit, payment }: Pick<Order, "credit" | "payment">): string {
  if (payment.method === "store_credit") return "as store credit";
  return credit.minorUnits > 0
    ? "by the ways you paid: what was store credit is store credit again"
    : "by the way you paid";
}

/** Whether the owner sends a refund, so that it is on its way only once she says so. */
export const isSentByHand = ({ provider }: { provider: string }): boolean =>
  isManualProvider(provider);

/**
 * The last day on which money goes back: ten business days after the shop owes it (specification 2, Returns). It is owed
 * since a returned item was received, else since the refund was decided.
 */
export function moneyBackDueDay(
  owedSince: Date,
  terms: Pick<ShippingSettings, "closedDays">,
): string {
  return addBusinessDays(dayOf(owedSince), REFUND_BUSINESS_DAYS.max, closedDaysOf(terms));
}
