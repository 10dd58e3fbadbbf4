import { eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { contractProposals } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type {
  ContractChange,
  ContractContent,
} from "#features/garments/contract/contract-changes.ts";
import { changesForCustomer } from "#features/garments/contract/contract-changes.ts";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { writeNextVersion } from "#features/garments/contract/write-version.server.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import {
  findWhoseReturn,
  returnToProfile,
} from "#features/garments/specification/return-to-profile.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { customerView } from "#features/garments/specification/specification.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { nameForWearer } from "#features/orders/order/line-description.ts";
import type { Order } from "#features/orders/order/order.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { proposalResponseEmail } from "./proposal-email.ts";
import type { LockedLine, ProposalDeps } from "./propose-change.server.ts";
import { lockLine } from "./propose-change.server.ts";
import type { ProposalRow, ProposalStatusNow } from "./stored-proposals.server.ts";
import {
  findNewestProposal,
  proposalColumn,
  reasonColumn,
  statusAt,
} from "./stored-proposals.server.ts";

/**
 * What a link opens. 'replaced': withdrawn for a newer proposal. 'outdated': the contract changed since. 'expired': nobody answered
 * within `PROPOSAL_DAYS`. 'cancelled', 'refunded' and 'sent' are what became of the line that it is about (line-standing.ts).
 */
export type ProposalState =
  | ProposalStatusNow
  | "replaced"
  | "outdated"
  | "removed"
  | "cancelled"
  | "refunded"
  | "sent";

export type ShownProposal = {
  state: ProposalState;
  orderId: string;
  productName: string;
  respondedAt: Date | null;
  /** Only of an open proposal. */
  open: {
    note: string;
    before: ContractContent;
    after: ContractContent;
    /** The garment as it would be. */
    described: DescribedLine;
    changes: ContractChange[];
    /** Whose numbers in the customer's account can follow the approved ones; null where none can. */
    returnsTo: string | null;
  } | null;
};

/**
 * The numbers that a tailor's proposal changes, as the account of the order's customer can take them over; null for an order without an
 * account and for a proposal of somebody else, whose numbers come from where they are measured.
 */
function agreedNumbers(
  row: ProposalRow,
  { customerEmail, userId }: Pick<Order, "customerEmail" | "userId">,
  changed: { before: FitSpecification; after: FitSpecification },
) {
  if (row.origin !== "atelier" || userId === null) return null;
  const actor = { role: "customer", userId, name: "", email: customerEmail } as const;
  return { ...changed, actor, source: "atelier" as const };
}

type ReadDeps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

async function findByToken(db: Queryable, token: string): Promise<ProposalRow | null> {
  const [row] = await db
    .select()
    .from(contractProposals)
    .where(eq(contractProposals.tokenHash, hashSecret(token)));
  return row ?? null;
}

/** What became of the line, so that its proposals end with it; null while it is made. */
async function endOfLine(
  db: Queryable,
  orderItemId: string,
): Promise<"removed" | "cancelled" | "refunded" | "sent" | null> {
  const facts = await findLineFacts(db, orderItemId);
  const obstacle = facts && obstacleTo("agreed_change", facts);
  if (obstacle === "cancelled" || obstacle === "refunded" || obstacle === "sent") return obstacle;
  return obstacle === null ? null : "removed";
}

async function stateOf(
  deps: ReadDeps,
  row: ProposalRow,
  order: Pick<Order, "customerEmail" | "userId">,
): Promise<Pick<ShownProposal, "state" | "open">> {
  const status = statusAt(row, deps.clock.now());
  const end = await endOfLine(deps.db, row.orderItemId);
  if (end === "cancelled" || end === "refunded") return { state: end, open: null };
  if (row.status === "withdrawn") {
    const newest = await findNewestProposal(deps.db, row.orderItemId);
    if (newest?.id === row.id) return { state: status, open: null };
    return { state: newest?.origin === "customer" ? "outdated" : "replaced", open: null };
  }
  if (status !== "open") return { state: status, open: null };
  if (end) return { state: end, open: null };
  const current = await openNewestContract(deps, row.orderItemId);
  const content = proposalColumn.open(deps.measurementBox, row);
  if (!current?.specification || !content) return { state: "removed", open: null };
  if (current.version !== row.baseVersion) return { state: "outdated", open: null };
  const before = { specification: current.specification, terms: current.terms };
  const { note, ...after } = content;
  const view = ({ specification, terms }: ContractContent) => {
    return { specification: customerView(specification), terms };
  };
  const described = describeContract({ ...current, ...after });
  const agreed = agreedNumbers(row, order, {
    before: before.specification,
    after: after.specification,
  });
  const returnsTo = agreed && (await findWhoseReturn(deps, agreed));
  const open = { note, before: view(before), after: view(after), described, returnsTo };
  return { state: "open", open: { ...open, changes: changesForCustomer(before, after) } };
}

/**
 * What a private link shows: old and new side by side while the proposal is open and its line is made, otherwise how it ended,
 * without measurements.
 * Whoever has the link can read it, so a link that was answered shows nothing more.
 */
