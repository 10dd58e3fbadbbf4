import type { SQL } from "drizzle-orm";
import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Queryable } from "#db/client.server.ts";
import type { JsonRowOf } from "#db/json-columns.server.ts";
import { jsonColumn } from "#db/json-columns.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import {
  storeCreditAccounts,
  storeCreditEntries,
  storeCreditLinks,
} from "#db/schema/store-credit.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { CreditEntry, StoreCredit } from "./store-credit.ts";
import { creditCurrency } from "./store-credit.ts";
import { toStoreCredit } from "./store-credit-ledger.server.ts";

/** 32 bytes in hexadecimal. */
const TOKEN = /^[0-9a-f]{64}$/;

/** Entries newest first. */
export type StoreCreditView = StoreCredit & {
  entries: readonly CreditEntry[];
  /** Reserved for unpaid orders. */
  held: MoneyAmount;
};

/** What unpaid orders reserve of an account, in minor units, for a statement from the accounts. */
const HELD_MINOR = sql<string>`(
  select coalesce(-sum(${storeCreditEntries.amountMinor}), 0)
    from ${storeCreditEntries} join ${orders} on ${orders.id} = ${storeCreditEntries.orderId}
   where ${storeCreditEntries.accountId} = ${storeCreditAccounts.id}
     and ${storeCreditEntries.kind} in ('spend', 'release') and ${orders.status} = 'pending')`;

const entryColumns = getTableColumns(storeCreditEntries);

/** Newest first. */
const ENTRIES = jsonColumn(entryColumns, {
  from: storeCreditEntries,
  where: eq(storeCreditEntries.accountId, storeCreditAccounts.id),
  orderBy: [desc(storeCreditEntries.createdAt), desc(storeCreditEntries.id)],
});

const toEntries = (
  rows: readonly JsonRowOf<typeof entryColumns>[],
  { balance }: StoreCredit,
): CreditEntry[] =>
  rows.map(({ actorName, amountMinor, createdAt, id, kind, note, orderId }) => ({
    actorName,
    id,
    kind,
    note,
    orderId,
    amount: money(amountMinor, balance.currency),
    orderNumber: orderId && orderNumber(orderId),
    at: createdAt,
  }));

/** What unpaid orders reserve of an account. */
async function findHeldCredit(db: Queryable, credit: StoreCredit): Promise<MoneyAmount> {
  const [row] = await db
    .select({ minor: sql<string>`${HELD_MINOR}` })
    .from(storeCreditAccounts)
    .where(eq(storeCreditAccounts.id, credit.id));
  return money(Number(row?.minor ?? 0), credit.balance.currency);
}

/** An account with its ledger; one statement. */
async function findView(db: Queryable, where: SQL): Promise<StoreCreditView | null> {
  const [row] = await db
    .select({
      account: getTableColumns(storeCreditAccounts),
      entries: ENTRIES,
      heldMinor: sql<string>`${HELD_MINOR}`,
    })
    .from(storeCreditAccounts)
    .where(where)
    .limit(1);
  if (!row) return null;
  const credit = toStoreCredit(row.account);
  return {
    ...credit,
    entries: toEntries(row.entries, credit),
    held: money(Number(row.heldMinor), credit.balance.currency),
  };
}

/** The most an order's credit can pay, in minor units: reservation plus balance. */
export async function findReachOfOrder(db: Queryable, orderId: string): Promise<number> {
  const [row] = await db
    .select({
      minor: sql<string>`${storeCreditAccounts.balanceMinor} - sum(${storeCreditEntries.amountMinor})`,
    })
    .from(storeCreditEntries)
    .innerJoin(storeCreditAccounts, eq(storeCreditAccounts.id, storeCreditEntries.accountId))
    .where(
      and(
        eq(storeCreditEntries.orderId, orderId),
        inArray(storeCreditEntries.kind, ["spend", "release"]),
      ),
    )
    .groupBy(storeCreditAccounts.id);
  return Number(row?.minor ?? 0);
}

/** Condition: a private link with this token leads to the account. */
const isLinkedBy = (db: Queryable, token: string) =>
  inArray(
    storeCreditAccounts.id,
    db
      .select({ accountId: storeCreditLinks.accountId })
      .from(storeCreditLinks)
      .where(eq(storeCreditLinks.tokenHash, hashSecret(token))),
  );

/** A private link's credit, or null. */
export async function findCreditByToken(db: Queryable, token: string): Promise<StoreCredit | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await db.select().from(storeCreditAccounts).where(isLinkedBy(db, token));
  return row ? toStoreCredit(row) : null;
}

function withoutStaff(view: StoreCreditView | null): StoreCreditView | null {
  return view && { ...view, entries: view.entries.map((entry) => ({ ...entry, actorName: "" })) };
}

/** A private link's credit with ledger, without admins' names. */
export async function findCreditViewByToken(
  db: Queryable,
  token: string,
): Promise<StoreCreditView | null> {
  if (!TOKEN.test(token)) return null;
  return withoutStaff(await findView(db, isLinkedBy(db, token)));
}

/** The customer's credit by currency; null without credit or confirmed email, because anyone can enter one. */
async function findMyCredit(
  db: Queryable,
  input: { actor: Actor; currency: string },
): Promise<StoreCredit | null> {
  const { actor, currency } = input;
  if (actor.role !== "customer") return null;
  const [row] = await db
    .select({ account: storeCreditAccounts })
    .from(storeCreditAccounts)
    .innerJoin(
      profiles,
      and(
        eq(profiles.id, actor.userId),
        eq(profiles.emailVerified, true),
        eq(sql`lower(${profiles.email})`, storeCreditAccounts.email),
      ),
    )
    .where(eq(storeCreditAccounts.currency, creditCurrency(currency)));
  return row ? toStoreCredit(row.account) : null;
}

/** The customer's credit with ledger, without admins' names, or null. */
export async function findMyCreditView(
  db: Queryable,
  input: { actor: Actor },
): Promise<StoreCreditView | null> {
  const credit = await findMyCredit(db, { actor: input.actor, currency: "USD" });
  return credit && withoutStaff(await findView(db, eq(storeCreditAccounts.id, credit.id)));
}

/** An email's credit with ledger, for an admin; null if never issued. */
export async function findCreditOfEmail(
  db: Queryable,
  input: { actor: Actor; email: string },
): Promise<StoreCreditView | null> {
  if (!isAdmin(input.actor)) return null;
  return findView(db, eq(storeCreditAccounts.email, input.email.toLowerCase()));
}

/**
 * What checkout offers, in minor units: the balance plus an unfinished checkout's reservation, which the next
 * replaces.
 */
export async function findOfferedCredit(
  db: Queryable,
  input: { actor: Actor; token: string | null; currency: string },
): Promise<number> {
  const linked = input.token ? await findCreditByToken(db, input.token) : null;
  for (const credit of [linked, await findMyCredit(db, input)]) {
    if (!credit || credit.balance.currency !== input.currency) continue;
    const held = await findHeldCredit(db, credit);
    const offered = credit.balance.minorUnits + held.minorUnits;
    if (offered > 0) return offered;
  }
  return 0;
}

/** Usable credit: the private link's, else the customer's, else null. */
export async function findSpendableCredit(
  db: Queryable,
  input: { actor: Actor; token: string | null; currency: string },
): Promise<StoreCredit | null> {
  const linked = input.token ? await findCreditByToken(db, input.token) : null;
  for (const credit of [linked, await findMyCredit(db, input)]) {
    const isUsable =
      credit && credit.balance.minorUnits > 0 && credit.balance.currency === input.currency;
    if (isUsable) return credit;
  }
  return null;
}
