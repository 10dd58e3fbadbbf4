import { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import type { ProposalDeps } from "#features/garments/proposals/propose-change.server.ts";
import { lockLine } from "#features/garments/proposals/propose-change.server.ts";
import { notifyAtelier } from "#features/garments/proposals/propose-remeasured.server.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOwnOrder } from "#features/orders/order/order-queries.server.ts";

/** Which measurements somebody took again. Their numbers stay with them: a contract holds only what its customer agrees to. */
export const remeasuredSchema = z.object({
  names: z
    .array(z.enum(MEASUREMENT_NAMES))
    .min(1, "Please choose what was measured again")
    .max(MEASUREMENT_NAMES.length),
});

type RemeasuredRequest = z.output<typeof remeasuredSchema>;

/** 'changeable': no garment is approved to be cut, so that the customer changes the line. 'over': none is made any more. */
type RequestFailure = "forbidden" | "not_found" | "changeable" | "over";

type Target = { actor: Actor; orderId: string; orderItemId: string; submitted: RemeasuredRequest };

/**
 * Asks the atelier what is still possible for a line of the actor's order that is approved to be cut and whose person has measured
 * again. The atelier asks for the numbers and proposes a change, which the customer agrees to like any other. Idempotent: the same
 * measurements ask once for a version of the contract.
 */
export async function requestOwnRemeasured(
  deps: ProposalDeps,
  input: Target,
): Promise<Result<null, RequestFailure>> {
  const own = await findOwnOrder(deps.db, input);
  return own.ok ? inTransaction(deps.db, (tx) => request(tx, deps, input)) : own;
}

/** The same for a guest whose browser has a valid proof of the order; 'forbidden' for everybody else. */
export async function requestProvenRemeasured(
  deps: ProposalDeps,
  input: Target,
): Promise<Result<null, RequestFailure>> {
  if ((await findOrderProof(deps, input)) !== "valid") return fail("forbidden");
  return inTransaction(deps.db, (tx) => request(tx, deps, input));
}

async function request(
  tx: Transaction,
  deps: ProposalDeps,
  { orderId, orderItemId, submitted }: Target,
): Promise<Result<null, RequestFailure>> {
  const found = await lockLine(tx, orderItemId);
  if (found?.order.id !== orderId) return fail("not_found");
  const facts = await findLineFacts(tx, orderItemId);
  if (!facts || obstacleTo("agreed_change", facts) !== null) return fail("over");
  if (obstacleTo("own_change", facts) === null) return fail("changeable");
  const newest = await openNewestContract({ ...deps, db: tx }, orderItemId);
  if (!newest?.specification || newest.specification.measuredByLink) return fail("not_found");
  const { label, measurements } = newest.specification;
  const names = MEASUREMENT_NAMES.filter(
    (name) => submitted.names.includes(name) && measurements[name] !== undefined,
  );
  if (names.length === 0) return fail("not_found");
  const changes = names.map((name) => ({ label: MEASUREMENTS[name].label }));
  const remeasured = { base: newest.version, wearer: label, changes };
  await notifyAtelier(tx, deps, { ...found, remeasured, areNumbersStored: false });
  return ok(null);
}
