import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import {
  availableShippingMethods,
  termsWithMaking,
} from "#features/base/settings/shipping-methods.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import { makingDaysOf, orderTotals, promiseOf } from "#features/orders/order/order.ts";
import {
  findOrderById,
  findOrderBySession,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import { findReachOfOrder } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { adjustHeldCredit, writeDelivery } from "#features/sales/payments/order-credit.server.ts";
import { RESERVATION_MS } from "#features/sales/payments/payment.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { PaymentLine, ShippingOption } from "#platform/payments.server.ts";
import { completeOwnPayment } from "./bank-transfer.server.ts";
import type { PaymentFormErrors, PaymentFormValues } from "./delivery-input.server.ts";
import { checkPaymentForm } from "./delivery-input.server.ts";
import { toPaymentLine } from "./open-payment.server.ts";

export type OpenCreditOrder = {
  order: Order;
  lines: readonly PaymentLine[];
  /** Covered by the credit. */
  options: readonly ShippingOption[];
  tooDear: readonly ShippingOption[];
};

const isOpen = (order: Order | null): order is Order =>
  order?.payment.method === "store_credit" && order.status === "pending";

/** The order of a session paid by store credit; 'over' if placed or expired. */
export async function findOpenCreditOrder(
  deps: Pick<SettlementDeps, "db" | "clock" | "publicUrl">,
  sessionId: string,
): Promise<Result<OpenCreditOrder, "not_found" | "over">> {
  const order = await findOrderBySession(deps.db, sessionId);
  if (order?.payment.method !== "store_credit") return fail("not_found");
  if (!isOpen(order)) return fail("over");
  const terms = await getSettings(deps.db, "shipping");
  const worth = orderTotals(order.lines).total;
  const { madeToMeasure } = order;
  const now = deps.clock.now();
  const making = termsWithMaking(terms, makingDaysOf(order));
  const ways = availableShippingMethods(making, {
    worth,
    madeToMeasure,
    now,
    ...promiseOf(order),
  });
  const spareMinor = (await findReachOfOrder(deps.db, order.id)) - worth.minorUnits;
  const covered = ways.filter(({ price }) => price.minorUnits <= spareMinor);
  // If the credit is gone, all methods are shown and ordering is refused with the reason.
  const options = covered.length > 0 ? covered : ways;
  const tooDear = ways.filter((way) => !options.includes(way));
  const lines = order.lines.map((line) => toPaymentLine(line, deps.publicUrl));
  return ok({ order, lines, options, tooDear });
}

/**
 * Places an order paid by store credit: stores address and shipping, uses the credit and completes it.
 * Idempotent.
 */
export async function orderByCredit(
  deps: SettlementDeps,
  input: { sessionId: string; values: PaymentFormValues },
): Promise<Result<null, "not_found" | PaymentFormErrors>> {
  const found = await findOpenCreditOrder(deps, input.sessionId);
  if (!found.ok) return found.error === "over" ? ok(null) : fail(found.error);
  const { options, order } = found.value;
  const choice = checkPaymentForm(input.values, options);
  if (!choice.ok) return fail(choice.error);
  const option = options.find(({ id }) => id === choice.value.optionId) ?? null;
  const totals = orderTotals(order.lines, option ? { shipping: option.price } : {});
  const at = deps.clock.now();
  const isCovered = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (!isOpen(locked)) return true;
    const totalMinor = totals.total.minorUnits;
    if (!(await adjustHeldCredit(tx, { order: locked, totalMinor, at }))) return false;
    await writeDelivery(tx, locked, {
      reservedUntil: new Date(at.getTime() + RESERVATION_MS),
      shippingAddress: choice.value.address,
      buyerTaxNumber: choice.value.buyerTaxNumber,
      shippingMethod: option?.label ?? null,
      shippingMinor: totals.shipping.minorUnits,
      totalMinor,
      dueMinor: totalMinor,
    });
    return true;
  });
  if (!isCovered) {
    return fail({
      optionId: "Your store credit does not cover this any more. Please choose another way.",
    });
  }
  const chosen = await findOrderById(deps.db, order.id);
  if (isOpen(chosen)) await completeOwnPayment(deps, chosen);
  return ok(null);
}
