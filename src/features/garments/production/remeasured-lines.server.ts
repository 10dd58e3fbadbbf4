import { and, asc, desc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { termsToContinue } from "#features/garments/contract/contract.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { changesBetween } from "#features/garments/contract/contract-changes.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { listLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import type { ProposalDeps } from "#features/garments/proposals/propose-change.server.ts";
import { lockLine } from "#features/garments/proposals/propose-change.server.ts";
import { notifyAtelier } from "#features/garments/proposals/propose-remeasured.server.ts";
import type { RemeasuredContract } from "#features/garments/proposals/remeasured-contract.server.ts";
import { measuredSince, withProfile } from "#features/garments/specification/measured-fit.ts";
import type { ChangeDeps } from "./customer-change-queries.server.ts";
import { findStoredFit } from "./customer-change-queries.server.ts";

/** A line in work whose contract has other numbers than the account's measured person has by now. */
export type RemeasuredLine = {
  orderId: string;
  orderItemId: string;
  productName: string;
  wearer: string;
  /** The customer can still change it; later the atelier is asked. */
  isChangeable: boolean;
  changes: readonly ContractChange[];
};

type OwnLine = {
  orderId: string;
  orderItemId: string;
  productId: string | null;
  productName: string;
};

async function compareLine(
  deps: ChangeDeps,
  { actor, line }: { actor: Actor; line: OwnLine },
): Promise<RemeasuredContract | null> {
  const newest = await openNewestContract(deps, line.orderItemId);
  if (!newest?.specification) return null;
  const { createdAt, specification, terms, version } = newest;
  const stored = await findStoredFit(deps, { actor, line, specification });
  if ("problem" in stored) return null;
  const { fit, person } = stored;
  const content = {
    specification: withProfile(specification, measuredSince(person, fit, createdAt)),
    terms: termsToContinue(terms),
  };
  const changes = changesBetween({ specification, terms }, content);
  return { base: version, wearer: specification.label, content, changes };
}

/**
 * The actor's ordered lines in work for which a measured person of the account has other numbers by now, newest order first;
 * 'forbidden' for a visitor.
 */
export async function listRemeasuredLines(
  deps: ChangeDeps,
  { actor }: { actor: Actor },
): Promise<Result<RemeasuredLine[], "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  const lines: OwnLine[] = await deps.db
    .select({
      orderId: orderItems.orderId,
      orderItemId: orderItems.id,
      productId: orderItems.productId,
      productName: orderItems.productName,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.userId, actor.userId),
        eq(orders.status, "completed"),
        eq(orderItems.madeToMeasure, true),
      ),
    )
    .orderBy(desc(orders.createdAt), asc(orderItems.position));
  const facts = await listLineFacts(
    deps.db,
    lines.map(({ orderItemId }) => orderItemId),
  );
  const found: RemeasuredLine[] = [];
  for (const line of lines) {
    const known = facts.get(line.orderItemId);
    if (!known || obstacleTo("agreed_change", known) !== null) continue;
    const remeasured = await compareLine(deps, { actor, line });
    if (!remeasured || remeasured.changes.length === 0) continue;
    const { orderId, orderItemId, productName } = line;
    const { changes, wearer } = remeasured;
    const isChangeable = obstacleTo("own_change", known) === null;
    found.push({ orderId, orderItemId, productName, wearer, isChangeable, changes });
  }
  return ok(found);
}

/**
 * Asks the atelier what is still possible for a line of the actor's that is already approved to be cut and whose person has measured
 * again. Idempotent: the same numbers ask once. 'not_found' for another's line and for one with the newest numbers.
 */
export async function requestRemeasuredChange(
  deps: ProposalDeps,
  { actor, orderItemId }: { actor: Actor; orderItemId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  return inTransaction(deps.db, async (tx) => {
    const found = await lockLine(tx, orderItemId);
    if (found?.order.userId !== actor.userId) return fail("not_found" as const);
    const { id, ...line } = found.line;
    const remeasured = await compareLine(
      { ...deps, db: tx },
      { actor, line: { ...line, orderItemId: id } },
    );
    if (!remeasured || remeasured.changes.length === 0) return fail("not_found" as const);
    await notifyAtelier(tx, deps, { ...found, remeasured, areNumbersStored: true });
    return ok(null);
  });
}
