import { eq, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { measurementLabel } from "#features/garments/contract/contract-changes.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import type { ProposalRow } from "#features/garments/proposals/stored-proposals.server.ts";
import {
  findNewestProposal,
  statusAt,
} from "#features/garments/proposals/stored-proposals.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CutBlocker, GarmentStage } from "./garment.ts";
import { cutBlockers } from "./garment.ts";
import { checkedAtOf } from "./garment-events.server.ts";

export type GateDeps = { db: Queryable; clock: Clock; measurementBox: SecretBox };

export type Gate = {
  /** Of the approval to cut; empty when it can be given. */
  blockers: readonly CutBlocker[];
  /** Labels of measurements that the check stopped and the customer kept; without values. */
  findings: readonly string[];
};

type Gated = {
  stage: GarmentStage;
  checkedAt: Date | null;
  /** The newest ones of the line. */
  contract: OpenContractVersion | null;
  proposal: Pick<ProposalRow, "respondedAt" | "createdAt" | "status"> | null;
  now: Date;
};

/** What stands between a garment and its approval to cut, by what was read about it. */
export function gateOf({ checkedAt, contract, now, proposal, stage }: Gated): Gate {
  const blockers = cutBlockers({
    stage,
    checkedAt,
    contract: contract && {
      createdAt: contract.createdAt,
      isReadable: contract.state === "valid",
    },
    isProposalOpen: proposal !== null && statusAt(proposal, now) === "open",
  });
  const findings = (contract?.specification?.findingsInsisted ?? [])
    .filter(({ level }) => level === "stop")
    .map(({ name }) => measurementLabel(name));
  return { blockers, findings };
}

/** What stands between a garment and its approval to cut, as of now. */
export async function findGate(
  deps: GateDeps,
  { id, orderItemId, stage }: { id: string; orderItemId: string; stage: GarmentStage },
): Promise<Gate> {
  const { clock, db } = deps;
  const [checked] = await db
    .select({ at: checkedAtOf(sql`${garments.id}`) })
    .from(garments)
    .where(eq(garments.id, id));
  return gateOf({
    stage,
    checkedAt: momentOrNull(checked?.at ?? null),
    contract: await openNewestContract(deps, orderItemId),
    proposal: await findNewestProposal(db, orderItemId),
    now: clock.now(),
  });
}

const momentOrNull = (text: string | null) => (text === null ? null : new Date(text));
