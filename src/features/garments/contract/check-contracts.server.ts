import { asc, inArray } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { openVersions } from "./contract-queries.server.ts";

/** Lines of one statement, so that a big shop's contracts are never all in memory. */
const BATCH = 200;

export type ContractCheck = {
  checked: number;
  /** First 8 characters of the orders whose contracts do not match their hash or chain. */
  altered: string[];
  /** Versions that no key of the shop opens. */
  unreadable: number;
};

/** Verifies hash and chain of every contract. Reads only, and returns no measurement. */
export async function checkContracts(deps: {
  db: Queryable;
  measurementBox: SecretBox;
}): Promise<ContractCheck> {
  const lines = await deps.db
    .selectDistinct({ id: contracts.orderItemId })
    .from(contracts)
    .orderBy(asc(contracts.orderItemId));
  const result = { checked: 0, unreadable: 0 };
  const altered = new Set<string>();
  for (let from = 0; from < lines.length; from += BATCH) {
    const ids = lines.slice(from, from + BATCH).map(({ id }) => id);
    for (const { orderItemId, state } of await openVersions(deps, ids)) {
      result.checked += 1;
      if (state === "unreadable") result.unreadable += 1;
      if (state === "altered") altered.add(orderItemId);
    }
  }
  const orderIds =
    altered.size === 0
      ? []
      : await deps.db
          .selectDistinct({ id: orderItems.orderId })
          .from(orderItems)
          .where(inArray(orderItems.id, [...altered]));
  return { ...result, altered: orderIds.map(({ id }) => id.slice(0, 8)) };
}
