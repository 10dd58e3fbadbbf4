import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { OpenContractVersion } from "#features/atelier/contract/contract-queries.server.ts";
import {
  openContractsOfOrder,
  readOwnContracts,
} from "#features/atelier/contract/contract-queries.server.ts";
import { contractProof } from "#features/documents/write-contract.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { listProposals } from "#features/proposals/proposal-queries.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { lookUpOrder } from "./my-order-queries.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox };

export type OrderContracts = {
  versions: readonly OpenContractVersion[];
  /** Lines with an open proposal. */
  openLines: readonly string[];
  /** Of the PDF; null without a contract. */
  documentPath: string | null;
};

async function withProposals(
  db: Queryable,
  orderId: string,
  versions: readonly OpenContractVersion[],
  proof?: string,
): Promise<OrderContracts> {
  if (versions.length === 0) return { versions, openLines: [], documentPath: null };
  const documentPath = `/profile/orders/${orderId}/documents/contract${proof ? `?proof=${proof}` : ""}`;
  const proposals = await listProposals(db, orderId);
  const open = proposals.filter(({ status }) => status === "open");
  return { versions, openLines: open.map(({ orderItemId }) => orderItemId), documentPath };
}

/** The contracts of one of the actor's orders with their measurements. */
export async function findMyContracts(
  deps: Deps,
  input: { actor: Actor; orderId: string },
): Promise<Result<OrderContracts, "forbidden" | "not_found">> {
  const read = await readOwnContracts(deps, input);
  return read.ok ? ok(await withProposals(deps.db, input.orderId, read.value)) : read;
}

/** The same by the order's number and email, for a customer without an account; none when they do not belong together. */
export async function lookUpContracts(
  deps: Deps & { secretBox: SecretBox },
  input: { number: string; email: string; now: Date },
): Promise<OrderContracts> {
  const found = await lookUpOrder(deps.db, input);
  if (!found.ok) return { versions: [], openLines: [], documentPath: null };
  const { id } = found.value.order;
  const proof = contractProof(deps.secretBox, id, input.now);
  return withProposals(deps.db, id, await openContractsOfOrder(deps, id), proof);
}
