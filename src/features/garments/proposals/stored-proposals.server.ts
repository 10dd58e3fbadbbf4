import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { contractTermsSchema } from "#features/garments/contract/contract.ts";
import type { ContractContent } from "#features/garments/contract/contract-changes.ts";
import { fitSpecificationSchema } from "#features/garments/specification/specification.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import { PROPOSAL_DAYS } from "./proposal-input.ts";

/** A proposal's private part: what it changes to, and the note to the customer. */
export type ProposalContent = ContractContent & { note: string };

const contentSchema = z.object({
  specification: fitSpecificationSchema,
  terms: contractTermsSchema,
  note: z.string(),
});

const reasonSchema = z.object({ reason: z.string() });

/** What is proposed; bound to the proposal, so that a sealed part moved to another row does not open. */
export const proposalColumn = sealedColumn({
  table: contractProposals,
  column: "sealed",
  location: ({ id }: { id: string }) => `contract proposal ${id}`,
  schema: contentSchema,
  encoding: "canonical_json",
});

/** Why the customer declined. */
export const reasonColumn = sealedColumn({
  table: contractProposals,
  column: "reason",
  location: ({ id }: { id: string }) => `answer to contract proposal ${id}`,
  schema: reasonSchema,
  encoding: "canonical_json",
});

/** Why the customer declined; "" when they gave no reason. */
export function openReason(
  box: SecretBox,
  { id, reason }: { id: string; reason: Sealed | null },
): string {
  return reasonColumn.open(box, { id, reason })?.reason ?? "";
}

type ProposalStatus = "open" | "approved" | "declined" | "withdrawn";

export type ProposalRow = typeof contractProposals.$inferSelect;

/** "expired": nobody answered within `PROPOSAL_DAYS`; only the time says so, no row does. */
export type ProposalStatusNow = ProposalStatus | "expired";

/** How a proposal is at this moment. One that expired stays so when the atelier proposes again, which withdraws its row. */
export function statusAt(
  { respondedAt, createdAt, status }: Pick<ProposalRow, "respondedAt" | "createdAt" | "status">,
  now: Date,
): ProposalStatusNow {
  if (status === "approved" || status === "declined") return status;
  const until = createdAt.getTime() + PROPOSAL_DAYS * DAY_MS;
  return (respondedAt ?? now).getTime() >= until ? "expired" : status;
}

/** The newest proposal of a line; null when there was none. */
export async function findNewestProposal(
  db: Queryable,
  orderItemId: string,
): Promise<ProposalRow | null> {
  const [newest] = await db
    .select()
    .from(contractProposals)
    .where(eq(contractProposals.orderItemId, orderItemId))
    .orderBy(desc(contractProposals.createdAt), desc(contractProposals.id))
    .limit(1);
  return newest ?? null;
}

type NewProposal = {
  orderItemId: string;
  /** The version that it changes. */
  baseVersion: number;
  content: ProposalContent;
  now: Date;
} & (
  | { origin: "atelier"; token: string; proposedBy: string }
  | { origin: "wearer"; token: string }
  | { origin: "customer" }
);

/**
 * Stores a change of a contract; an open one of the same line ends. A proposal of the atelier, or of somebody who measured again
 * behind a link, is open until the customer responds through the link of its token. A customer's own change is approved by making it, and no link leads to it. Returns its id.
 */
export async function addProposal(
  tx: Transaction,
  { measurementBox }: { measurementBox: SecretBox },
  proposal: NewProposal,
): Promise<string> {
  const { baseVersion, content, now, orderItemId, origin } = proposal;
  await withdrawOpen(tx, orderItemId, now);
  const id = newId();
  const response =
    origin === "customer"
      ? { status: "approved" as const, respondedAt: now }
      : { tokenHash: hashSecret(proposal.token), proposedBy: staffOf(proposal) };
  await tx.insert(contractProposals).values({
    id,
    orderItemId,
    baseVersion,
    origin,
    createdAt: now,
    sealed: proposalColumn.seal(measurementBox, { id }, content),
    ...response,
  });
  return id;
}

const staffOf = (proposal: NewProposal): string | null =>
  proposal.origin === "atelier" ? proposal.proposedBy : null;

/** Ends the open proposals of a line. */
export async function withdrawOpen(tx: Transaction, orderItemId: string, now: Date): Promise<void> {
  await tx
    .update(contractProposals)
    .set({ status: "withdrawn", respondedAt: now })
    .where(
      and(eq(contractProposals.orderItemId, orderItemId), eq(contractProposals.status, "open")),
    );
}
