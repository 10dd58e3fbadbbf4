import { eq } from "drizzle-orm";
import type { DayRange } from "#core/business-days.ts";
import { deliveryMessage, methodMessage } from "#core/delivery-promise.ts";
import { orderNumber } from "#core/document-number.ts";
import { DAY_MS } from "#core/duration.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { amountIn, money } from "#core/money-amount.ts";
import {
  manualPaymentOf,
  manualProviderOf,
  paymentProviderLabel,
  providerNameOf,
} from "#core/payment-providers.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import {
  availableShippingMethods,
  termsWithMaking,
} from "#features/base/settings/shipping-methods.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { areInStock } from "#features/catalog/inventory/stock-ledger.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { isClothFree } from "#features/garments/cloth/commit-cloth.server.ts";
import { renewPromises } from "#features/garments/scheduling/promise-order.server.ts";
import type { Order, OrderStatus } from "#features/orders/order/order.ts";
import {
  amountDue,
  holdsReservation,
  isPaid,
  makingDaysOf,
  orderTotals,
  promiseOf,
} from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import { transferDaysMessage } from "#features/orders/order/order-delivery.ts";
import {
  findOrderById,
  findOrderBySession,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import {
  listOrderEvents,
  recordOrderEvent,
} from "#features/orders/order/stored-order-events.server.ts";
import {
  depositOf,
  depositOfOrder,
  isDepositReturned,
  isOverpaid,
  leftToPay,
  missingOfDeposit,
} from "#features/orders/order/transfer-deposit.ts";
import { arrivalOfOrder } from "#features/sales/payments/claim-days.server.ts";
import { confirmedLine } from "#features/sales/payments/confirmed-lines.ts";
import { writeDelivery } from "#features/sales/payments/order-credit.server.ts";
import { isUnpaid } from "#features/sales/payments/payment.ts";
import type {
  Settlement,
  SettlementDeps,
} from "#features/sales/payments/payment-records.server.ts";
import { changePayment } from "#features/sales/payments/payment-records.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import type { PaymentLine, PaymentSession, ShippingOption } from "#platform/payments.server.ts";
import { bankTransferEmail } from "./bank-transfer-email.ts";
import { newConfirmation } from "./confirm-order-email.server.ts";
import type {
  PaymentChoice,
  PaymentFormErrors,
  PaymentFormValues,
} from "./delivery-input.server.ts";
import { checkPaymentForm } from "./delivery-input.server.ts";
import { toPaymentLine } from "./open-payment.server.ts";
import type { TransferReservation } from "./transfer-reservation.ts";

export type OpenTransfer = {
  order: Order;
  lines: readonly PaymentLine[];
  options: readonly ShippingOption[];
  /** What the shop asks to be transferred first, in percent; null for none. */
  depositPercent: number | null;
  /** How long a transfer may take, and the rest once more after the deposit. */
  holdDays: number;
  /** The last day of the deposit, or of the whole without one. */
  until: string;
  /** From when the days of delivery are counted. */
  countedFrom: string;
  reference: string;
};

const isWaitingForChoice = (order: Order | null): order is Order =>
  order?.payment.method === "manual" &&
  order.payment.status === "pending" &&
  order.status === "pending";

const sectionOf = ({ payment }: Order) =>
  manualPaymentOf(manualProviderOf(payment.provider)).section;

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** The order of a transfer's session; 'over' once chosen or expired. */
export async function findOpenTransfer(
  deps: Pick<SettlementDeps, "db" | "clock" | "publicUrl">,
  sessionId: string,
): Promise<Result<OpenTransfer, "not_found" | "over">> {
  const order = await findOrderBySession(deps.db, sessionId);
  if (order?.payment.method !== "manual") return fail("not_found");
  if (!isWaitingForChoice(order)) return fail("over");
  const terms = await getSettings(deps.db, "shipping");
  const { madeToMeasure, totals } = order;
  const now = deps.clock.now();
  const making = termsWithMaking(terms, makingDaysOf(order));
  // A transfer takes days: no same-day shipping.
  const options = availableShippingMethods(making, {
    worth: totals.total,
    madeToMeasure,
    now,
    ...promiseOf(order),
  }).filter(({ onlyCity }) => onlyCity === null);
  const lines = order.lines.map((line) => toPaymentLine(line, deps.publicUrl));
  const settings = await getSettings(deps.db, sectionOf(order));
  const until = formatDay(daysFrom(now, settings.holdDays));
  return ok({
    order,
    lines,
    options,
    depositPercent: order.madeToMeasure ? settings.depositPercent : null,
    holdDays: settings.holdDays,
    until,
    countedFrom: [
      transferDaysMessage(order, until),
      promiseOf(order).needBy === null && "Those above are for a transfer that is here today.",
    ]
      .filter(Boolean)
      .join(" "),
    reference: referenceOf(order),
  });
}

/**
 * Places the order: stores address and shipping, reserves items for the owner's days and sends instructions.
 * Idempotent.
 */
export async function orderByTransfer(
  deps: SettlementDeps,
  input: { sessionId: string; values: PaymentFormValues },
): Promise<Result<null, "not_found" | PaymentFormErrors>> {
  const found = await findOpenTransfer(deps, input.sessionId);
  if (!found.ok) return found.error === "over" ? ok(null) : fail(found.error);
  const { options, order } = found.value;
  const choice = checkPaymentForm(input.values, options);
  if (!choice.ok) return fail(choice.error);
  const option = options.find(({ id }) => id === choice.value.optionId) ?? null;
  await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (isWaitingForChoice(locked))
      await awaitTransfer(tx, deps, locked, { ...choice.value, option });
  });
  const chosen = await findOrderById(deps.db, order.id);
  if (chosen?.address && amountDue(chosen).minorUnits === 0) await completeOwnPayment(deps, chosen);
  return ok(null);
}

