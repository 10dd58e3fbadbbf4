import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { listDetails, listMeasurements } from "#features/garments/contract/contract-changes.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import { exportPatterns } from "#features/garments/order-patterns/customer-drawings.server.ts";
import type { OpenedProposal } from "#features/garments/proposals/proposal-queries.server.ts";
import { openProposalsOfLines } from "#features/garments/proposals/proposal-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import {
  customerView,
  hiddenNumbersMessage,
} from "#features/garments/specification/specification.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

/** Values in mm, degrees and grams, and the same as people read them. The caller has the customer's view. */
export function readableSpecification(specification: FitSpecification | null) {
  if (!specification) return { specification, asText: null };
  const measured = listMeasurements(specification).map(({ confidence, label, text }) => {
    return [label, `${text}: ${confidence}`] as const;
  });
  const details = listDetails(specification).map(({ label, text }) => [label, text] as const);
  const hidden = hiddenNumbersMessage(specification);
  const asText = Object.fromEntries([...measured, ...details]);
  return { specification, asText: hidden ? { ...asText, Measurements: hidden } : asText };
}

const proposed = ({ changes, createdAt, note, reason, respondedAt, status }: OpenedProposal) => {
  return { proposedAt: createdAt, status, respondedAt, note, reason, changes };
};

/** What proposals of each line compare with: its versions that still have their measurements. */
function contentsOf(versions: readonly OpenContractVersion[]) {
  const lines = Map.groupBy(versions, ({ orderItemId }) => orderItemId);
  return new Map(
    [...lines].map(([orderItemId, ofLine]) => {
      const contents = ofLine.flatMap(({ specification, terms, version }) =>
        specification ? [[version, { specification, terms }] as const] : [],
      );
      return [orderItemId, new Map(contents)] as const;
    }),
  );
}

/**
 * Every version of the contracts of these orders, by order: with its measurements and patterns while they are stored, and every
 * proposal with its response. Four statements however many orders there are. The caller has proven that the orders are the
 * reader's own.
 */
export async function exportContracts(
  deps: ReadDeps,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Record<string, unknown>[]>> {
  if (orderIds.length === 0) return new Map();
  const lines = await deps.db
    .select({ id: orderItems.id, orderId: orderItems.orderId })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, [...orderIds]), eq(orderItems.madeToMeasure, true)));
  const orderOf = new Map(lines.map(({ id, orderId }) => [id, orderId]));
  const lineIds = [...orderOf.keys()];
  const opened = await openVersions(deps, lineIds);
  const versions = opened.map(({ specification, ...version }) => ({
    ...version,
    specification: specification && customerView(specification),
  }));
  const proposals = await openProposalsOfLines(deps, contentsOf(versions), customerView);
  const patterns = await exportPatterns(deps, lineIds);
  const byOrder = Map.groupBy(versions, ({ orderItemId }) => orderOf.get(orderItemId) ?? "");
  return new Map(
    [...byOrder].map(([orderId, ofOrder]) => [
      orderId,
      ofOrder.map(({ createdAt, hash, orderItemId, specification, state, terms, version }) => {
        const isOfVersion = (each: { orderItemId: string }, number: number) =>
          each.orderItemId === orderItemId && number === version;
        const drafted = patterns.filter((each) => isOfVersion(each, each.contractVersion));
        return {
          version,
          agreedAt: createdAt,
          state,
          hash,
          terms,
          ...readableSpecification(specification),
          proposals: proposals.filter((each) => isOfVersion(each, each.baseVersion)).map(proposed),
          // A pattern shows the body, and what a linked person measured is theirs.
          patterns: specification?.measuredByLink ? [] : drafted.map(({ pattern }) => pattern),
        };
      }),
    ]),
  );
}
