import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { asAtelier, requireAtelier } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { checkChanged } from "#features/garments/contract/check-changed.ts";
import { changesBetween } from "#features/garments/contract/contract-changes.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { nameForWearer } from "#features/orders/order/line-description.ts";
import type { Order } from "#features/orders/order/order.ts";
import { lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { proposalEmail } from "./proposal-email.ts";
import type { ProposalErrors, ProposalInput } from "./proposal-input.ts";
import { applyProposal, proposalPath } from "./proposal-input.ts";
import type { ProposalContent } from "./stored-proposals.server.ts";
import {
  addProposal,
  findNewestProposal,
  statusAt,
  withdrawOpen,
} from "./stored-proposals.server.ts";

/** The token is spelled in hex, because URLs are in lower case. */
const TOKEN_BYTES = 32;

export type ProposalDeps = {
  db: Database;
  jobs: JobQueue;
  clock: Clock;
  measurementBox: SecretBox;
  publicUrl: string;
};

type Line = {
  id: string;
  orderId: string;
  productId: string | null;
  productName: string;
  wearer: string;
};

export type LockedLine = { order: Order; line: Line };

/** A line of an order that is locked until the transaction ends; null when either is unknown. */
export async function lockLine(tx: Transaction, orderItemId: string): Promise<LockedLine | null> {
  if (!isId(orderItemId)) return null;
  const { id, orderId, productId, productName, wearer } = orderItems;
  const [line] = await tx
    .select({ id, orderId, productId, productName, wearer })
    .from(orderItems)
    .where(eq(id, orderItemId));
  const order = line ? await lockOrder(tx, line.orderId) : null;
  return line && order ? { line, order } : null;
}

type SentProposal = {
  line: Line;
  order: Order;
  proposalId: string;
  token: string;
  /** The name of who measured again; null for a proposal of the atelier. */
  wearer: string | null;
};

async function sendLink(
  tx: Transaction,
  deps: ProposalDeps,
  { line, order, proposalId, token, wearer }: SentProposal,
): Promise<void> {
  const { general } = await getSiteShell(tx);
  await enqueueEmail(tx, deps.jobs, {
    ...proposalEmail({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      customerName: order.address?.fullName,
      productName: nameForWearer(line.productName, line.wearer),
      wearer,
      proposalUrl: `${deps.publicUrl}${proposalPath(token)}`,
    }),
    dedupeKey: `contract-proposal:${order.id}:${proposalId}`,
    recipient: order.customerEmail,
  });
}

/** Who proposes: a tailor, or somebody who measured again behind a link. */
type Proposer =
  | { origin: "atelier"; proposedBy: string; name: string }
  | { origin: "wearer"; name: string };

type Proposed = LockedLine & { base: number; content: ProposalContent; proposer: Proposer };

/**
 * Stores a proposal for the customer of a locked line, emails its private link and records it on the order. The record of a wearer has
 * no name, because the name of staff alone outlives the data of a customer.
 */
export async function writeProposal(
  tx: Transaction,
  deps: ProposalDeps,
  { base, content, line, order, proposer }: Proposed,
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  const stored = {
    orderItemId: line.id,
    baseVersion: base,
    token,
    content,
    now: deps.clock.now(),
  };
  const proposalId = await (proposer.origin === "atelier"
    ? addProposal(tx, deps, { ...stored, origin: "atelier", proposedBy: proposer.proposedBy })
    : addProposal(tx, deps, { ...stored, origin: "wearer" }));
  const wearer = proposer.origin === "wearer" ? proposer.name : null;
  await sendLink(tx, deps, { line, order, proposalId, token, wearer });
  const { productName } = line;
  await recordOrderEvent(
    tx,
    proposer.origin === "atelier"
      ? {
          orderId: order.id,
          type: "contract_proposed",
          detail: { productName, wearer: line.wearer, by: proposer.name },
        }
      : { orderId: order.id, type: "remeasured", detail: { productName, wearer: line.wearer } },
  );
}

export type ProposeFailure =
  | { code: "forbidden" | "not_found" | "not_paid" | "over" | "conflict" | "unreadable" }
  | { code: "nothing_changed" }
  | { code: "invalid"; errors: ProposalErrors };

/**
 * The locked line with its contract. Refuses unless the order is paid, a garment of the line is still made and the contract is still
 * `base`, and readable. 'over': it was cancelled, refunded or sent.
 */
async function openChangeable(
  tx: Transaction,
  deps: ProposalDeps,
  { base, orderItemId }: { base: number; orderItemId: string },
) {
  const found = await lockLine(tx, orderItemId);
  const newest = found && (await openNewestContract({ ...deps, db: tx }, orderItemId));
  if (!found || !newest) return fail({ code: "not_found" as const });
  const { line, order } = found;
  const facts = await findLineFacts(tx, orderItemId);
  const obstacle = facts && obstacleTo("agreed_change", facts);
  if (obstacle === "unpaid") return fail({ code: "not_paid" as const });
  if (obstacle !== null && obstacle !== "erased") return fail({ code: "over" as const });
  if (newest.version !== base) return fail({ code: "conflict" as const });
  const { specification, terms } = newest;
  if (!specification) return fail({ code: "unreadable" as const });
  return ok({ line, order, contract: { specification, terms } });
}

/**
 * Proposes a changed contract to the customer, who gets an email with a private link. Only the atelier may, for a paid order, on
 * the version that the form showed; an open proposal of the same line is withdrawn. The contract itself stays as it is until the
 * customer approves. One transaction.
 */
export async function proposeChange(
  deps: ProposalDeps,
  input: { actor: Actor; orderItemId: string; submitted: ProposalInput },
): Promise<Result<null, ProposeFailure>> {
  const { actor, orderItemId, submitted } = input;
  if (!isAdmin(actor)) return fail({ code: "forbidden" });
  return inTransaction(deps.db, async (tx) => {
    if (!(await requireAtelier(tx, actor))) return fail({ code: "forbidden" as const });
    const opened = await openChangeable(tx, deps, { base: submitted.base, orderItemId });
    if (!opened.ok) return opened;
    const { contract, line, order } = opened.value;
    const offered = line.productId ? await findTermsOfProduct(tx, line.productId) : null;
    const changed = applyProposal(contract, submitted, offered?.groups ?? []);
    if (!changed.ok) return fail({ code: "invalid" as const, errors: changed.error });
    if (changesBetween(contract, changed.value).length === 0)
      return fail({ code: "nothing_changed" as const });
    const { specification } = checkChanged(contract.specification, changed.value.specification);
    const content = { ...changed.value, specification, note: submitted.note };
    await writeProposal(tx, deps, {
      line,
      order,
      content,
      base: submitted.base,
      proposer: { origin: "atelier", proposedBy: actor.userId, name: actor.name },
    });
    return ok(null);
  });
}

/** Takes back the open proposal of a line; its link then says so. 'not_found' when none is open. */
export const withdrawProposal = asAtelier(
  async (
    deps: Pick<ProposalDeps, "db" | "clock">,
    input: { actor: Admin; orderItemId: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, orderItemId } = input;
    return inTransaction(deps.db, async (tx) => {
      const found = await lockLine(tx, orderItemId);
      if (!found) return fail("not_found" as const);
      const newest = await findNewestProposal(tx, orderItemId);
      const now = deps.clock.now();
      if (!newest || statusAt(newest, now) !== "open") return fail("not_found" as const);
      await withdrawOpen(tx, orderItemId, now);
      const { line, order } = found;
      await recordOrderEvent(tx, {
        orderId: order.id,
        type: "contract_withdrawn",
        detail: { productName: line.productName, wearer: line.wearer, by: actor.name },
      });
      return ok(null);
    });
  },
);