const restOf = (due: MoneyAmount, deposit: MoneyAmount) =>
  money(due.minorUnits - deposit.minorUnits, due.currency);

/** The owner finds the transfer by it. */
const referenceOf = (order: Order) => order.id.slice(0, 8).toUpperCase();

/** The page with the instructions, by the session that nobody guesses. */
export const orderUrlOf = ({ publicUrl }: Pick<SettlementDeps, "publicUrl">, { payment }: Order) =>
  `${publicUrl}/checkout/success?session_id=${payment.sessionId ?? ""}`;

async function awaitTransfer(
  tx: Transaction,
  deps: SettlementDeps,
  order: Order,
  { address, buyerTaxNumber, option }: PaymentChoice & { option: ShippingOption | null },
): Promise<void> {
  const provider = manualProviderOf(order.payment.provider);
  const { depositPercent, holdDays, instructions } = await getSettings(tx, sectionOf(order));
  const totals = orderTotals(order.lines, option ? { shipping: option.price } : {});
  const reservedUntil = daysFrom(deps.clock.now(), holdDays);
  const amount = amountDue({ ...order, totals });
  const deposit = order.madeToMeasure ? depositOf(amount, depositPercent) : null;
  await writeDelivery(tx, order, {
    reservedUntil,
    shippingAddress: address,
    buyerTaxNumber,
    shippingMethod: option?.label ?? null,
    shippingMinor: totals.shipping.minorUnits,
    totalMinor: totals.total.minorUnits,
    dueMinor: amount.minorUnits,
    depositMinor: deposit?.minorUnits ?? null,
  });
  await changePayment(tx, order.payment.id, "processing");
  // Store credit pays everything.
  if (amount.minorUnits === 0) return;
  const notice = {
    instructions,
    amount,
    reference: referenceOf(order),
    until: formatDay(reservedUntil),
  };
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "transfer_awaited",
    detail: {
      ...notice,
      provider,
      ...(deposit && { deposit, left: restOf(amount, deposit), restDays: holdDays }),
    },
  });
  const { general } = await getSiteShell(tx);
  const { contactEmail, siteName } = general;
  const { publicUrl } = deps;
  const token = order.madeToMeasure ? await newConfirmation(tx, order.id) : null;
  await enqueueEmail(tx, deps.jobs, {
    ...bankTransferEmail({
      siteName,
      siteUrl: publicUrl,
      contactEmail,
      orderNumber: orderNumber(order.id),
      orderUrl: orderUrlOf(deps, order),
      customerName: address.fullName,
      lines: order.lines.map((line) => confirmedLine(line)),
      amounts: listAmounts({
        totals,
        shippingMethod: option?.label ?? null,
        status: order.status,
        credit: order.credit,
      }),
      ...notice,
      confirmUrl: token === null ? null : `${publicUrl}/checkout/confirm-email/${token}`,
      reservation: await findReservation(tx, order),
      delivery: option && deliveryOfTransfer(order, option, notice.until),
      deposit: deposit && { amount: deposit, rest: restOf(amount, deposit), restDays: holdDays },
    }),
    dedupeKey: `bank-transfer:${order.id}`,
    recipient: order.customerEmail,
  });
}

