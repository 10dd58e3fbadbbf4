import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { storeCreditAccounts } from "#db/schema/store-credit.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin, SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAdmin, asConfirmedAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { findCustomerName } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { StoreCredit } from "./store-credit.ts";
import { MAX_CREDIT_MINOR, MAX_CREDIT_NOTE_LENGTH } from "./store-credit.ts";
import { storeCreditEmail } from "./store-credit-email.ts";
import {
  createCreditLink,
  ensureCreditAccount,
  writeCreditEntry,
} from "./store-credit-ledger.server.ts";

/** 'used': already spent by the customer. */
export type StoreCreditFailure =
  | "forbidden"
  | "not_found"
  | "no_email"
  | "amount"
  | "note_missing"
  | "note_too_long"
  | "used";

type Input = {
  actor: Actor;
  email: string;
  /** Shown on this order's timeline. */
  orderId: string | null;
  amount: MoneyAmount;
  /** Shown to the customer. */
  note: string;
  key: string;
};

function refusalOf({ amount, email, note }: Input): StoreCreditFailure | null {
  if (email === "" || email.endsWith(".invalid")) return "no_email";
  const { minorUnits } = amount;
  if (!Number.isSafeInteger(minorUnits) || minorUnits < 1) return "amount";
  if (minorUnits > MAX_CREDIT_MINOR) return "amount";
  if (note === "") return "note_missing";
  return note.length > MAX_CREDIT_NOTE_LENGTH ? "note_too_long" : null;
}

async function isOrderOf(tx: Transaction, orderId: string, email: string): Promise<boolean> {
  if (!isId(orderId)) return false;
  const [order] = await tx
    .select({ email: orders.customerEmail })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.email.toLowerCase() === email;
}

/**
 * Gives store credit by hand and emails its link, once per key. Returns the balance. It is for an admin who proved in the last ten
 * minutes that it is they, because it is money that nobody paid, for an email of the giver's choice (ADR 0054).
 */
export const issueStoreCredit = asConfirmedAdmin(
  async (
    deps: EmailDeps,
    submitted: Omit<Input, "actor"> & { actor: Admin },
  ): Promise<Result<StoreCredit, StoreCreditFailure>> =>
    inTransaction(deps.db, (tx) => issueStoreCreditWithin(tx, deps, submitted)),
);

/** Issues store credit as `issueStoreCredit` does, in the caller's transaction. A failure has written nothing but an empty account. */
export async function issueStoreCreditWithin(
  tx: Transaction,
  deps: Omit<EmailDeps, "db">,
  submitted: Input,
): Promise<Result<StoreCredit, StoreCreditFailure>> {
  const { actor, amount, key, orderId } = submitted;
  if (!isAdmin(actor)) return fail("forbidden");
  const email = submitted.email.trim().toLowerCase();
  const note = tidyText(submitted.note);
  const refusal = refusalOf({ ...submitted, email, note });
  if (refusal) return fail(refusal);
  if (orderId && !(await isOrderOf(tx, orderId, email))) return fail("not_found");
  const account = await ensureCreditAccount(tx, { email, currency: amount.currency });
  const changed = await writeCreditEntry(tx, account.id, {
    kind: "issue",
    amountMinor: amount.minorUnits,
    actor,
    note,
    ...(orderId ? { orderId } : {}),
    idempotencyKey: `issue:${account.id}:${key}`,
    at: deps.clock.now(),
  });
  if (!changed) return fail("not_found");
  // A repeated press.
  if (changed.balance.minorUnits === account.balance.minorUnits) return ok(changed);
  if (orderId) {
    const detail = { amount, note, by: actor.name };
    await recordOrderEvent(tx, { orderId, type: "credit_issued", detail });
  }
  await recordCreditChange(tx, actor, { action: "gave store credit to", account, changed });
  await sendCreditEmail(tx, deps, {
    credit: changed,
    amount,
    note,
    key: `store-credit:${account.id}:${key}`,
  });
  return ok(changed);
}

/** Takes back mistaken credit, up to what is left, without email. */
export const revokeStoreCredit = asAdmin(
  async (
    deps: EmailDeps,
    submitted: Omit<Input, "actor" | "orderId"> & { actor: Admin },
  ): Promise<Result<StoreCredit, StoreCreditFailure>> => {
    const { actor, amount, key } = submitted;
    const email = submitted.email.trim().toLowerCase();
    const note = tidyText(submitted.note);
    const refusal = refusalOf({ ...submitted, orderId: null, email, note });
    if (refusal) return fail(refusal);
    return inTransaction(deps.db, async (tx) => {
      const [found] = await tx
        .select({ id: storeCreditAccounts.id })
        .from(storeCreditAccounts)
        .where(
          and(
            eq(storeCreditAccounts.email, email),
            eq(storeCreditAccounts.currency, amount.currency),
          ),
        );
      if (!found) return fail("used" as const);
      const account = await ensureCreditAccount(tx, { email, currency: amount.currency });
      const changed = await writeCreditEntry(tx, found.id, {
        kind: "revoke",
        amountMinor: -amount.minorUnits,
        actor,
        note,
        idempotencyKey: `revoke:${account.id}:${key}`,
        at: deps.clock.now(),
      });
      if (!changed) return fail("used" as const);
      if (changed.balance.minorUnits !== account.balance.minorUnits) {
        await recordCreditChange(tx, actor, {
          action: "took store credit back from",
          account,
          changed,
        });
      }
      return ok(changed);
    });
  },
);

/** Records the change without the email, because Activity outlives erasure. */
function recordCreditChange(
  tx: Transaction,
  actor: SignedIn,
  change: { action: string; account: StoreCredit; changed: StoreCredit },
): Promise<void> {
  const { account, action, changed } = change;
  return recordChanges(tx, actor, [
    {
      action,
      subject: "customer",
      subjectId: account.id,
      before: { balanceMinor: account.balance.minorUnits },
      after: { name: "store credit", balanceMinor: changed.balance.minorUnits },
    },
  ]);
}

/** Emails a private link to the credit, unless its email is erased. */
export async function sendCreditEmail(
  tx: Transaction,
  deps: { jobs: JobQueue; publicUrl: string },
  notice: {
    credit: StoreCredit;
    amount: MoneyAmount;
    note: string;
    key: string;
    orderNumber?: string;
  },
): Promise<void> {
  const { amount, credit, key, note, orderNumber = null } = notice;
  if (!credit.email) return;
  const { general } = await getSiteShell(tx);
  const { contactEmail, siteName } = general;
  await enqueueEmail(tx, deps.jobs, {
    ...storeCreditEmail({
      siteName,
      siteUrl: deps.publicUrl,
      contactEmail,
      customerName: await findCustomerName(tx, { email: credit.email }),
      amount,
      note,
      orderNumber,
      balance: credit.balance,
      creditUrl: `${deps.publicUrl}${await createCreditLink(tx, credit.id)}`,
    }),
    dedupeKey: key,
    recipient: credit.email,
  });
}
