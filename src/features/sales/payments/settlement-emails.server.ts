import { addressLines } from "#core/address-lines.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { MoneyAmount, ReportedAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Transaction } from "#db/client.server.ts";
import type { OutboxEmail } from "#features/base/mail/email.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import type { EmailImage } from "#features/base/mail/render-email.ts";
import { BUSINESS_LABELS, productionLabels } from "#features/base/settings/business-facts.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { dutiesNotice, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { ContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { listContracts } from "#features/garments/contract/contract-queries.server.ts";
import { fitLabels, lineName, NO_WEARER } from "#features/orders/order/line-description.ts";
import { swatchOf, swatchOfEmail } from "#features/orders/order/line-swatch.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { makingDaysOf, orderPage } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { daysOfMaking, orderDelivery } from "#features/orders/order/order-delivery.ts";
import { hasOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { sendCreditEmail } from "#features/orders/store-credit/issue-store-credit.server.ts";
import type { StoreCredit } from "#features/orders/store-credit/store-credit.ts";
import { donationReceiptEmail } from "#features/sales/donations/donation-receipt-email.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { confirmedLine } from "./confirmed-lines.ts";
import { depositOwedEmail, transferEndedEmail } from "./deposit-email.ts";
import { orderConfirmationEmail } from "./order-confirmation-email.ts";
import type { RefundedLine } from "./refund.ts";
import { refundEmail, refundFailedEmail } from "./refund-email.ts";
import { refundWayMessage } from "./transfer-back.ts";
import { owedDayOf } from "./transfer-back-queries.server.ts";

export type SettlementEvent =
  | { type: "order_completed"; order: Order }
  | {
      type: "donation_completed";
      id: string;
      email: string;
      amount: MoneyAmount;
      completedAt: Date;
    }
  | {
      type: "refunded";
      order: Order;
      refundId: string;
      amount: ReportedAmount;
      /** The whole, a part, a mismatched payment, or the deposit of an order that ended. */
      of: "order" | "part" | "review" | "deposit";
      reason: string;
      isTransfer: boolean;
      lines: readonly RefundedLine[];
    }
  | {
      type: "credited";
      order: Order;
      refund: { id: string; amountMinor: number; reason: string };
      credit: StoreCredit;
    }
  | { type: "deposit_owed"; order: Order; amount: MoneyAmount; as: "cancelled" | "expired" }
  /** `waitedUntil`: null where the shop cancelled the order. */
  | { type: "transfer_ended"; order: Order; waitedUntil: Date | null }
  | { type: "refund_failed"; order: Order; refundId: string; amount: ReportedAmount };

type Deps = { jobs: JobQueue; publicUrl: string };
type Site = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  delivery: DeliveryTerms;
  owedUntil: string;
};

/** What the confirmation says of made-to-measure lines. */
type MadeToMeasure = { contracts: readonly ContractVersion[]; isLaterThanShown: boolean };

/** Writes a settlement's email in its transaction, once. */
export async function sendSettlementEmail(
  tx: Transaction,
  { jobs, publicUrl }: Deps,
  event: SettlementEvent,
): Promise<void> {
  if (event.type === "credited") {
    const { credit, order, refund } = event;
    const notice = {
      credit,
      note: refund.reason,
      key: `refund:${refund.id}`,
      amount: money(refund.amountMinor, credit.balance.currency),
      orderNumber: orderNumber(order.id),
    };
    await sendCreditEmail(tx, { jobs, publicUrl }, notice);
    return;
  }
  const { delivery, general } = await getSiteShell(tx);
  const { contactEmail, siteName } = general;
  const owedUntil = await owedUntilOf(tx, event);
  const site = { siteName, contactEmail, siteUrl: publicUrl, delivery, owedUntil };
  const isMade = event.type === "order_completed" && event.order.madeToMeasure;
  const made = isMade
    ? {
        contracts: await listContracts(tx, event.order.id),
        isLaterThanShown: await hasOrderEvent(tx, { orderId: event.order.id, type: "days_moved" }),
      }
    : { contracts: [], isLaterThanShown: false };
  await enqueueEmail(tx, jobs, composeEmail(event, site, made));
}

/** The key of the email that confirms an order: it has one. */
export const confirmationKey = (orderId: string): string => `order-confirmation:${orderId}`;

/** The day by which an ended order's deposit goes back; "" for any other event. */
async function owedUntilOf(tx: Transaction, event: SettlementEvent): Promise<string> {
  if (event.type !== "deposit_owed") return "";
  return owedDayOf(tx, { orderId: event.order.id, paymentId: event.order.payment.id });
}

