import { orderNumber } from "#core/document-number.ts";
import { formatPercent } from "#core/format-number.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import {
  findPolicyVersion,
  findPolicyVersions,
} from "#features/garments/contract/contract-queries.server.ts";
import type { GarmentStage } from "#features/garments/garment/garment.ts";
import { isInWork, stageMessages } from "#features/garments/garment/garment.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import { byCancellation, lockGarments } from "#features/garments/garment/stored-garments.server.ts";
import { garmentCancelledNotice } from "#features/garments/production/production-email.ts";
import { refundPercentOf } from "#features/garments/production/refund-policy.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import { quantityLeft } from "#features/orders/order/line-quantities.ts";
import type { Order } from "#features/orders/order/order.ts";
import {
  findOrderIdByNumber,
  findOwnOrder,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import { lineHistories, listShipments } from "#features/orders/order/shipment-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { RefundRow } from "./payment-queries.server.ts";
import { findRefunds } from "./payment-queries.server.ts";
import type { SettlementDeps } from "./payment-records.server.ts";
import type { EarlierRefund } from "./refund.ts";
import { refundableMinor, refundSum } from "./refund.ts";
import { executeRefunds } from "./refund-order.server.ts";
import { findRefundByIdempotencyKey, writeRefund } from "./write-refund.server.ts";
import { isPaidToOtherAccount } from "./wrong-provider-account.server.ts";

/** What a customer gets back by cancelling one garment of a line now. */
export type Cancellation = {
  orderItemId: string;
  /** The one that ends: of several in a line, the least advanced. */
  garmentId: string;
  stage: GarmentStage;
  percent: number;
  amount: MoneyAmount;
  /** Whether the amount has the shipping too, because nothing else of the order is left to send. */
  isWithShipping: boolean;
};

type Garment = {
  id: string;
  orderItemId: string;
  number: number;
  stage: GarmentStage;
  isRemake: boolean;
};
/** `isLast`: nothing else of the order is left to send, and nothing was sent. */
type Past = { earlier: readonly EarlierRefund[]; isLast: boolean };

const shareOf = (minor: number, percent: number) =>
  Number((BigInt(minor) * BigInt(percent)) / 100n);

/**
 * The policy's share of what was paid for one garment, rounded down to a minor unit; shipping too when nothing of the order is left to
 * send. Never more than is left of the payment.
 */
function amountOf(order: Order, orderItemId: string, percent: number, past: Past): MoneyAmount {
  const refundedItems = [{ itemId: orderItemId, quantity: 1 }];
  const shipping = past.isLast;
  const { total } = order.totals;
  const whole = refundSum(order, { refundedItems, shipping });
  const minor =
    percent === 100
      ? whole.minorUnits
      : shareOf(refundSum(order, { refundedItems, shipping: false }).minorUnits, percent) +
        (shipping ? refundSum(order, { refundedItems: [], shipping }).minorUnits : 0);
  const left = refundableMinor(total.minorUnits, past.earlier);
  return money(Math.min(minor, left), total.currency);
}

async function pastOf(db: Queryable, order: Order): Promise<Past> {
  const shipments = await listShipments(db, order.id);
  const historyOf = await lineHistories(db, order.id, shipments);
  const left = order.lines.reduce(
    (sum, line) => sum + quantityLeft(line.quantity, historyOf(line.id)),
    0,
  );
  return {
    earlier: await findRefunds(db, order.id),
    isLast: shipments.length === 0 && left === 1,
  };
}

type CancellableLine = {
  orderItemId: string;
  garments: readonly Garment[];
  /** Null without a contract. */
  policyVersion: number | null;
};

/**
 * The garment of a line that a cancellation ends, with its share; null when the policy gives nothing back. A garment that is made again
 * was not paid for, and the customer has the one that it replaces: cancelling it is the atelier's.
 */
function cancellationOf(order: Order, line: CancellableLine, past: Past): Cancellation | null {
  const { garments, orderItemId, policyVersion } = line;
  const [next] = garments
    .filter(({ isRemake, stage }) => !isRemake && isInWork(stage))
    .toSorted(byCancellation);
  if (!next || order.status !== "completed") return null;
  const percent = refundPercentOf(next.stage, policyVersion);
  if (!percent) return null;
  const amount = amountOf(order, orderItemId, percent, past);
  // A line that replaces a returned item was not paid for.
  if (amount.minorUnits === 0) return null;
  const isWithShipping = past.isLast && order.totals.shipping.minorUnits > 0;
  return { orderItemId, garmentId: next.id, stage: next.stage, percent, amount, isWithShipping };
}

/** What the customer of a paid order can cancel, one garment for each line. Does not check who asks. */
export async function listCancellations(db: Queryable, order: Order): Promise<Cancellation[]> {
  const lines = Map.groupBy(await listGarmentsOfOrder(db, order.id), (each) => each.orderItemId);
  if (lines.size === 0) return [];
  const policyVersions = await findPolicyVersions(db, [...lines.keys()]);
  const past = await pastOf(db, order);
  return [...lines].flatMap(([orderItemId, garments]) => {
    const policyVersion = policyVersions.get(orderItemId) ?? null;
    return cancellationOf(order, { orderItemId, garments, policyVersion }, past) ?? [];
  });
}

/** 'changed': its stage, and with it the share, is another than the customer agreed to. 'elsewhere': the shop has to do it. */
export type CancelGarmentFailure =
  | "forbidden"
  | "not_found"
  | "changed"
  | "not_refundable"
  | "elsewhere";

/** As the customer confirmed it. */
export type Confirmed = { garmentId: string; percent: number };

/**
 * Cancels a garment of the actor's paid order and gives the policy's share of its price back, by the way it was paid. The garment is
 * cancelled at once, also when the bank needs time. Emails the shop. Idempotent: a garment is cancelled once.
 */
export async function cancelOwnGarment(
  deps: SettlementDeps,
  input: Confirmed & { actor: Actor; orderId: string },
): Promise<Result<null, CancelGarmentFailure>> {
  const { actor } = input;
  const found = await findOwnOrder(deps.db, input);
  if (!found.ok) return found;
  if (!isSignedIn(actor)) return fail("forbidden");
  return cancelGarment(deps, { ...input, actor });
}

/** The same by the order's number and email; a wrong pair is 'not_found'. */
export async function cancelGuestGarment(
  deps: SettlementDeps,
  input: Confirmed & { number: string; email: string },
): Promise<Result<null, CancelGarmentFailure>> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  return orderId ? cancelGarment(deps, { ...input, orderId, actor: null }) : fail("not_found");
}