export async function findProposal(
  deps: ReadDeps,
  token: string,
): Promise<Result<ShownProposal, "not_found">> {
  const row = await findByToken(deps.db, token);
  const [line] = row
    ? await deps.db
        .select({
          orderId: orderItems.orderId,
          productName: orderItems.productName,
          wearer: orderItems.wearer,
          customerEmail: orders.customerEmail,
          userId: orders.userId,
        })
        .from(orderItems)
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(eq(orderItems.id, row.orderItemId))
    : [];
  if (!row || !line) return fail("not_found");
  const { orderId, productName, wearer } = line;
  const shown = await stateOf(deps, row, line);
  const name = nameForWearer(productName, wearer);
  return ok({ orderId, productName: name, respondedAt: row.respondedAt, ...shown });
}

async function notifyAtelier(
  tx: Transaction,
  deps: ProposalDeps,
  response: { row: ProposalRow; order: Order; productName: string; isApproved: boolean },
): Promise<void> {
  const { isApproved, order, productName, row } = response;
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...proposalResponseEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      adminUrl: `${deps.publicUrl}/admin/orders/${order.id}/contracts/${row.orderItemId}`,
      productName,
      isApproved,
    }),
    dedupeKey: `contract-proposal-answered:${order.id}:${row.id}`,
    recipient: general.contactEmail,
  });
}

type Approved = { row: ProposalRow; order: Order; returnToProfile: boolean };

/** Writes the proposed version behind the one that it was made for, and the numbers into the account when the customer wants that. */
async function writeVersion(
  tx: Transaction,
  { clock, measurementBox }: Pick<ProposalDeps, "clock" | "measurementBox">,
  { order, returnToProfile: isReturned, row }: Approved,
): Promise<boolean> {
  const current = await openNewestContract({ db: tx, measurementBox }, row.orderItemId);
  const content = proposalColumn.open(measurementBox, row);
  if (!current?.specification || !content || current.version !== row.baseVersion) return false;
  const { specification, terms } = content;
  await writeNextVersion(tx, { measurementBox }, current, {
    specification,
    terms,
    proposalId: row.id,
  });
  const agreed = agreedNumbers(row, order, {
    before: current.specification,
    after: specification,
  });
  if (isReturned && agreed) await returnToProfile(tx, { clock, measurementBox }, agreed);
  return true;
}

/** The proposal of a link with its order locked; 'ended' when it, or the line that it is about, cannot be answered any more. */
async function lockAnswerable(
  tx: Transaction,
  { clock }: Pick<ProposalDeps, "clock">,
  token: string,
): Promise<Result<LockedLine & { row: ProposalRow }, "not_found" | "ended">> {
  const known = await findByToken(tx, token);
  const found = known && (await lockLine(tx, known.orderItemId));
  // Under the order's lock, which every change of a proposal holds.
  const row = found && (await findByToken(tx, token));
  if (!row) return fail("not_found");
  if (statusAt(row, clock.now()) !== "open") return fail("ended");
  if ((await endOfLine(tx, row.orderItemId)) !== null) return fail("ended");
  return ok({ ...found, row });
}

/** `returnToProfile`: the account's person gets the approved numbers too. */
export type ProposalResponse =
  | { isApproved: true; returnToProfile?: boolean }
  | { isApproved: false; reason: string };

/**
 * The customer's answer through the private link, once. Approving writes the next version of the contract; declining changes
 * nothing and keeps the reason for the atelier. 'ended' when it was answered, withdrawn, replaced, expired or is outdated, and when
 * its line was cancelled, refunded or sent. One transaction; two answers at one moment follow each other.
 */
export async function respondToProposal(
  deps: ProposalDeps,
  input: { token: string; response: ProposalResponse },
): Promise<Result<null, "not_found" | "ended">> {
  const { response, token } = input;
  return inTransaction(deps.db, async (tx) => {
    const answerable = await lockAnswerable(tx, deps, token);
    if (!answerable.ok) return answerable;
    const { line, order, row } = answerable.value;
    if (response.isApproved) {
      const approved = { row, order, returnToProfile: response.returnToProfile ?? false };
      if (!(await writeVersion(tx, deps, approved))) return fail("ended" as const);
    }
    const box = deps.measurementBox;
    await tx
      .update(contractProposals)
      .set({
        status: response.isApproved ? "approved" : "declined",
        reason: response.isApproved
          ? null
          : reasonColumn.seal(box, row, { reason: response.reason }),
        respondedAt: deps.clock.now(),
      })
      .where(eq(contractProposals.id, row.id));
    const productName = line.productName;
    await recordOrderEvent(tx, {
      orderId: order.id,
      type: response.isApproved ? "contract_approved" : "contract_declined",
      detail: { productName, wearer: line.wearer },
    });
    const { isApproved } = response;
    const name = nameForWearer(productName, line.wearer);
    await notifyAtelier(tx, deps, { row, order, productName: name, isApproved });
    return ok(null);
  });
}
