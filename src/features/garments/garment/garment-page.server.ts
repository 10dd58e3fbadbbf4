import { eq, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin, isAtelier } from "#features/base/identity/guards.server.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { changesBetween, optionChanges } from "#features/garments/contract/contract-changes.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import type { ComponentState } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { listComponentStates } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import type { ProposalRow } from "#features/garments/proposals/stored-proposals.server.ts";
import type { Gate, GateDeps } from "./cut-gate.server.ts";
import { gateOf } from "./cut-gate.server.ts";
import type { DueCloth } from "./due-cloth.server.ts";
import { dueClothJson } from "./due-cloth.server.ts";
import type { GarmentCard, MakerChoice, RecordedEvent } from "./garment.ts";
import { cardOf } from "./garment.ts";
import { checkedAtOf, eventsJson, readEvent } from "./garment-events.server.ts";
import type { GarmentImage } from "./garment-queries.server.ts";
import {
  garmentColumns,
  imagesJson,
  joinGarments,
  readImage,
  toGarment,
} from "./garment-queries.server.ts";

export type GarmentPage = {
  garment: GarmentCard & { orderItemId: string };
  isPatternByHand: boolean;
  /** Newest first. */
  events: readonly RecordedEvent[];
  images: readonly GarmentImage[];
  makers: readonly MakerChoice[];
  /** What the cut takes from each roll. */
  cloth: readonly DueCloth[];
  /** How far the pattern of each component is. */
  patterns: readonly ComponentState[];
  /** The reader may check measurements and approve the cut. */
  isAtelier: boolean;
  /** Null for who may not approve: the names of doubtful measurements are the atelier's. */
  gate: Gate | null;
  /** The line has a contract with measurements. */
  hasContract: boolean;
  /** The newest version is the customer's own change; null when it is not. */
  customerChange: CustomerChangeSummary | null;
};

/** What a customer changed, without a number. */
export type CustomerChangeSummary = {
  version: number;
  at: Date;
  options: readonly ContractChange[];
  /** Labels of everything else that differs; null for who may not open measurements. */
  others: readonly string[] | null;
};

function summarizeChange(
  versions: readonly OpenContractVersion[],
  mayOpen: boolean,
): CustomerChangeSummary | null {
  const before = versions.at(-2);
  const newest = versions.at(-1);
  if (!before || newest?.terms.changedBy !== "customer") return null;
  const options = optionChanges(before.terms, newest.terms);
  const groups = new Set(options.map(({ label }) => label));
  const changes =
    before.specification && newest.specification
      ? changesBetween(
          { specification: before.specification, terms: before.terms },
          { specification: newest.specification, terms: newest.terms },
        )
      : [];
  const others = changes.map(({ label }) => label).filter((label) => !groups.has(label));
  return {
    version: newest.version,
    at: newest.createdAt,
    options,
    others: mayOpen ? others : null,
  };
}

const makersJson = sql<MakerChoice[]>`(
  select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name), '[]')
    from ${makers} m where m.archived_at is null)`;

type NewestProposal = {
  status: ProposalRow["status"];
  createdAt: string;
  respondedAt: string | null;
};

const proposalJson = sql<NewestProposal | null>`(
  select json_build_object('status', p.status, 'createdAt', p.created_at, 'respondedAt', p.answered_at)
    from ${contractProposals} p where p.order_item_id = ${garments.orderItemId}
   order by p.created_at desc, p.id desc limit 1)`;

const toProposal = ({ createdAt, respondedAt, status }: NewestProposal) => ({
  status,
  createdAt: new Date(createdAt),
  respondedAt: respondedAt === null ? null : new Date(respondedAt),
});

/** Everything about a garment that is neither sealed nor drawn, in one statement. */
async function readPage(db: Queryable, garmentId: string) {
  const [row] = await joinGarments(
    db
      .select({
        garment: garmentColumns,
        events: eventsJson(sql`${garments.id}`),
        checkedAt: checkedAtOf(sql`${garments.id}`),
        images: imagesJson(sql`${garments.id}`),
        cloth: dueClothJson(sql`${garments.orderItemId}`),
        makers: makersJson,
        proposal: proposalJson,
      })
      .from(garments)
      .$dynamic(),
  ).where(eq(garments.id, garmentId));
  return row ?? null;
}

/** A garment's page for any admin, without measurements. Four statements, whatever is stored about the garment. */
export const findGarmentPage = asAdmin(
  async (
    deps: GateDeps,
    { actor, garmentId }: { actor: Admin; garmentId: string },
  ): Promise<Result<GarmentPage, "not_found">> => {
    const { clock, db } = deps;
    if (!isId(garmentId)) return fail("not_found");
    const row = await readPage(db, garmentId);
    if (!row) return fail("not_found");
    const garment = toGarment(row.garment);
    const versions = await openVersions(deps, [garment.orderItemId]);
    const states = await listComponentStates(db, [garment.orderItemId]);
    const mayOpen = await isAtelier(db, actor);
    const contract = versions.at(-1) ?? null;
    const { isPatternByHand, orderItemId, stage } = garment;
    return ok({
      garment: { ...cardOf(garment), orderItemId },
      isPatternByHand,
      events: row.events.map(readEvent),
      images: row.images.map(readImage),
      makers: row.makers,
      cloth: row.cloth,
      patterns: states[orderItemId] ?? [],
      isAtelier: mayOpen,
      gate: mayOpen
        ? gateOf({
            stage,
            contract,
            checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt),
            proposal: row.proposal && toProposal(row.proposal),
            now: clock.now(),
          })
        : null,
      hasContract: contract !== null,
      customerChange: summarizeChange(versions, mayOpen),
    });
  },
);
