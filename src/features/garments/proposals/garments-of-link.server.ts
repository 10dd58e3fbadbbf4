import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { OwnFailure } from "#features/body/links/measure-by-link.server.ts";
import { finishByLink, openLink } from "#features/body/links/measure-by-link.server.ts";
import { listLinesOfLink } from "#features/body/links/order-by-link.server.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { listLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ProposalDeps } from "./propose-change.server.ts";
import { proposeRemeasured } from "./propose-remeasured.server.ts";
import { findRemeasuredContract } from "./remeasured-contract.server.ts";
import { findNewestProposal, statusAt } from "./stored-proposals.server.ts";

/**
 * What became of the numbers of a link for one garment. 'waits': the customer has the change before them. 'not_agreed': they declined it
 * or did not answer. 'atelier': the garment is being cut, and a tailor decides.
 */
export type LinkGarmentState = "waits" | "not_agreed" | "atelier";

export type LinkGarment = {
  orderItemId: string;
  productName: string;
  state: LinkGarmentState;
  /** The contract's numbers beside the person's newest ones. */
  changes: readonly ContractChange[];
};

type Deps = { db: Queryable; clock: Clock; measurementBox: SecretBox };

/**
 * The garments in work whose contract has other numbers than the person behind the link has by now, newest order first. Does not check
 * who asks: the caller has proven the person by the code of the link.
 */
export async function listRemeasuredOfLink(deps: Deps, linkId: string): Promise<LinkGarment[]> {
  const lines = await listLinesOfLink(deps.db, linkId);
  const facts = await listLineFacts(deps.db, lines);
  const found: LinkGarment[] = [];
  for (const orderItemId of lines) {
    const line = facts.get(orderItemId);
    if (!line || obstacleTo("agreed_change", line) !== null) continue;
    const [item] = await deps.db
      .select({ productId: orderItems.productId, productName: orderItems.productName })
      .from(orderItems)
      .where(eq(orderItems.id, orderItemId));
    if (!item) continue;
    const { productId, productName } = item;
    const remeasured = await findRemeasuredContract(deps, { linkId, orderItemId, productId });
    if (!remeasured || remeasured.changes.length === 0) continue;
    const newest = await findNewestProposal(deps.db, orderItemId);
    const isOpen = newest?.origin === "wearer" && statusAt(newest, deps.clock.now()) === "open";
    const isBeforeGate = obstacleTo("own_change", line) === null;
    const state = isOpen ? "waits" : isBeforeGate ? "not_agreed" : "atelier";
    found.push({ orderItemId, productName, state, changes: remeasured.changes });
  }
  return found;
}

/**
 * Ends the measuring of a person behind a link, and carries the corrected numbers of somebody who is done to what was ordered with
 * them (`proposeRemeasured`). Fails as `finishByLink` does.
 */
export async function finishMeasuring(
  deps: ProposalDeps,
  input: { token: string; code: string },
): Promise<Result<{ isDone: boolean }, OwnFailure | "too_many_attempts">> {
  const finished = await finishByLink(deps, input);
  if (!finished.ok || !finished.value.isDone) return finished;
  const opened = await openLink(deps, input);
  if (opened.ok) await proposeRemeasured(deps, { linkId: opened.value.id });
  return finished;
}