function composeEmail(
  event: Exclude<SettlementEvent, { type: "credited" }>,
  site: Site,
  made: MadeToMeasure,
) {
  switch (event.type) {
    case "order_completed":
      return {
        ...composeConfirmation(event.order, site, made),
        dedupeKey: confirmationKey(event.order.id),
        recipient: event.order.customerEmail,
      };
    case "donation_completed": {
      const { amount, completedAt, email, id } = event;
      return {
        ...donationReceiptEmail({ amount, donationId: id, completedAt, ...site }),
        dedupeKey: `donation-receipt:${id}`,
        recipient: email,
      };
    }
    case "refunded": {
      const { amount, isTransfer, lines, of, order, reason, refundId } = event;
      const notice = { amount, isTransfer, lines, of, reason, refund: BUSINESS_LABELS.refund };
      const orderUrl = order.userId ? orderPage(site.siteUrl, order) : successUrl(order, site);
      return {
        ...refundEmail({
          ...site,
          customerName: order.address?.fullName,
          orderNumber: orderNumber(order.id),
          orderUrl,
          ...notice,
        }),
        dedupeKey: `refund:${refundId}`,
        recipient: order.customerEmail,
      };
    }
    case "deposit_owed": {
      const { amount, as, order } = event;
      return {
        ...depositOwedEmail({
          ...site,
          customerName: order.address?.fullName,
          orderNumber: orderNumber(order.id),
          orderUrl: orderPage(site.siteUrl, order),
          amount,
          isCancelled: as === "cancelled",
          until: site.owedUntil,
        }),
        dedupeKey: `deposit-owed:${order.id}`,
        recipient: order.customerEmail,
      };
    }
    case "transfer_ended": {
      const { order, waitedUntil } = event;
      return {
        ...transferEndedEmail({
          ...site,
          customerName: order.address?.fullName,
          orderNumber: orderNumber(order.id),
          orderUrl: orderPage(site.siteUrl, order),
          waitedUntil: waitedUntil && formatDay(waitedUntil),
          credit: order.credit,
          lines: order.lines.map((line) => confirmedLine(line)),
        }),
        dedupeKey: `transfer-ended:${order.id}`,
        recipient: order.customerEmail,
      };
    }
    case "refund_failed": {
      const { amount, order, refundId } = event;
      const orderUrl = orderPage(site.siteUrl, order);
      return {
        ...refundFailedEmail({
          ...site,
          customerName: order.address?.fullName,
          orderNumber: orderNumber(order.id),
          orderUrl,
          amount,
        }),
        dedupeKey: `refund-failed:${refundId}`,
        recipient: order.customerEmail,
      };
    }
  }
}

/** The order's page without an account. */
function successUrl(order: Order, { siteUrl }: Site): string {
  return `${siteUrl}/checkout/success?session_id=${order.payment.sessionId ?? ""}`;
}

/** Every email program can show it. */
const emailImagePath = (mediaId: string) => `/images/${mediaId}/1200.jpg`;

/** The first line with an image, and the swatch of its cloth where the image shows another one. */
function confirmedImage(order: Order, siteUrl: string): EmailImage | null {
  const line = order.lines.find(({ mediaId }) => mediaId !== null);
  if (!line?.mediaId) return null;
  const urlOf = (mediaId: string) => `${siteUrl}${emailImagePath(mediaId)}`;
  return {
    src: urlOf(line.mediaId),
    alt: lineName(line),
    swatch: swatchOfEmail(swatchOf(line), urlOf),
  };
}

/** Decision C5. */
function composeConfirmation(
  order: Order,
  site: Site,
  { contracts, isLaterThanShown }: MadeToMeasure,
): OutboxEmail {
  const labelsOf = ({ fit, id }: OrderLine) => {
    const agreed = contracts.find(({ orderItemId }) => orderItemId === id);
    if (!agreed) return null;
    return fitLabels({ fit: { ...(fit ?? NO_WEARER), options: agreed.terms.options } });
  };
  const { madeToMeasureExtra } = productionLabels(
    termsWithMaking(site.delivery, makingDaysOf(order)),
  );
  return orderConfirmationEmail({
    ...site,
    customerName: order.address?.fullName,
    orderNumber: orderNumber(order.id),
    orderUrl: successUrl(order, site),
    contractUrl: orderPage(site.siteUrl, order),
    image: confirmedImage(order, site.siteUrl),
    lines: order.lines.map((line) => confirmedLine(line, labelsOf(line))),
    amounts: listAmounts(order),
    total: order.totals.total,
    delivery: orderDelivery(order, { hasArrived: false }),
    duties: order.address && dutiesNotice(site.delivery, order.address.country),
    isLaterThanShown,
    terms: {
      refund: refundWayMessage({
        provider: order.payment.provider,
        hasCredit: order.credit.minorUnits > 0,
      }),
      daysOfMaking: daysOfMaking(order, madeToMeasureExtra),
      returnWindow: returnWindowLabel(site.delivery),
    },
    addressLines: order.address ? addressLines(order.address) : [],
  });
}