/** What the email says of the delivery: a chosen day, or from when the days are counted. */
function deliveryOfTransfer(order: Order, option: ShippingOption, until: string): string {
  const isChosen = promiseOf(order).needBy !== null;
  const message = isChosen
    ? methodMessage(option)
    : deliveryMessage({ arrival: null, method: option.label, price: option.price });
  return `${message}. ${transferDaysMessage(order, until)}`;
}

export type TransferInstructions = {
  amount: MoneyAmount;
  instructions: string;
  reference: string;
  /** The last day of what is awaited now. */
  until: string;
  reservation: TransferReservation;
  /** Null where the shop asked for none. */
  deposit: TransferDeposit | null;
};

/** `rest`: what comes after the deposit; `missing`: zero once it has arrived; `left`: all that is left to transfer. */
type TransferDeposit = {
  requested: MoneyAmount;
  rest: MoneyAmount;
  received: MoneyAmount;
  missing: MoneyAmount;
  left: MoneyAmount;
  restDays: number;
};

/** What is kept for an order that awaits its transfer. */
async function findReservation(
  db: Queryable,
  order: Pick<Order, "id" | "madeToMeasure">,
): Promise<TransferReservation> {
  if (!order.madeToMeasure) return "all";
  const [hold] = await db
    .select({
      isHeld: atelierHolds.isHeld,
      isHeldByDeposit: atelierHolds.isHeldByDeposit,
      isStranger: atelierHolds.isStranger,
    })
    .from(atelierHolds)
    .where(eq(atelierHolds.orderId, order.id));
  if (hold?.isHeldByDeposit) return "all";
  if (hold?.isStranger) return "once_confirmed";
  return hold?.isHeld === false ? "when_paid" : "all";
}

/** An awaited transfer's instructions, else null. */
export async function findTransferInstructions(
  db: Queryable,
  order: Order,
): Promise<TransferInstructions | null> {
  if (order.status !== "pending" || order.payment.method !== "manual") return null;
  const events = await listOrderEvents(db, order.id);
  const awaited = events.find(({ type }) => type === "transfer_awaited");
  if (!awaited) return null;
  const { instructions, reference, restDays = 0, until } = awaited.detail;
  const recorded = awaited.detail.amount;
  const amount = recorded ? amountIn(recorded, order.totals.total.currency) : null;
  if (!amount || !instructions || !reference || !until) return null;
  const reservation = await findReservation(db, order);
  const transferred = depositOfOrder(order);
  if (!transferred || !order.reservedUntil) {
    return { amount, instructions, reference, until, reservation, deposit: null };
  }
  const { received, requested } = transferred;
  const deposit = {
    requested,
    received,
    rest: restOf(amount, requested),
    missing: missingOfDeposit(transferred),
    left: leftToPay(order),
    restDays,
  };
  // A received deposit gives the rest days of its own.
  const lastDay = formatDay(order.reservedUntil);
  return { amount, instructions, reference, until: lastDay, reservation, deposit };
}

