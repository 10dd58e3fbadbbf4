import { asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type {
  ContractChange,
  ContractContent,
} from "#features/garments/contract/contract-changes.ts";
import { changesBetween } from "#features/garments/contract/contract-changes.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { listLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ProposalRow, ProposalStatusNow } from "./stored-proposals.server.ts";
import { openReason, proposalColumn, statusAt } from "./stored-proposals.server.ts";

/** A proposal without measurements, and without note and reason, which may name them. */
export type ProposalEntry = {
  id: string;
  orderItemId: string;
  baseVersion: number;
  status: ProposalStatusNow;
  createdAt: Date;
  respondedAt: Date | null;
  /** A customer's own change is approved by making it. */
  origin: ProposalRow["origin"];
};

/**
 * The proposals of an order as they are now, oldest first, for everybody who may see the order. An open one of a line that is not made
 * any more counts as withdrawn.
 */
export async function listProposals(
  { clock, db }: { db: Queryable; clock: Clock },
  orderId: string,
): Promise<ProposalEntry[]> {
  const { respondedAt, baseVersion, createdAt, id, orderItemId, origin, status } =
    contractProposals;
  const rows = await db
    .select({
      id,
      orderItemId,
      baseVersion,
      status,
      createdAt,
      respondedAt,
      origin,
    })
    .from(contractProposals)
    .innerJoin(orderItems, eq(orderItems.id, contractProposals.orderItemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(createdAt), asc(id));
  const facts = await listLineFacts(
    db,
    rows.filter(({ status }) => status === "open").map((row) => row.orderItemId),
  );
  return rows.map((row) => {
    const now = statusAt(row, clock.now());
    const line = facts.get(row.orderItemId);
    const isOver = now === "open" && line && obstacleTo("agreed_change", line) !== null;
    return { ...row, status: isOver ? "withdrawn" : now };
  });
}

export type OpenedProposal = ProposalEntry & {
  note: string;
  reason: string;
  changes: readonly ContractChange[];
};

/** What a proposal of a line is compared with: the contents of its contract's versions, by number. */
type ContentsOfLine = ReadonlyMap<number, ContractContent>;

/**
 * The proposals of lines with what they change, oldest first. Does not check who asks; the caller has opened the contracts'
 * versions for the reader (`contents`, by line), and names the reader's view of a specification.
 */
export async function openProposalsOfLines(
  deps: { db: Queryable; measurementBox: SecretBox; clock: Clock },
  contents: ReadonlyMap<string, ContentsOfLine>,
  view: (specification: FitSpecification) => FitSpecification,
): Promise<OpenedProposal[]> {
  if (contents.size === 0) return [];
  const rows = await deps.db
    .select()
    .from(contractProposals)
    .where(inArray(contractProposals.orderItemId, [...contents.keys()]))
    .orderBy(asc(contractProposals.createdAt), asc(contractProposals.id));
  return rows.map((row) => {
    const { respondedAt, baseVersion, createdAt, id, orderItemId, origin } = row;
    const status = statusAt(row, deps.clock.now());
    const content = proposalColumn.open(deps.measurementBox, row);
    const after = content && { ...content, specification: view(content.specification) };
    const before = contents.get(orderItemId)?.get(baseVersion);
    return {
      id,
      orderItemId,
      baseVersion,
      status,
      createdAt,
      respondedAt,
      origin,
      note: content?.note ?? "",
      reason: openReason(deps.measurementBox, row),
      changes: after && before ? changesBetween(before, after) : [],
    };
  });
}

/** Opens the proposals of one line, with the contents of its contract's versions. */
export function openProposalsOfLine(
  deps: { db: Queryable; measurementBox: SecretBox; clock: Clock },
  orderItemId: string,
  versions: ContentsOfLine,
  view: (specification: FitSpecification) => FitSpecification,
): Promise<OpenedProposal[]> {
  return openProposalsOfLines(deps, new Map([[orderItemId, versions]]), view);
}
