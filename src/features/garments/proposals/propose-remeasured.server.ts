import { createHash } from "node:crypto";
import { orderNumber } from "#core/document-number.ts";
import { ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { listLinesOfLink } from "#features/body/links/order-by-link.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { changesBetween } from "#features/garments/contract/contract-changes.ts";
import { recordGarmentEvents } from "#features/garments/garment/garment-events.server.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import { lockGarments } from "#features/garments/garment/stored-garments.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import { remeasuredNotice } from "./proposal-email.ts";
import type { LockedLine, ProposalDeps } from "./propose-change.server.ts";
import { lockLine, writeProposal } from "./propose-change.server.ts";
import type { RemeasuredContract } from "./remeasured-contract.server.ts";
import { findRemeasuredContract } from "./remeasured-contract.server.ts";
import type { ProposalRow } from "./stored-proposals.server.ts";
import {
  findNewestProposal,
  proposalColumn,
  statusAt,
  withdrawOpen,
} from "./stored-proposals.server.ts";

/**
 * Carries the numbers that somebody has corrected behind a link to every garment that was ordered with them. Until a garment is
 * approved to be cut, the change is proposed to the customer, and nothing can be approved while it waits. Later, or while a proposal of
 * a tailor waits, the atelier is asked. A correction that is taken back withdraws its proposal. Idempotent: the same numbers ask once.
 * One transaction a line, under the lock of its order.
 */
export async function proposeRemeasured(
  deps: ProposalDeps,
  { linkId }: { linkId: string },
): Promise<void> {
  for (const orderItemId of await listLinesOfLink(deps.db, linkId)) {
    await inTransaction(deps.db, async (tx) => {
      const found = await lockLine(tx, orderItemId);
      if (found) await carryTo(tx, deps, { ...found, linkId });
      return ok(null);
    });
  }
}

type Carried = LockedLine & { linkId: string };

async function carryTo(tx: Transaction, deps: ProposalDeps, carried: Carried): Promise<void> {
  const { line, linkId, order } = carried;
  const facts = await findLineFacts(tx, line.id);
  if (!facts || obstacleTo("agreed_change", facts) !== null) return;
  const target = { orderItemId: line.id, productId: line.productId, linkId };
  const remeasured = await findRemeasuredContract({ ...deps, db: tx }, target);
  if (!remeasured) return;
  const open = await findOpenProposal(tx, deps, line.id);
  if (remeasured.changes.length === 0) {
    if (open?.origin === "wearer") await withdrawOpen(tx, line.id, deps.clock.now());
    return;
  }
  if (open?.origin === "atelier" || obstacleTo("own_change", facts) !== null)
    return notifyAtelier(tx, deps, { line, order, remeasured, areNumbersStored: true });
  if (open && saysTheSame(deps, open, remeasured)) return;
  const { base, content, wearer } = remeasured;
  await writeProposal(tx, deps, {
    line,
    order,
    base,
    content: { ...content, note: `${wearer} has measured again.` },
    proposer: { origin: "wearer", name: wearer },
  });
}

async function findOpenProposal(
  tx: Transaction,
  { clock }: Pick<ProposalDeps, "clock">,
  orderItemId: string,
): Promise<ProposalRow | null> {
  const newest = await findNewestProposal(tx, orderItemId);
  return newest && statusAt(newest, clock.now()) === "open" ? newest : null;
}

function saysTheSame(
  { measurementBox }: Pick<ProposalDeps, "measurementBox">,
  open: ProposalRow,
  { base, content }: RemeasuredContract,
): boolean {
  const proposed = proposalColumn.open(measurementBox, open);
  return (
    proposed !== null && open.baseVersion === base && changesBetween(proposed, content).length === 0
  );
}

/** What was measured again, by name; old and new numbers where they are known. */
type Remeasured = Pick<RemeasuredContract, "base" | "wearer"> & {
  readonly changes: readonly (Pick<ContractChange, "label"> & Partial<ContractChange>)[];
};

type Notified = LockedLine & {
  remeasured: Remeasured;
  /** The shop has the new numbers, in an account or behind a link; otherwise the customer tells them. */
  areNumbersStored: boolean;
};

/** Names these changes of a line without saying them. */
const nameOf = ({ base, changes }: Remeasured): string =>
  createHash("sha256")
    .update(JSON.stringify([base, changes]))
    .digest("hex")
    .slice(0, 32);

/** Asks the atelier once for the same numbers, by email, on the order and on the page of each garment, and names no number. */
export async function notifyAtelier(
  tx: Transaction,
  deps: ProposalDeps,
  { areNumbersStored, line, order, remeasured }: Notified,
): Promise<void> {
  const { general } = await getSiteShell(tx);
  const { productName } = line;
  const { changes, wearer } = remeasured;
  const changed = changes.map(({ label }) => label);
  const isNew = await enqueueEmail(tx, deps.jobs, {
    ...remeasuredNotice({
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
      contactEmail: general.contactEmail,
      orderNumber: orderNumber(order.id),
      productName,
      wearer,
      changed,
      areNumbersStored,
      contractUrl: `${deps.publicUrl}/admin/orders/${order.id}/contracts/${line.id}`,
    }),
    dedupeKey: `remeasured:${line.id}:${nameOf(remeasured)}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
  if (!isNew) return;
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "remeasured_in_work",
    detail: { productName, wearer: line.wearer },
  });
  const garments = await lockGarments(tx, [line.id]);
  const way = areNumbersStored
    ? "Please look at the contract before you go on."
    : "Please ask the customer for the new numbers before you go on.";
  const note = `${wearer} has measured again, and the contract has other numbers: ${changed.join(", ")}. ${way}`;
  await recordGarmentEvents(
    tx,
    garments
      .filter(({ stage }) => stage !== "cancelled" && stage !== "shipped")
      .map(({ id }) => ({
        kind: "note",
        note,
        garmentId: id,
        at: deps.clock.now(),
        staff: null,
      })),
  );
}