type Cancelling = Confirmed & { orderId: string; actor: SignedIn | null };

async function cancelGarment(
  deps: SettlementDeps,
  input: Cancelling,
): Promise<Result<null, CancelGarmentFailure>> {
  if (await isPaidToOtherAccount(deps, input.orderId)) return fail("elsewhere");
  const written = await inTransaction(deps.db, (tx) => write(tx, deps, input));
  if (!written.ok) return written;
  // A refund that the provider refuses is shown to the owner, who pays it back another way; the garment stays cancelled.
  await executeRefunds(deps, written.value);
  return ok(null);
}

async function write(
  tx: Transaction,
  deps: SettlementDeps,
  { actor, garmentId, orderId, percent }: Cancelling,
): Promise<Result<readonly RefundRow[], "not_found" | "changed" | "not_refundable">> {
  const order = await lockOrder(tx, orderId);
  if (!order) return fail("not_found");
  const key = `cancel-garment:${garmentId}`;
  const twin = await findRefundByIdempotencyKey(tx, order, key);
  if (!twin.ok || twin.value.length > 0) return twin;
  const garments = await lockGarments(
    tx,
    order.lines.map(({ id }) => id),
  );
  const line = garments.find(({ id }) => id === garmentId);
  if (!line) return fail("not_found");
  const { orderItemId } = line;
  const own = garments
    .filter((each) => each.orderItemId === orderItemId)
    .map((each) => ({ ...each, isRemake: each.remakeOf !== null }));
  const policyVersion = await findPolicyVersion(tx, orderItemId);
  const past = await pastOf(tx, order);
  const now = cancellationOf(order, { orderItemId, garments: own, policyVersion }, past);
  if (now?.garmentId !== garmentId || now.percent !== percent) return fail("changed");
  const written = await writeRefund(tx, deps, order, {
    actor,
    amount: now.amount,
    key,
    returnRequestId: null,
    reason: `Cancelled at “${stageMessages[now.stage]}”: ${formatPercent(percent)} of its price`,
    items: [{ orderItemId, quantity: 1, restock: false }],
  });
  if (!written.ok) return fail("not_refundable");
  const item = order.lines.find(({ id }) => id === orderItemId);
  const productName = item?.productName ?? "";
  await recordOrderEvent(tx, {
    orderId,
    type: "garment_cancelled",
    detail: {
      productName,
      wearer: item?.fit?.wearer ?? "",
      reason: `${formatPercent(percent)} of its price`,
    },
  });
  await notifyShop(tx, deps, { order, productName: item ? lineName(item) : "", now });
  return written;
}

/** Somebody may have the garment on the table. */
async function notifyShop(
  tx: Transaction,
  deps: SettlementDeps,
  { now, order, productName }: { order: Order; productName: string; now: Cancellation },
): Promise<void> {
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...garmentCancelledNotice({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      productName,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      stage: stageMessages[now.stage],
      percent: now.percent,
      garmentUrl: `${deps.publicUrl}/admin/atelier/production/${now.garmentId}`,
    }),
    dedupeKey: `garment-cancelled:${now.garmentId}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
}
