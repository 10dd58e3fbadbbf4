import { addressLines } from "#core/address-lines.server.ts";
import { countryName } from "#core/delivery-address.ts";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { EmailStatus } from "#features/base/mail/outbox.ts";
import { findEmailStatus } from "#features/base/mail/outbox-queries.server.ts";
import { productionLabels } from "#features/base/settings/business-facts.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { dutiesNotice, termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { claimOrder } from "#features/orders/order/claim-orders.server.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { descriptionOf } from "#features/orders/order/line-description.ts";
import type { Order, OrderStatus, ShownStatus } from "#features/orders/order/order.ts";
import {
  holdsReservation,
  lineTotal,
  makingDaysOf,
  shownStatus,
} from "#features/orders/order/order.ts";
import type { AmountRow } from "#features/orders/order/order-amounts.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { daysOfMaking, orderDelivery } from "#features/orders/order/order-delivery.ts";
import { findOrderBySession } from "#features/orders/order/order-queries.server.ts";
import { hasOrderArrived } from "#features/orders/order/shipment-queries.server.ts";
import { isDepositReturned, owedBack } from "#features/orders/order/transfer-deposit.ts";
import { checkSession } from "#features/sales/payments/check-sessions.server.ts";
import { isUnderReview, isUnpaid } from "#features/sales/payments/payment.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import { confirmationKey } from "#features/sales/payments/settlement-emails.server.ts";
import type { TransferBack } from "#features/sales/payments/transfer-back.ts";
import { listTransfersBackOfOrder } from "#features/sales/payments/transfer-back-queries.server.ts";
import type { TransferInstructions } from "./bank-transfer.server.ts";
import { findTransferInstructions } from "./bank-transfer.server.ts";
import { deliveryAfterTransfer } from "./transfer-delivery.ts";

const SESSION_ID = /^[A-Za-z0-9_-]{10,255}$/;

/**
 * The order of an unguessable session id (specification 7), or null. A pending one asks the provider every
 * few seconds at most (decision C4); a signed-in customer's guest order becomes theirs.
 */
export async function retrieveOrder(
  deps: SettlementDeps,
  input: { sessionId: string; actor: Actor },
): Promise<OrderView | null> {
  const { sessionId, actor } = input;
  if (!SESSION_ID.test(sessionId)) return null;
  const order = await findOrderBySession(deps.db, sessionId);
  if (!order) return null;
  if (order.userId === null) await claimOrder(deps, { orderId: order.id, actor });
  const terms = await getSettings(deps.db, "shipping");
  const hasArrived = await hasOrderArrived(deps.db, order);
  const moneyBack = await listTransfersBackOfOrder(deps.db, order.id);
  const view = async (shown: Order, transfer: TransferInstructions | null = null) => {
    const confirmation = shown.completedAt
      ? await findEmailStatus(deps.db, { dedupeKey: confirmationKey(shown.id) })
      : null;
    const now = deps.clock.now();
    const viewed = { transfer, terms, actor, hasArrived, moneyBack, confirmation, now };
    return toOrderView(shown, viewed);
  };
  if (!holdsReservation(order.status)) return view(order);
  const transfer = await findTransferInstructions(deps.db, order);
  if (transfer) return view(order, transfer);
  try {
    const checked = await checkSession(deps, { provider: order.payment.provider, sessionId });
    if (checked === "recent") return view(order);
  } catch (error) {
    deps.logger.warn({ err: error, orderId: order.id }, "checkout: provider not reached");
    return view(order);
  }
  return view((await findOrderBySession(deps.db, sessionId)) ?? order);
}

/** Then the street is hidden: links are passed on. */
const ADDRESS_SHOWN_MS = DAY_MS;

/** Whole for a day and for its account, then city and country. */
function shownAddress(order: Order, { actor, now }: Viewer): string[] {
  const { address, completedAt, createdAt, userId } = order;
  if (!address) return [];
  const country = countryName(address.country);
  const isOwn = actor.role !== "visitor" && actor.userId === userId;
  const age = now.getTime() - (completedAt ?? createdAt).getTime();
  return isOwn || age < ADDRESS_SHOWN_MS
    ? addressLines(address)
    : [[address.city, country].filter(Boolean).join(", ")];
}

type Viewer = { actor: Actor; now: Date };

/** The page after the payment shows this of the order (specification 2). */
export type OrderView = {
  id: string;
  number: string;
  placedAt: string;
  status: OrderStatus;
  shownStatus: ShownStatus;
  email: string;
  /** What became of the email that confirms it; null before it is paid. */
  confirmation: EmailStatus | null;
  lines: readonly {
    id: string;
    described: DescribedLine;
    quantity: number;
    unitPrice: MoneyAmount;
    total: MoneyAmount;
    imageId: string | null;
  }[];
  amounts: readonly AmountRow[];
  total: MoneyAmount;
  isGuest: boolean;
  madeToMeasure: boolean;
  /** Without the street after a day. */
  addressLines: readonly string[];
  /** The promise of the delivery, without days once it has arrived; null before a method is chosen. */
  delivery: string | null;
  /** The days of processing, and of making (`daysOfMaking`). */
  production: { processing: string; daysOfMaking: string | null };
  /** Charged on arrival. */
  duties: string | null;
  /** While it can be paid. */
  paymentUrl: string | null;
  isUnderReview: boolean;
  /** While the order waits for it. */
  transfer: TransferInstructions | null;
  /** What was transferred of an order that ended unpaid, and has to go back; null for nothing. */
  owedBack: MoneyAmount | null;
  /** What went back of it. */
  sentBack: MoneyAmount | null;
  /** What the owner has to send to the customer's bank account, due first. */
  moneyBack: readonly TransferBack[];
  refunded: MoneyAmount;
};

function toOrderView(
  order: Order,
  view: Viewer & {
    terms: DeliveryTerms;
    transfer: TransferInstructions | null;
    moneyBack: readonly TransferBack[];
    hasArrived: boolean;
    confirmation: EmailStatus | null;
  },
): OrderView {
  const { confirmation, hasArrived: _, moneyBack, terms, transfer, ...viewer } = view;
  const labels = productionLabels(termsWithMaking(terms, makingDaysOf(order)));
  return {
    id: order.id,
    number: orderNumber(order.id),
    placedAt: order.createdAt.toISOString(),
    status: order.status,
    shownStatus: shownStatus(order),
    email: order.customerEmail,
    confirmation,
    lines: order.lines.map((line) => ({
      id: line.id,
      described: descriptionOf(line),
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      total: lineTotal(line),
      imageId: line.mediaId,
    })),
    amounts: listAmounts(order),
    total: order.totals.total,
    isGuest: order.userId === null,
    madeToMeasure: order.madeToMeasure,
    addressLines: shownAddress(order, viewer),
    delivery: transfer
      ? deliveryAfterTransfer(order, { ...viewer, terms, until: transfer.until })
      : orderDelivery(order, view),
    production: {
      processing: labels.processing,
      daysOfMaking: daysOfMaking(order, labels.madeToMeasureExtra),
    },
    duties: order.address && dutiesNotice(terms, order.address.country),
    paymentUrl:
      order.status === "pending" && isUnpaid(order.payment.status) ? order.payment.url : null,
    isUnderReview: isUnderReview(order.payment.status),
    transfer,
    owedBack: owedBack(order),
    sentBack: isDepositReturned(order)
      ? money(order.payment.refundedMinor, order.totals.total.currency)
      : null,
    moneyBack,
    refunded: order.refunded,
  };
}
