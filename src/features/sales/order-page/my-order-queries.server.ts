import { addressLines } from "#core/address-lines.server.ts";
import { formatLongDay } from "#core/business-days.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { dutiesNotice } from "#features/base/settings/shipping-methods.ts";
import {
  getDutiesTerms,
  getShippingSettings,
} from "#features/base/settings/site-settings-queries.server.ts";
import type { NamedAlteration } from "#features/garments/alterations/alteration-queries.server.ts";
import { listAlterationsOfGarments } from "#features/garments/alterations/alteration-queries.server.ts";
import { findPolicyVersions } from "#features/garments/contract/contract-queries.server.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import { standingOf } from "#features/garments/garment/line-standing.ts";
import { changeStateOf } from "#features/garments/production/customer-change-queries.server.ts";
import { refundPercentOf, refundTextOf } from "#features/garments/production/refund-policy.ts";
import type { LineHistory } from "#features/orders/order/line-quantities.ts";
import type { Order } from "#features/orders/order/order.ts";
import { isDeliveryAwaited, orderDelivery } from "#features/orders/order/order-delivery.ts";
import type { CustomerStep } from "#features/orders/order/order-events.ts";
import { customerSteps } from "#features/orders/order/order-events.ts";
import {
  findLineColors,
  findOrderById,
  findOrderIdByNumber,
  findOwnOrder,
} from "#features/orders/order/order-queries.server.ts";
import type { Shipment } from "#features/orders/order/shipment-queries.server.ts";
import {
  hasOrderArrived,
  lineHistories,
  listShipments,
} from "#features/orders/order/shipment-queries.server.ts";
import { listOrderEvents } from "#features/orders/order/stored-order-events.server.ts";
import type { TransferInstructions } from "#features/sales/checkout/bank-transfer.server.ts";
import { findTransferInstructions } from "#features/sales/checkout/bank-transfer.server.ts";
import { deliveryAfterTransfer } from "#features/sales/checkout/transfer-delivery.ts";
import type { OrderCorrection } from "#features/sales/documents/write-documents.server.ts";
import { listCorrections } from "#features/sales/documents/write-documents.server.ts";
import type { Cancellation } from "#features/sales/payments/cancel-garment.server.ts";
import { listCancellations } from "#features/sales/payments/cancel-garment.server.ts";
import type { ItemCancellation } from "#features/sales/payments/cancel-items.server.ts";
import { listItemCancellations } from "#features/sales/payments/cancel-items.server.ts";
import { findPayoutEnding } from "#features/sales/payments/payout-account.server.ts";
import type { TransferBack } from "#features/sales/payments/transfer-back.ts";
import { moneyBackDueDay, wayBackText } from "#features/sales/payments/transfer-back.ts";
import { listTransfersBackOfOrder } from "#features/sales/payments/transfer-back-queries.server.ts";
import type { OrderReturn } from "#features/sales/returns/return-queries.server.ts";
import { listReturnableLines, returnsOf } from "#features/sales/returns/return-queries.server.ts";
import type { LineReturn } from "#features/sales/returns/return-rules.ts";

/** A garment that is made for the order, as its customer sees it. */
export type MyGarment = {
  id: string;
  orderId: string;
  orderItemId: string;
  /** With its wearer. */
  name: string;
  /** From 1 within its line of `of`. */
  number: number;
  of: number;
  stage: GarmentStage;
  /** True for a line with a contract of which no garment is approved to be cut. */
  isChangeable: boolean;
  /** True for a line with a contract that is in work: the atelier can be asked about what was measured again. */
  isInWork: boolean;
  /** Of the policy that it was ordered under; null without a contract. */
  policyVersion: number | null;
  /** What cancelling it now gives back; null when it cannot be cancelled, or another garment of its line is cancelled first. */
  refundText: string | null;
  /** Null where another garment of its line is cancelled first, or nothing is given back. */
  cancellation: Cancellation | null;
  /** What was asked for once it had arrived, oldest first. */
  alterations: readonly NamedAlteration[];
};

export type MyOrder = {
  order: Order;
  /** In the order of the lines. */
  garments: readonly MyGarment[];
  refunded: MoneyAmount;
  /** What the owner has to send to the customer's bank account, due first. */
  moneyBack: readonly TransferBack[];
  /** In which way money of it comes back, such as "by the way you paid". */
  wayBack: string;
  /** How the number of that account ends; null until the customer names one. */
  payoutEnding: string | null;
  /** What to transfer, while the order waits for it. */
  transfer: TransferInstructions | null;
  /** What can be cancelled of ready-made lines before it leaves. */
  itemCancellations: readonly ItemCancellation[];
  /** By line id: what was sent, and what was refunded before that. */
  lineStates: Record<string, LineHistory>;
  addressLines: readonly string[];
  /** The promise of the delivery, without days once it has arrived; null before a method is chosen. */
  delivery: string | null;
  /** The owner's text on duties of the country while the delivery is awaited; null where none are due. */
  duties: string | null;
  colors: Record<string, string>;
  steps: readonly CustomerStep[];
  /** Oldest first. */
  shipments: readonly Shipment[];
  /** Oldest first. `outcomeDay`: the last day of its outcome, such as "4 December 2026"; "" before it is here. */
  announced: readonly (Omit<OrderReturn, "staffNote"> & { outcomeDay: string })[];
  /** By line id. */
  returns: Record<string, LineReturn>;
  /** Credit and debit notes, oldest first. */
  corrections: readonly OrderCorrection[];
};

