import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { DAY_MS } from "#core/duration.ts";
import { newId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
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

const UNUSED_TOKEN_BYTES = 32;

/** Of the private link. */
export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

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

/** A proposal that the customer made and approved in one: the version that it led to says so. */
export const BY_CUSTOMER = sql<boolean>`exists (select from contracts c where c.proposal_id = contract_proposals.id and c.terms ->> 'changedBy' = 'customer')`;

export async function isCustomersChange(db: Queryable, proposalId: string): Promise<boolean> {
  const [row] = await db
    .select({ isByCustomer: BY_CUSTOMER })
    .from(contractProposals)
    .where(eq(contractProposals.id, proposalId));
  return row?.isByCustomer ?? false;
}

type OwnChange = { orderItemId: string; baseVersion: number; content: ContractContent; now: Date };

/**
 * Stores the customer's own change of a contract, for which the database asks a proposal: it is approved at once, and no link leads
 * to it. An open proposal of the atelier ends. Returns its id, for the version that follows.
 */
export async function recordOwnChange(
  tx: Queryable,
  { measurementBox }: { measurementBox: SecretBox },
  { baseVersion, content, now, orderItemId }: OwnChange,
): Promise<string> {
  await withdrawOpen(tx, orderItemId, now);
  const id = newId();
  await tx.insert(contractProposals).values({
    id,
    orderItemId,
    baseVersion,
    status: "approved",
    createdAt: now,
    respondedAt: now,
    tokenHash: hashToken(randomBytes(UNUSED_TOKEN_BYTES).toString("hex")),
    sealed: proposalColumn.seal(measurementBox, { id }, { ...content, note: "" }),
  });
  return id;
}

/** Ends the open proposals of a line. */
export async function withdrawOpen(tx: Queryable, orderItemId: string, now: Date): Promise<void> {
  await tx
    .update(contractProposals)
    .set({ status: "withdrawn", respondedAt: now })
    .where(
      and(eq(contractProposals.orderItemId, orderItemId), eq(contractProposals.status, "open")),
    );
}
