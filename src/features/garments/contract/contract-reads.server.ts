import { desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { contractColumn } from "./seal-contract.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox };

/** That somebody of the atelier opened what a garment is cut to. */
export type ContractRead = {
  id: string;
  /** Whose measurements; "" when they are gone or no key of the shop opens them. */
  wearer: string;
  productName: string;
  /** Null after the account of the staff member is gone. */
  staffName: string | null;
  purpose: string;
  readAt: Date;
};

const wearerSchema = z.object({ label: z.string() });

function wearerOf(box: SecretBox, row: Parameters<typeof contractColumn.open>[1]): string {
  const specification = wearerSchema.safeParse(contractColumn.open(box, row)?.specification);
  return specification.success ? specification.data.label : "";
}

/** Whose measurements these versions of contracts hold, by the id of the version. The caller has found them for the one who asks. */
export async function findWearers(
  { db, measurementBox }: Deps,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contractIds.length === 0) return new Map();
  const { id, orderItemId, sealed, version } = contracts;
  const rows = await db
    .select({ id, orderItemId, sealed, version })
    .from(contracts)
    .where(inArray(id, [...new Set(contractIds)]));
  return new Map(rows.map((row) => [row.id, wearerOf(measurementBox, row)]));
}

/** Every time that the atelier opened the measurements of an order, newest first. The caller has found the order for the one who asks. */
export async function listReadsOfOrder(
  { db, measurementBox }: Deps,
  orderId: string,
): Promise<ContractRead[]> {
  const rows = await db
    .select({
      id: measurementReads.id,
      orderItemId: contracts.orderItemId,
      version: contracts.version,
      sealed: contracts.sealed,
      productName: orderItems.productName,
      staffName: profiles.name,
      purpose: measurementReads.purpose,
      readAt: measurementReads.readAt,
    })
    .from(orderItems)
    .innerJoin(contracts, eq(contracts.orderItemId, orderItems.id))
    .innerJoin(measurementReads, eq(measurementReads.subjectId, contracts.id))
    .leftJoin(profiles, eq(profiles.id, measurementReads.staffId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(desc(measurementReads.readAt), desc(measurementReads.id));
  return rows.map(({ orderItemId, sealed, version, ...read }) => {
    return { ...read, wearer: wearerOf(measurementBox, { orderItemId, sealed, version }) };
  });
}