async function describeGarments(db: Queryable, order: Order): Promise<MyGarment[]> {
  const garments = await listGarmentsOfOrder(db, order.id);
  if (garments.length === 0) return [];
  const cancellations = await listCancellations(db, order);
  const lines = [...new Set(garments.map(({ orderItemId }) => orderItemId))];
  const versions = await findPolicyVersions(db, lines);
  const arrived = garments.filter(({ deliveredAt }) => deliveredAt !== null);
  const alterations = await listAlterationsOfGarments(
    db,
    arrived.map(({ id }) => id),
  );
  return garments.map(({ id, isRemake, name, number, of, orderItemId, stage }) => {
    const policyVersion = versions.get(orderItemId) ?? null;
    const cancellation = cancellations.find(({ garmentId }) => garmentId === id) ?? null;
    const ofLine = garments.filter((each) => each.orderItemId === orderItemId);
    const stages = ofLine.map((each) => each.stage);
    const facts = { orderStatus: order.status, stages, isContractErased: false };
    const isOpen = stage !== "cancelled" && changeStateOf(facts) === "open";
    const isMade = stage !== "cancelled" && stage !== "shipped";
    const isInWork = isMade && standingOf(facts) === "in_work";
    const isNext =
      cancellation !== null || (!isRemake && refundPercentOf(stage, policyVersion) === 0);
    return {
      id,
      orderId: order.id,
      orderItemId,
      name,
      number,
      of,
      stage,
      policyVersion,
      isChangeable: isOpen && policyVersion !== null,
      isInWork: isInWork && policyVersion !== null,
      refundText:
        isNext && order.status === "completed" ? refundTextOf(stage, policyVersion) : null,
      cancellation,
      alterations: alterations.filter(({ garmentId }) => garmentId === id),
    };
  });
}

async function describeForCustomer(db: Queryable, order: Order, now: Date): Promise<MyOrder> {
  const announced = await returnsOf(db, order.id);
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  const moneyBack = await listTransfersBackOfOrder(db, order.id);
  const transfer = await findTransferInstructions(db, order);
  const terms = await getShippingSettings(db);
  const arrival = { hasArrived: await hasOrderArrived(db, order) };
  return {
    order: { ...order, payment: { ...order.payment, sessionId: null } },
    refunded: order.refunded,
    moneyBack,
    wayBack: wayBackText(order),
    payoutEnding: moneyBack.length > 0 ? await findPayoutEnding(db, order.id) : null,
    itemCancellations: await listItemCancellations(db, order),
    lineStates: Object.fromEntries(order.lines.map(({ id }) => [id, historyOf(id)])),
    garments: await describeGarments(db, order),
    addressLines: order.address ? addressLines(order.address) : [],
    transfer,
    delivery: transfer
      ? deliveryAfterTransfer(order, { now, terms, until: transfer.until })
      : orderDelivery(order, arrival),
    duties:
      order.address && isDeliveryAwaited(order, arrival)
        ? dutiesNotice(await getDutiesTerms(db), order.address.country)
        : null,
    colors: await findLineColors(db, order),
    steps: customerSteps(await listOrderEvents(db, order.id)),
    shipments,
    announced: announced.map(({ staffNote: _, ...each }) => ({
      ...each,
      outcomeDay: each.receivedAt ? formatLongDay(moneyBackDueDay(each.receivedAt, terms)) : "",
    })),
    returns: await listReturnableLines(db, order, now),
    corrections: await listCorrections(db, order.id),
  };
}

/** The actor's order; another's is 'not_found'. */
export async function findMyOrder(
  db: Queryable,
  input: { actor: Actor; orderId: string; now: Date },
): Promise<Result<MyOrder, "forbidden" | "not_found">> {
  const found = await findOwnOrder(db, input);
  return found.ok ? ok(await describeForCustomer(db, found.value, input.now)) : found;
}

/**
 * An order by number and email, for a guest. Unknown number and wrong email respond alike by one statement;
 * without the address.
 */
export async function lookUpOrder(
  db: Queryable,
  input: { number: string; email: string; now: Date },
): Promise<Result<MyOrder, "not_found">> {
  const orderId = await findOrderIdByNumber(db, input);
  const order = orderId && (await findOrderById(db, orderId));
  if (!order) return fail("not_found");
  const described = await describeForCustomer(db, order, input.now);
  return ok({
    ...described,
    addressLines: [],
    order: {
      ...described.order,
      address: null,
      payment: { ...described.order.payment, url: null },
    },
  });
}
