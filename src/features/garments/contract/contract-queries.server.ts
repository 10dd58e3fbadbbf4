import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import { MAX_PURPOSE_LENGTH } from "#features/body/measurement/measurement-profile.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import { recordRead } from "#features/body/measurement/measurement-reads.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { customerView } from "#features/garments/specification/specification.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ContractState, ContractTerms } from "./contract.ts";
import { isChain } from "./contract.ts";
import { openContract } from "./seal-contract.server.ts";

/** One version for everybody who may see the order: terms without measurements. */
export type ContractVersion = {
  id: string;
  orderItemId: string;
  version: number;
  origin: "order" | "proposal" | "remake";
  terms: ContractTerms;
  hash: string;
  previousHash: string | null;
  createdAt: Date;
  reducedAt: Date | null;
  /** Of the order's line, for the newest version of a contract that does not name its color; else "". */
  lineColorName: string;
  /** Of the order's line, for versions whose measurements are removed. */
  lineWearer: string;
};

/** One version with what it says; null when it is reduced, unreadable or altered. */
export type OpenContractVersion = ContractVersion & {
  state: ContractState;
  specification: FitSpecification | null;
};

const columns = {
  id: contracts.id,
  orderItemId: contracts.orderItemId,
  version: contracts.version,
  origin: contracts.origin,
  terms: contracts.terms,
  hash: contracts.hash,
  previousHash: contracts.previousHash,
  createdAt: contracts.createdAt,
  reducedAt: contracts.reducedAt,
  lineColorName: sql<string>`case when ${contracts.terms} ->> 'color' is null and not exists (
    select from contracts later where later.order_item_id = ${contracts.orderItemId} and later.version > ${contracts.version})
    then ${orderItems.colorName} else '' end`,
  lineWearer: orderItems.wearer,
};

/** All versions of an order's lines, without measurements; lines as in the order, versions oldest first. */
export function listContracts(db: Queryable, orderId: string): Promise<ContractVersion[]> {
  return db
    .select(columns)
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position), asc(orderItems.id), asc(contracts.version));
}

type ReadDeps = { db: Queryable; measurementBox: SecretBox };

/**
 * All versions of these lines with their measurements. A version whose chain is broken is 'altered'. Does not check who asks.
 */
export async function openVersions(
  { db, measurementBox }: ReadDeps,
  orderItemIds: readonly string[],
): Promise<OpenContractVersion[]> {
  if (orderItemIds.length === 0) return [];
  const rows = await db
    .select({ ...columns, sealed: contracts.sealed })
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .where(inArray(contracts.orderItemId, [...orderItemIds]))
    .orderBy(asc(orderItems.position), asc(orderItems.id), asc(contracts.version));
  return rows.map(({ sealed, ...version }) => {
    const opened = openContract(measurementBox, { ...version, sealed });
    const before = rows.filter(
      (each) => each.orderItemId === version.orderItemId && each.version <= version.version,
    );
    if (isChain(before)) return { ...version, ...opened };
    return { ...version, state: "altered" as const, specification: null };
  });
}

/**
 * The contracts of an order with their measurements, as its customer reads them (`customerView`). Does not check who asks; the
 * caller has proven that the order is the reader's own. Staff read with `readContractAsStaff`.
 */
export async function openContractsOfOrder(
  deps: ReadDeps,
  orderId: string,
): Promise<OpenContractVersion[]> {
  const lines = await deps.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.madeToMeasure, true)));
  const versions = await openVersions(
    deps,
    lines.map(({ id }) => id),
  );
  return versions.map(({ specification, ...version }) => ({
    ...version,
    specification: specification && customerView(specification),
  }));
}

/** The version of a line that applies; null without a contract. Does not check who asks. */
export async function openNewestContract(
  deps: ReadDeps,
  orderItemId: string,
): Promise<OpenContractVersion | null> {
  const versions = await openVersions(deps, [orderItemId]);
  return versions.at(-1) ?? null;
}

