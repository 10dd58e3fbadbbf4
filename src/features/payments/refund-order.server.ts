import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { Order } from "#features/orders/order.ts";
import { lockOrder } from "#features/orders/order-queries.server.ts";
import { notePaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments, ProviderRefund } from "#platform/payments.server.ts";
import type { RefundStatus } from "./refund.ts";
import type { RefundRow } from "./refund-queries.server.ts";
import type { SettleRefundDeps } from "./settle-refund.server.ts";
import { settleRefund } from "./settle-refund.server.ts";
import type { RefundDraft } from "./write-refund.server.ts";
import { writeRefund } from "./write-refund.server.ts";
import {
  failedAtOtherAccount,
  isOfOtherAccount,
  isPaidToOtherAccount,
} from "./wrong-provider-account.server.ts";

/** What refunding works with. */
export type RefundDeps = SettleRefundDeps & { payments: Payments; logger: Logger };

/** A refund as the owner asks for it. */
export type RefundInput = RefundDraft & { actor: Actor; orderId: string };

/** Why no money went back; 'provider': it was asked and refused; 'elsewhere': the money lies in another account of it. */
export type RefundFailure =
  | "forbidden"
  | "not_found"
  | "not_refundable"
  | "too_much"
  | "provider"
  | "elsewhere";

type Written = { order: Order; refund: RefundRow };

/**
 * Gives money of a paid order back, in part or whole (decision C3), never more than was paid over all its refunds, concurrent ones too. It is
 * written down before the provider is asked, so that the same press, or the sweep after a crash, is the same refund. 'pending' when the provider
 * could not be asked or has not decided: the sweep goes on asking. One of an order that was paid to another account of the provider is refused.
 */
export async function refundOrder(
  deps: RefundDeps,
  input: RefundInput,
): Promise<Result<{ refundId: string; status: RefundStatus }, RefundFailure>> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  if (await isPaidToOtherAccount(deps, input.orderId)) return fail("elsewhere");
  const written = await writeDown(deps, input);
  if (!written.ok) return fail(written.error);
  const { order, refund } = written.value;
  const status =
    refund.status === "pending" ? await executeRefund(deps, order, refund) : refund.status;
  return status === "failed" ? fail("provider") : ok({ refundId: refund.id, status });
}

/** Asks the provider for a refund that was written down, and applies its answer; 'pending' when there is none. */
export async function executeRefund(
  deps: RefundDeps,
  order: Order,
  refund: RefundRow,
): Promise<RefundStatus> {
  const told = await askProvider(deps, order, refund);
  if (!told) return "pending";
  const provider = (await deps.payments.of(order.paymentProvider)).name;
  return (
    (await settleRefund(deps, { orderId: order.id, provider, providerRefund: told })) ?? "pending"
  );
}

async function askProvider(
  deps: RefundDeps,
  order: Order,
  refund: RefundRow,
): Promise<ProviderRefund | null> {
  const { paymentId } = order;
  try {
    const provider = await deps.payments.of(order.paymentProvider);
    if (await isOfOtherAccount(provider, order)) return failedAtOtherAccount(order, refund);
    // An earlier try may have been carried out though its answer was lost, longer ago than a provider remembers keys.
    const known = paymentId ? await provider.listRefunds(paymentId) : [];
    const earlier = known.find(
      (each) => each.key === refund.id || (each.id && each.id === refund.providerRefundId),
    );
    if (earlier) return earlier;
    return await provider.refund({
      key: refund.id,
      sessionId: order.paymentSessionId ?? "",
      paymentId,
      amount: money(refund.amountMinor, order.totals.total.currency),
    });
  } catch (error) {
    deps.logger.error({ err: error, orderId: order.id, refundId: refund.id }, "refund: not asked");
    await notePaymentTrouble(deps, error);
    return null;
  }
}

async function writeDown(
  deps: RefundDeps,
  input: RefundInput,
): Promise<Result<Written, Exclude<RefundFailure, "provider" | "elsewhere">>> {
  const { actor, orderId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    const written = await writeRefund(tx, order, { ...input, actor });
    return written.ok ? ok({ order, refund: written.value }) : written;
  });
}
