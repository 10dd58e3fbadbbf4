import { maskEmail } from "#core/email.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import {
  listContracts,
  openContractsOfOrder,
  readOwnContracts,
} from "#features/garments/contract/contract-queries.server.ts";
import type { ContractRead } from "#features/garments/contract/contract-reads.server.ts";
import { listReadsOfOrder } from "#features/garments/contract/contract-reads.server.ts";
import type { LineDrawings } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { findLineDrawings } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { listProposals } from "#features/garments/proposals/proposal-queries.server.ts";
import { hasSentCode } from "#features/orders/order/order-code.server.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOrderIdByNumber } from "#features/orders/order/order-queries.server.ts";
import { listTransfersBackOfOrder } from "#features/sales/payments/transfer-back-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

/**
 * `sendsTo` is the order's email, masked. `isCodeSent`: a code for this browser is on its way and has not ended. `hasContracts`: the code
 * opens what was agreed; without it only the account for money that goes back.
 */
export type ContractsLock = { sendsTo: string; isCodeSent: boolean; hasContracts: boolean };

export type OrderContracts = {
  versions: readonly OpenContractVersion[];
  /** Who of the atelier opened the measurements, newest first. */
  reads: readonly ContractRead[];
  /** Lines with an open proposal. */
  openLines: readonly string[];
  /** Lines whose last proposal nobody answered in time. */
  expiredLines: readonly string[];
  /** Of lines whose measurements the reader may see. */
  patterns: readonly LineDrawings[];
  /** Of the PDF; null without a contract. */
  documentPath: string | null;
  /** Of a guest whose browser has not proven the order with a code: no version and no pattern is among these, and no account is named. */
  lock: ContractsLock | null;
};

const NO_CONTRACTS: OrderContracts = {
  versions: [],
  reads: [],
  openLines: [],
  expiredLines: [],
  patterns: [],
  documentPath: null,
  lock: null,
};

/** The lines whose last proposal waits for the customer, and those whose last one ended without a response. */
async function listProposedLines(
  deps: Deps,
  orderId: string,
): Promise<Pick<OrderContracts, "openLines" | "expiredLines">> {
  const proposals = await listProposals(deps, orderId);
  const last = new Map(proposals.map((proposal) => [proposal.orderItemId, proposal]));
  const linesThatAre = (wanted: "open" | "expired") =>
    [...last.values()]
      .filter(({ status }) => status === wanted)
      .map(({ orderItemId }) => orderItemId);
  return { openLines: linesThatAre("open"), expiredLines: linesThatAre("expired") };
}

async function withProposals(
  deps: Deps,
  orderId: string,
  versions: readonly OpenContractVersion[],
  { isGuest }: { isGuest: boolean },
): Promise<OrderContracts> {
  if (versions.length === 0) return NO_CONTRACTS;
  const { expiredLines, openLines } = await listProposedLines(deps, orderId);
  const newest = new Map(versions.map((version) => [version.orderItemId, version]));
  const readable = [...newest.values()].filter(
    ({ specification }) => specification && !specification.measuredByLink,
  );
  const patterns = await findLineDrawings(
    deps,
    readable.map(({ orderItemId }) => ({ orderId, orderItemId })),
  );
  return {
    versions,
    reads: await listReadsOfOrder(deps, orderId),
    openLines,
    expiredLines,
    // The file asks for the account that ordered; a guest's proof does not open it.
    patterns: isGuest ? patterns.map((line) => ({ ...line, downloads: [] })) : patterns,
    documentPath: `/profile/orders/${orderId}/documents/contract`,
    lock: null,
  };
}

/** The contracts of one of the actor's orders with their measurements. */
export async function findMyContracts(
  deps: Deps,
  input: { actor: Actor; orderId: string },
): Promise<Result<OrderContracts, "forbidden" | "not_found">> {
  const read = await readOwnContracts(deps, input);
  if (!read.ok) return read;
  return ok(await withProposals(deps, input.orderId, read.value, { isGuest: false }));
}

/**
 * The contracts of an order that a guest names by number and email; none when they do not belong together. Number and email alone
 * say whether there are contracts and proposals. What they hold opens in a browser that has proven the order with a code.
 */
export async function lookUpContracts(
  deps: Deps,
  input: { actor: Actor; number: string; email: string },
): Promise<OrderContracts> {
  const orderId = await findOrderIdByNumber(deps.db, input);
  if (orderId === null) return NO_CONTRACTS;
  const proof = await findOrderProof(deps, { actor: input.actor, orderId });
  if (proof === "valid") {
    const versions = await openContractsOfOrder(deps, orderId);
    return withProposals(deps, orderId, versions, { isGuest: true });
  }
  const hasContracts = (await listContracts(deps.db, orderId)).length > 0;
  const isOwed = (await listTransfersBackOfOrder(deps.db, orderId)).length > 0;
  if (!hasContracts && !isOwed) return NO_CONTRACTS;
  const { expiredLines, openLines } = await listProposedLines(deps, orderId);
  const isCodeSent = await hasSentCode(deps, { actor: input.actor, orderId });
  const lock = { sendsTo: maskEmail(shownEmail(input.email)), isCodeSent, hasContracts };
  return { ...NO_CONTRACTS, openLines, expiredLines, lock };
}
