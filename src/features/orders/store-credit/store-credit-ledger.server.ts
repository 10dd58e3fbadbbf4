import { randomBytes } from "node:crypto";
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Transaction } from "#db/client.server.ts";
import {
  storeCreditAccounts,
  storeCreditEntries,
  storeCreditLinks,
} from "#db/schema/store-credit.server.ts";
import type { CreditEntryKind, StoreCredit } from "./store-credit.ts";
import { creditCurrency, creditPath } from "./store-credit.ts";

type AccountRow = typeof storeCreditAccounts.$inferSelect;

export const toStoreCredit = (row: AccountRow): StoreCredit => ({
  id: row.id,
  email: row.email,
  balance: money(row.balanceMinor, creditCurrency(row.currency)),
});

/** An email's account, created if missing; not locked. */
export async function ensureCreditAccount(
  tx: Transaction,
  owner: { email: string; currency: string },
): Promise<StoreCredit> {
  const email = owner.email.toLowerCase();
  const { currency } = owner;
  await tx.insert(storeCreditAccounts).values({ email, currency }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(storeCreditAccounts)
    .where(and(eq(storeCreditAccounts.email, email), eq(storeCreditAccounts.currency, currency)));
  if (!row) throw new Error("The store credit account was not written");
  return toStoreCredit(row);
}

/**
 * Makes one more private link to the credit and returns its path, which is not stored: only a hash of its secret is. The links that
 * were sent before go on working.
 */
export async function createCreditLink(tx: Transaction, accountId: string): Promise<string> {
  const token = randomBytes(32).toString("hex");
  await tx.insert(storeCreditLinks).values({ accountId, tokenHash: hashSecret(token) });
  return creditPath(token);
}

/** Locked until the commit; null if none. */
export async function lockCreditAccount(
  tx: Transaction,
  accountId: string,
): Promise<StoreCredit | null> {
  const [row] = await tx
    .select()
    .from(storeCreditAccounts)
    .where(eq(storeCreditAccounts.id, accountId))
    .for("update");
  return row ? toStoreCredit(row) : null;
}

export type NewCreditEntry = {
  kind: CreditEntryKind;
  amountMinor: number;
  orderId?: string;
  refundId?: string;
  idempotencyKey?: string;
  actor?: { userId: string; name: string };
  note?: string;
  at?: Date;
};

/**
 * Writes a signed entry in minor units and the balance under a row lock. Null, writing nothing, below zero.
 * Idempotent by key.
 */
export async function writeCreditEntry(
  tx: Transaction,
  accountId: string,
  entry: NewCreditEntry,
): Promise<StoreCredit | null> {
  const locked = await lockCreditAccount(tx, accountId);
  if (!locked) return null;
  const { actor, amountMinor, at, idempotencyKey, kind, note = "", orderId, refundId } = entry;
  if (idempotencyKey) {
    const isKnown = eq(storeCreditEntries.idempotencyKey, idempotencyKey);
    if ((await tx.$count(storeCreditEntries, isKnown)) > 0) return locked;
  }
  const [row] = await tx
    .update(storeCreditAccounts)
    .set({ balanceMinor: sql`${storeCreditAccounts.balanceMinor} + ${amountMinor}` })
    .where(
      and(
        eq(storeCreditAccounts.id, accountId),
        gte(sql`${storeCreditAccounts.balanceMinor} + ${amountMinor}`, 0),
      ),
    )
    .returning();
  if (!row) return null;
  await tx.insert(storeCreditEntries).values({
    accountId,
    kind,
    amountMinor,
    note,
    orderId: orderId ?? null,
    refundId: refundId ?? null,
    idempotencyKey: idempotencyKey ?? null,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? "",
    ...(at ? { createdAt: at } : {}),
  });
  return toStoreCredit(row);
}

/** Credit an order reserves or used, less returned, by account. */
export async function listCreditOfOrder(
  tx: Transaction,
  orderId: string,
): Promise<readonly { accountId: string; amountMinor: number }[]> {
  const rows = await tx
    .select({
      accountId: storeCreditEntries.accountId,
      amountMinor: sql<string>`-sum(${storeCreditEntries.amountMinor})`,
    })
    .from(storeCreditEntries)
    .where(
      and(
        eq(storeCreditEntries.orderId, orderId),
        inArray(storeCreditEntries.kind, ["spend", "release"]),
      ),
    )
    .groupBy(storeCreditEntries.accountId);
  return rows.map(({ accountId, amountMinor }) => ({
    accountId,
    amountMinor: Number(amountMinor),
  }));
}

/** Returns an unpaid order's credit. Idempotent. */
export async function releaseCredit(tx: Transaction, orderId: string): Promise<void> {
  for (const { accountId, amountMinor } of await listCreditOfOrder(tx, orderId)) {
    if (amountMinor <= 0) continue;
    await writeCreditEntry(tx, accountId, { kind: "release", amountMinor, orderId });
  }
}

/** Refunds as store credit once: to the paying account, else the order's email. Returns the account. */
export async function refundAsCredit(
  tx: Transaction,
  refund: {
    id: string;
    orderId: string;
    customerEmail: string;
    amount: MoneyAmount;
    note: string;
    actor: { userId: string; name: string } | null;
    at: Date;
  },
): Promise<StoreCredit> {
  const { actor, amount, at, customerEmail, id, note, orderId } = refund;
  const { currency, minorUnits } = amount;
  const [payer] = (await listCreditOfOrder(tx, orderId)).filter((each) => each.amountMinor > 0);
  const accountId =
    payer?.accountId ?? (await ensureCreditAccount(tx, { email: customerEmail, currency })).id;
  const changed = await writeCreditEntry(tx, accountId, {
    kind: "refund",
    amountMinor: minorUnits,
    orderId,
    refundId: id,
    note,
    at,
    idempotencyKey: `refund:${id}`,
    ...(actor ? { actor } : {}),
  });
  if (!changed) throw new Error("The store credit account is gone");
  return changed;
}
