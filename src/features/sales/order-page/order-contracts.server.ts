import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import {
  openContractsOfOrder,
  readOwnContracts,
} from "#features/garments/contract/contract-queries.server.ts";
import type { LineDrawings } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { findLineDrawings } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { listProposals } from "#features/garments/proposals/proposal-queries.server.ts";
import { contractProof } from "#features/orders/order/order-proof.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { lookUpOrder } from "./my-order-queries.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

export type OrderContracts = {
  versions: readonly OpenContractVersion[];
  /** Lines with an open proposal. */
  openLines: readonly string[];
  /** Lines whose last proposal nobody answered in time. */
  expiredLines: readonly string[];
  /** Of lines whose measurements the reader may see. */
  patterns: readonly LineDrawings[];
  /** Of a guest, for the pages of this order. */
  proof: string | null;
  /** Of the PDF; null without a contract. */
  documentPath: string | null;
};

const NO_CONTRACTS: OrderContracts = {
  versions: [],
  openLines: [],
  expiredLines: [],
  patterns: [],
  documentPath: null,
  proof: null,
};

async function withProposals(
  deps: Deps,
  orderId: string,
  versions: readonly OpenContractVersion[],
  proof?: string,
): Promise<OrderContracts> {
  if (versions.length === 0) return NO_CONTRACTS;
  const documentPath = `/profile/orders/${orderId}/documents/contract${proof ? `?proof=${proof}` : ""}`;
  const proposals = await listProposals(deps, orderId);
  const last = new Map(proposals.map((proposal) => [proposal.orderItemId, proposal]));
  const linesThatAre = (wanted: "open" | "expired") =>
    [...last.values()]
      .filter(({ status }) => status === wanted)
      .map(({ orderItemId }) => orderItemId);
  const openLines = linesThatAre("open");
  const expiredLines = linesThatAre("expired");
  const newest = new Map(versions.map((version) => [version.orderItemId, version]));
  const readable = [...newest.values()].filter(
    ({ specification }) => specification && !specification.measuredByLink,
  );
  const patterns = await findLineDrawings(
    deps,
    readable.map(({ orderItemId }) => ({ orderId, orderItemId })),
  );
  // The file asks for the account that ordered; a guest's proof does not open it.
  const shown = proof ? patterns.map((line) => ({ ...line, downloads: [] })) : patterns;
  const found = { versions, openLines, expiredLines, patterns: shown };
  return { ...found, documentPath, proof: proof ?? null };
}

/** The contracts of one of the actor's orders with their measurements. */
export async function findMyContracts(
  deps: Deps,
  input: { actor: Actor; orderId: string },
): Promise<Result<OrderContracts, "forbidden" | "not_found">> {
  const read = await readOwnContracts(deps, input);
  return read.ok ? ok(await withProposals(deps, input.orderId, read.value)) : read;
}

/** The same by the order's number and email, for a customer without an account; none when they do not belong together. */
export async function lookUpContracts(
  deps: Deps & { secretBox: SecretBox },
  input: { number: string; email: string },
): Promise<OrderContracts> {
  const now = deps.clock.now();
  const found = await lookUpOrder(deps.db, { ...input, now });
  if (!found.ok) return NO_CONTRACTS;
  const { id } = found.value.order;
  const proof = contractProof(deps.secretBox, id, now);
  return withProposals(deps, id, await openContractsOfOrder(deps, id), proof);
}