/** The version of the policy that a line was ordered under; null without a contract. */
export async function findPolicyVersion(
  db: Queryable,
  orderItemId: string,
): Promise<number | null> {
  const [newest] = await db
    .select({ terms: contracts.terms })
    .from(contracts)
    .where(eq(contracts.orderItemId, orderItemId))
    .orderBy(desc(contracts.version))
    .limit(1);
  return newest?.terms.policyVersion ?? null;
}

/** Finds the policy version of several lines, by line; those that have no contract are left out. */
export async function findPolicyVersions(
  db: Queryable,
  orderItemIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ orderItemId: contracts.orderItemId, terms: contracts.terms })
    .from(contracts)
    .where(inArray(contracts.orderItemId, [...orderItemIds]))
    .orderBy(asc(contracts.version));
  return new Map(rows.map(({ orderItemId, terms }) => [orderItemId, terms.policyVersion]));
}

/**
 * Paid made-to-measure orders that have not arrived, or of which a garment is made again and has not left: without their
 * measurements they cannot be cut or altered.
 */
export async function listUnfinishedContracts(
  db: Queryable,
  whose: SQL,
): Promise<{ orderId: string; products: string[] }[]> {
  const arrived = sql`exists (select from shipments s where s.order_id = ${orders.id})
    and not exists (select from shipments s where s.order_id = ${orders.id} and s.delivered_at is null)`;
  const isRemadeHere = sql`(${contracts.terms} ->> 'remakeOf' is not null
    and not exists (select from shipment_items s where s.order_item_id = ${contracts.orderItemId}))`;
  const rows = await db
    .selectDistinct({ orderId: orders.id, product: orderItems.productName })
    .from(contracts)
    .innerJoin(orderItems, eq(orderItems.id, contracts.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(whose, eq(orders.status, "completed"), sql`(not (${arrived}) or ${isRemadeHere})`))
    .orderBy(orders.id, orderItems.productName);
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return [...byOrder].map(([orderId, of]) => ({
    orderId,
    products: of.map(({ product }) => product),
  }));
}

/** The actor's own, as `listUnfinishedContracts`; none for a visitor. */
export async function listMyUnfinishedContracts(db: Queryable, { actor }: { actor: Actor }) {
  return isSignedIn(actor) ? listUnfinishedContracts(db, eq(orders.userId, actor.userId)) : [];
}

/** The contracts of one of the actor's orders; 'not_found' for another customer's. */
export async function readOwnContracts(
  deps: ReadDeps,
  input: { actor: Actor; orderId: string },
): Promise<Result<OpenContractVersion[], "forbidden" | "not_found">> {
  const { actor, orderId } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  if (!isId(orderId)) return fail("not_found");
  const [own] = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  return own ? ok(await openContractsOfOrder(deps, orderId)) : fail("not_found");
}

/**
 * Opens all versions of a line's contract for the atelier, for a stated purpose. The entry that the customer sees is written
 * in the same transaction: without it nothing is read. 'forbidden' for everybody without the atelier permission, admins too.
 */
export const readContractAsStaff = asAtelier(
  async (
    deps: { db: Database; measurementBox: SecretBox; clock: Clock },
    input: { actor: Admin; orderItemId: string; purpose: string },
  ): Promise<Result<OpenContractVersion[], StaffReadFailure>> => {
    const { actor, orderItemId } = input;
    const purpose = tidyLine(input.purpose).slice(0, MAX_PURPOSE_LENGTH);
    return inTransaction(deps.db, async (tx) => {
      if (purpose === "") return fail("purpose_missing" as const);
      if (!isId(orderItemId)) return fail("not_found" as const);
      const [line] = await tx
        .select({ ownerId: orders.userId })
        .from(orderItems)
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(eq(orderItems.id, orderItemId));
      const versions = await openVersions({ ...deps, db: tx }, [orderItemId]);
      const newest = versions.at(-1);
      if (!line || !newest) return fail("not_found" as const);
      if (newest.state === "unreadable") return fail("unreadable" as const);
      await recordRead(tx, {
        subject: "contract",
        subjectId: newest.id,
        ownerId: line.ownerId,
        staffId: actor.userId,
        purpose,
        readAt: deps.clock.now(),
      });
      return ok(versions);
    });
  },
);