/**
 * From now, because the atelier begins when the money is there: made-to-measure lines without an agreed day are promised
 * again. Null without the shipping method.
 */
async function arrivalOf(deps: SettlementDeps, placed: Order): Promise<DayRange | null> {
  const isWaiting = placed.payment.method === "manual" && placed.status !== "completed";
  const renewed = isWaiting ? await renewPromises(deps, placed) : ok(placed);
  const order = renewed.ok ? renewed.value : placed;
  return arrivalOfOrder(deps, order, order.shippingMethod);
}

/** Has the shape of a provider's report. */
const sessionOf = (order: Order, arrives: DayRange | null): PaymentSession => ({
  id: order.payment.sessionId ?? order.payment.id,
  shop: "",
  kind: "order",
  reference: order.id,
  status: "paid",
  paymentId: null,
  customerEmail: order.customerEmail,
  method: paymentProviderLabel(order.payment.provider),
  total: leftToPay(order),
  promotion: null,
  shipping: order.shippingMethod
    ? { optionId: "", label: order.shippingMethod, price: order.totals.shipping, arrives }
    : null,
  tax: order.totals.tax,
  address: order.address,
  buyerTaxNumber: order.buyerTaxNumber,
});

/** What a payment takes out of stock. */
const itemsOf = ({ lines }: Order) =>
  lines.flatMap(({ quantity, variantId }) => (variantId ? [{ variantId, quantity }] : []));

/** Completes an order paid without a provider, once; 'unchanged' if it has another status now than it was read with. */
export async function completeOwnPayment(deps: SettlementDeps, order: Order): Promise<Settlement> {
  const { payment } = order;
  const provider = providerNameOf(payment.provider);
  const event = { id: `transfer:${payment.id}`, provider, type: "session.paid" } as const;
  const session = sessionOf(order, await arrivalOf(deps, order));
  return settlePayment(deps, { ...event, session }, order.status);
}

/** Whether everything that an ended order takes is there at this moment: its counted items and its cloth. */
const areGoodsThere = async ({ db }: Pick<SettlementDeps, "db">, order: Order): Promise<boolean> =>
  (await areInStock(db, itemsOf(order))) && (await isClothFree(db, order));

/**
 * Completes an order whose transfer arrived, or what was left of it after a deposit, also late. Not one whose deposit was sent back,
 * or is on its way, nor an ended one for which too much arrived. 'sold_out': it ended, and its items or its cloth are not there any more; what
 * arrived is recorded as late (`recordLateTransfer`). `confirmed` is the sum that the owner read as left to pay, and `readAs` the status of the order: 'over' once another sum is left, or it has ended. Idempotent.
 */
export const recordTransfer = asAdmin(
  async (
    deps: SettlementDeps,
    input: { actor: Admin; orderId: string; confirmed?: MoneyAmount; readAs?: OrderStatus },
  ): Promise<Result<null, "not_found" | "over" | "sold_out">> => {
    const { actor, confirmed, orderId, readAs } = input;
    const order = isId(orderId) ? await findOrderById(deps.db, orderId) : null;
    if (!order) return fail("not_found");
    const { payment } = order;
    if (payment.method !== "manual" || !isUnpaid(payment.status) || !order.address)
      return fail("over");
    if (readAs && readAs !== order.status && !isPaid(order.status)) return fail("over");
    if (isDepositReturned(order) || isOverpaid(order)) return fail("over");
    if (!holdsReservation(order.status) && !(await areGoodsThere(deps, order)))
      return fail("sold_out");
    if (confirmed && confirmed.minorUnits !== leftToPay(order).minorUnits) return fail("over");
    const settled = await completeOwnPayment(deps, order);
    if (settled !== "completed") return settled === "duplicate" ? ok(null) : fail("over");
    await recordChanges(deps.db, actor, [
      {
        action: "marked as paid",
        subject: "order",
        subjectId: order.id,
        before: { status: order.status },
        after: { status: "completed", amountMinor: order.totals.total.minorUnits },
      },
    ]);
    return ok(null);
  },
);
