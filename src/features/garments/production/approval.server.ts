import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { garmentEvents } from "#db/schema/production.server.ts";
import { measurementLabel } from "#features/garments/contract/contract-changes.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import {
  findNewestProposal,
  statusAt,
} from "#features/garments/proposals/stored-proposals.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { Blocker } from "./garment-command.ts";
import type { GarmentRow } from "./garments.server.ts";
import { hasReached } from "./stages.ts";

export type GateDeps = { db: Queryable; clock: Clock; measurementBox: SecretBox };

type Gated = Pick<GarmentRow, "id" | "orderItemId" | "stage" | "isPatternByHand">;

export type Gate = {
  /** Of the approval to cut; empty when it can be given. */
  blockers: readonly Blocker[];
  /** Labels of measurements that the check stopped and the customer kept; without values. */
  findings: readonly string[];
};

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

/** As `findPolicyVersion` for several lines, by line; without those that have no contract. */
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

/** When the garment last came to "measurements checked", by the database's clock. */
async function findCheck(db: Queryable, garmentId: string): Promise<Date | null> {
  const [last] = await db
    .select({ at: garmentEvents.createdAt })
    .from(garmentEvents)
    .where(
      and(
        eq(garmentEvents.garmentId, garmentId),
        eq(garmentEvents.kind, "stage"),
        eq(garmentEvents.toStage, "checked"),
        // A step back from a later stage is no check.
        sql`${garmentEvents.fromStage} = 'received'`,
      ),
    )
    .orderBy(sql`${garmentEvents.createdAt} desc`)
    .limit(1);
  return last?.at ?? null;
}

/**
 * What stands between a garment and its approval to cut. The check must be younger than the newest version of the contract, so
 * that a change that the customer approved meanwhile is checked again. A line of an older order has no contract; its garment
 * is checked by hand.
 */
export async function findGate(deps: GateDeps, garment: Gated): Promise<Gate> {
  const { db } = deps;
  const contract = await openNewestContract(deps, garment.orderItemId);
  const proposal = await findNewestProposal(db, garment.orderItemId);
  const checkedAt = await findCheck(db, garment.id);
  const blockers: Blocker[] = [];
  if (!hasReached(garment.stage, "checked")) blockers.push("not_checked");
  else if (contract && (checkedAt === null || checkedAt < contract.createdAt))
    blockers.push("changed_since_check");
  if (!hasReached(garment.stage, "pattern_ready")) blockers.push("no_pattern");
  if (proposal && statusAt(proposal, deps.clock.now()) === "open") blockers.push("proposal_open");
  if (contract && contract.state !== "valid") blockers.push("contract_unreadable");
  const findings = (contract?.specification?.findingsInsisted ?? [])
    .filter(({ level }) => level === "stop")
    .map(({ name }) => measurementLabel(name));
  return { blockers, findings };
}
