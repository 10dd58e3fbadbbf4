import { eq, sql } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { payoutAccounts } from "#db/schema/payments.server.ts";
import { recordCustomerChange } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import {
  findOrderIdByNumber,
  findOwnOrder,
  lockOrder,
} from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { PayoutAccount } from "./payout-account.ts";
import { endingOf, payoutAccountSchema } from "./payout-account.ts";
import { payoutAccountEmail } from "./refund-email.ts";
import { listTransfersBackOfOrder, TRANSFERS_BACK } from "./transfer-back-queries.server.ts";

export const payoutAccountColumn = sealedColumn({
  table: payoutAccounts,
  column: "sealed",
  location: ({ orderId }: { orderId: string }) => `payout account of order ${orderId}`,
  schema: payoutAccountSchema,
});

type Deps = EmailDeps & { measurementBox: SecretBox };

/** 'nothing_owed': the money has left meanwhile. 'code_needed': a guest proves with a code from the order's mailbox who asks. */
export type PayoutAccountFailure = "forbidden" | "not_found" | "nothing_owed" | "code_needed";

/** Stores where the owner sends what the actor's order is owed; replaces an earlier account. Emails the customer. */
export async function saveOwnPayoutAccount(
  deps: Deps,
  input: { actor: Actor; orderId: string; account: PayoutAccount },
): Promise<Result<null, PayoutAccountFailure>> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  const found = await findOwnOrder(deps.db, input);
  return found.ok ? save(deps, { ...input, orderId: found.value.id }) : found;
}

/**
 * The same for a guest, by the order's number and email. Number and email stand in forwarded mails, and whoever names the account gets
 * the money, so a code from the mailbox is needed (ADR 0061).
 */
export async function saveGuestPayoutAccount(
  deps: Deps,
  input: { actor: Actor; number: string; email: string; account: PayoutAccount },
): Promise<Result<null, PayoutAccountFailure>> {
  const { account, actor } = input;
  const orderId = await findOrderIdByNumber(deps.db, input);
  if (!orderId) return fail("not_found");
  if ((await findOrderProof(deps, { actor, orderId })) !== "valid") return fail("code_needed");
  return save(deps, { orderId, account });
}

async function save(
  deps: Deps,
  { account, orderId }: { orderId: string; account: PayoutAccount },
): Promise<Result<null, "not_found" | "nothing_owed">> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return fail("not_found" as const);
    const owed = await listTransfersBackOfOrder(tx, orderId);
    if (owed.length === 0) return fail("nothing_owed" as const);
    const ending = endingOf(account);
    const sealed = payoutAccountColumn.seal(deps.measurementBox, { orderId }, account);
    const [stored] = await tx
      .insert(payoutAccounts)
      .values({ orderId, sealed, ending })
      .onConflictDoUpdate({ target: payoutAccounts.orderId, set: { sealed, ending } })
      .returning({ updatedAt: payoutAccounts.updatedAt });
    await recordOrderEvent(tx, { orderId, type: "payout_account_given", detail: {} });
    await recordCustomerChange(tx, {
      action: "named the account for a refund of",
      subject: "order",
      subjectId: orderId,
      before: null,
      after: null,
    });
    const { general } = await getSiteShell(tx);
    await enqueueEmail(tx, deps.jobs, {
      ...payoutAccountEmail({
        siteName: general.siteName,
        siteUrl: deps.publicUrl,
        contactEmail: general.contactEmail,
        customerName: order.address?.fullName,
        orderNumber: orderNumber(orderId),
        orderUrl: orderPage(deps.publicUrl, order),
        amounts: owed.map(({ amount }) => amount),
        ending,
      }),
      dedupeKey: `payout-account:${orderId}:${stored?.updatedAt.toISOString() ?? ""}`,
      recipient: order.customerEmail,
    });
    return ok(null);
  });
}

/** The account as the owner needs it to send the money; null without one, and when no key of the shop opens it. */
export const findPayoutAccount = asAdmin(
  async (
    deps: { db: Queryable; measurementBox: SecretBox },
    { orderId }: { actor: Admin; orderId: string },
  ): Promise<Result<PayoutAccount | null>> => {
    const [row] = await deps.db
      .select()
      .from(payoutAccounts)
      .where(eq(payoutAccounts.orderId, orderId));
    return ok(row ? payoutAccountColumn.open(deps.measurementBox, row) : null);
  },
);

/** How the account's number ends, for its customer; null without an account. The caller has found the order for the one who asks. */
export async function findPayoutEnding(db: Queryable, orderId: string): Promise<string | null> {
  const [row] = await db
    .select({ ending: payoutAccounts.ending })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.orderId, orderId));
  return row?.ending ?? null;
}

/** Removes the account of an order that nothing is owed to any more. */
export async function forgetPaidAccount(tx: Transaction, orderId: string): Promise<void> {
  await tx.execute(
    sql`delete from payout_accounts a where a.order_id = ${orderId}::uuid
         and not exists (select from (${TRANSFERS_BACK}) as owed where owed.order_id = a.order_id)`,
  );
}
