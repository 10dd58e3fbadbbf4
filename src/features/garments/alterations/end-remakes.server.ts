import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { alterationRequests } from "#db/schema/alterations.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { AlterationStatus } from "./alteration-rules.ts";
import type { AlterationRow } from "./stored-alterations.server.ts";
import { listRequestsOfGarment, moveRequest } from "./stored-alterations.server.ts";

/**
 * The requests of an order whose garment is made again, locked until the transaction ends. Call it under the order's lock and before its
 * garments are locked: a step of a request locks both in this order.
 */
export async function lockRemakes(tx: Transaction, orderId: string): Promise<AlterationRow[]> {
  const remade = tx
    .select({ id: garments.id })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(and(eq(orderItems.orderId, orderId), isNotNull(garments.remakeOf)));
  return tx
    .select()
    .from(alterationRequests)
    .where(inArray(alterationRequests.remakeGarmentId, remade))
    .orderBy(asc(alterationRequests.id))
    .for("update");
}

type Leaving = { shipmentId: string; staff: SignedIn; now: Date };

/** Of these requests those whose new garment is in a shipment. */
async function ofShipment(
  tx: Transaction,
  remakes: readonly AlterationRow[],
  shipmentId: string,
): Promise<AlterationRow[]> {
  if (remakes.length === 0) return [];
  const rows = await tx
    .select({ id: garments.id })
    .from(garments)
    .where(and(eq(garments.shipmentId, shipmentId), isNotNull(garments.remakeOf)));
  const inside = new Set(rows.map(({ id }) => id));
  return remakes.filter(({ remakeGarmentId }) => inside.has(remakeGarmentId ?? ""));
}

async function move(
  tx: Transaction,
  {
    row,
    to,
    staff,
    now,
  }: { row: AlterationRow; to: AlterationStatus } & Omit<Leaving, "shipmentId">,
): Promise<void> {
  const set = to === "done" ? {} : { closedAt: null };
  await moveRequest(tx, { row, to, staff, now, set });
  await recordChanges(tx, staff, [
    {
      action: "decided",
      subject: "alteration",
      subjectId: row.id,
      before: { name: row.number, status: row.status },
      after: { name: row.number, status: to },
    },
  ]);
}

/**
 * Ends the requests whose new garment has left with this shipment, and returns their numbers: the email about the shipment says it, and
 * no other email does. Others stay as they are. `remakes` come from `lockRemakes`.
 */
export async function endRemakes(
  tx: Transaction,
  remakes: readonly AlterationRow[],
  { now, shipmentId, staff }: Leaving,
): Promise<string[]> {
  const left = await ofShipment(tx, remakes, shipmentId);
  const ending = left.filter(({ status }) => status === "remake");
  for (const row of ending) await move(tx, { row, to: "done", staff, now });
  return ending.map(({ number }) => number);
}

/**
 * Opens the requests again that this shipment ended, because it did not leave. A request stays done where its customer has asked for
 * something else of the same garment since. Call it before the garments come back. `remakes` come from `lockRemakes`.
 */
export async function reopenRemakes(
  tx: Transaction,
  remakes: readonly AlterationRow[],
  { now, shipmentId, staff }: Leaving,
): Promise<void> {
  for (const row of await ofShipment(tx, remakes, shipmentId)) {
    const [newest] = await listRequestsOfGarment(tx, row.garmentId);
    if (row.status !== "done" || newest?.id !== row.id) continue;
    await move(tx, { row, to: "remake", staff, now });
  }
}
