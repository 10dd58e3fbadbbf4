import { randomBytes } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { and, asc, eq, inArray, max, sql } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { releaseClothShare } from "#features/garments/cloth/commit-cloth.server.ts";
import { withdrawnQuantities } from "#features/orders/order/shipment-queries.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { Garment, GarmentStage, MoveCause } from "./garment.ts";
import { canBeMoved, GARMENT_STAGES, hasReached, isInWork } from "./garment.ts";
import type { NewGarmentEvent, Staff } from "./garment-events.server.ts";
import { findStageBefore, recordGarmentEvents } from "./garment-events.server.ts";
import type { LeavingQuantity } from "./shippable.ts";

export type GarmentRow = typeof garments.$inferSelect;

export type ProductionDeps = {
  db: Database;
  content: CacheInvalidation;
  jobs: JobQueue;
  clock: Clock;
  auth: Auth;
  measurementBox: SecretBox;
  publicUrl: string;
};

const LABEL_TOKEN_BYTES = 16;

const newLabelToken = () => randomBytes(LABEL_TOKEN_BYTES).toString("hex");

/** The event with which a garment begins. */
const begins = (garmentId: string, at: Date, staff: Staff): NewGarmentEvent => ({
  kind: "stage",
  garmentId,
  at,
  staff,
  from: null,
  to: "received",
  makerId: null,
  minutes: null,
  note: "",
});

/** `promise`: the days on which its garments are promised to be ready to leave. */
type PaidLine = {
  id: string;
  quantity: number;
  madeToMeasure: boolean;
  promise?: { ready: { until: string } };
};

/**
 * Adds one garment for each piece of paid made-to-measure lines, in the transaction that pays or writes them. Idempotent:
 * a piece that has its garment is left as it is.
 */
export async function createGarments(
  tx: Transaction,
  { lines, at }: { lines: readonly PaidLine[]; at: Date },
): Promise<void> {
  const values = lines
    .filter(({ madeToMeasure }) => madeToMeasure)
    .flatMap(({ id: orderItemId, promise, quantity }) =>
      Array.from({ length: quantity }, (_, index) => ({
        id: newId(),
        orderItemId,
        number: index + 1,
        shipBy: promise?.ready.until ?? null,
        labelToken: newLabelToken(),
      })),
    );
  if (values.length === 0) return;
  const created = await tx
    .insert(garments)
    .values(values)
    .onConflictDoNothing({ target: [garments.orderItemId, garments.number] })
    .returning({ id: garments.id });
  await recordGarmentEvents(
    tx,
    created.map(({ id }) => begins(id, at, null)),
  );
}

/**
 * Adds the garment that is made in place of another one: of the same line, with the next number, from the first stage on. Returns
 * its id. The caller holds the lock of what asked for it.
 */
export async function createRemadeGarment(
  tx: Transaction,
  {
    at,
    remakeOf,
    staff,
  }: { remakeOf: Pick<Garment, "id" | "orderItemId" | "number">; at: Date; staff: Staff },
): Promise<string> {
  const { orderItemId } = remakeOf;
  const [last] = await tx
    .select({ number: max(garments.number) })
    .from(garments)
    .where(eq(garments.orderItemId, orderItemId));
  const id = newId();
  await tx.insert(garments).values({
    id,
    orderItemId,
    remakeOf: remakeOf.id,
    number: (last?.number ?? remakeOf.number) + 1,
    labelToken: newLabelToken(),
  });
  await recordGarmentEvents(tx, [begins(id, at, staff)]);
  return id;
}

/** A garment, locked until the transaction ends; null for an unknown one. */
export async function lockGarment(tx: Transaction, garmentId: string): Promise<GarmentRow | null> {
  if (!isId(garmentId)) return null;
  const [row] = await tx.select().from(garments).where(eq(garments.id, garmentId)).for("update");
  return row ?? null;
}

/** The garments of these lines, locked until the transaction ends; in the order of their lines and numbers. */
export async function lockGarments(
  tx: Transaction,
  orderItemIds: readonly string[],
): Promise<GarmentRow[]> {
  if (orderItemIds.length === 0) return [];
  return tx
    .select()
    .from(garments)
    .where(inArray(garments.orderItemId, [...orderItemIds]))
    .orderBy(asc(garments.orderItemId), asc(garments.number))
    .for("update");
}

type StageChange = {
  cause: MoveCause;
  to: GarmentStage;
  at: Date;
  staff: Staff;
  note?: string;
  shipmentId?: string | null;
};

/**
 * When a garment was finished, as stored once it has moved: the first time that it reached "finished", or left without being called
 * so; empty again after a step back. A cancelled garment keeps what it had.
 */
export function finishedAtAfter(to: GarmentStage, at: Date): SQL | null {
  if (to === "cancelled") return sql`${garments.finishedAt}`;
  if (!hasReached(to, "finished")) return null;
  return sql`coalesce(${garments.finishedAt}, ${sql.param(at, garments.finishedAt)})`;
}

/** Moves locked garments, with an event for each. Throws when the cause cannot move one of them so (`canBeMoved`). */
export async function setStage(
  tx: Transaction,
  rows: readonly Pick<GarmentRow, "id" | "stage">[],
  { at, cause, note = "", shipmentId, staff, to }: StageChange,
): Promise<void> {
  if (rows.length === 0) return;
  const refused = rows.find(({ stage }) => !canBeMoved(cause, stage, to));
  if (refused) throw new Error(`A garment that is ${refused.stage} cannot become ${to}: ${cause}.`);
  await tx
    .update(garments)
    .set({
      stage: to,
      version: sql`${garments.version} + 1`,
      finishedAt: finishedAtAfter(to, at),
      ...(shipmentId !== undefined && { shipmentId }),
      // A pattern belongs to what was measured and agreed when it was drawn.
      ...(to === "received" && { isPatternByHand: false }),
    })
    .where(
      inArray(
        garments.id,
        rows.map(({ id }) => id),
      ),
    );
  await recordGarmentEvents(
    tx,
    rows.map(({ id, stage }) => ({
      kind: "stage",
      garmentId: id,
      from: stage,
      to,
      makerId: null,
      minutes: null,
      note,
      at,
      staff,
    })),
  );
}

type Progressed = Pick<GarmentRow, "stage" | "number">;

const byProgress = (one: Progressed, other: Progressed) =>
  GARMENT_STAGES.indexOf(one.stage) - GARMENT_STAGES.indexOf(other.stage);

/** The order in which garments of a line are cancelled: the least advanced first, of these the last one. */
export const byCancellation = (one: Progressed, other: Progressed): number =>
  byProgress(one, other) || other.number - one.number;

type Shipped = {
  shipmentId: string;
  items: readonly ({ itemId: string } & LeavingQuantity)[];
  at: Date;
  staff: Staff;
};

/**
 * Moves as many finished garments of each line as a shipment has to "shipped", by their numbers, under the order's lock. The caller
 * has checked that so many are finished (`shippableOf`). Returns the lines of which nothing is left to cut: what was committed
 * to them is cut now.
 */
export async function shipGarments(
  tx: Transaction,
  { at, items, shipmentId, staff }: Shipped,
): Promise<string[]> {
  const rows = await lockGarments(
    tx,
    items.map(({ itemId }) => itemId),
  );
  const leaving = items.flatMap(({ itemId, ordered, remade }) => {
    const finished = rows.filter(
      ({ orderItemId, stage }) => orderItemId === itemId && stage === "finished",
    );
    return [
      ...finished.filter(({ remakeOf }) => remakeOf === null).slice(0, ordered),
      ...finished.filter(({ remakeOf }) => remakeOf !== null).slice(0, remade),
    ];
  });
  await setStage(tx, leaving, { cause: "shipment", to: "shipped", shipmentId, at, staff });
  const gone = new Set(leaving.map(({ id }) => id));
  const isUncut = ({ id, stage }: GarmentRow) =>
    isInWork(stage) && !hasReached(stage, "cut") && !gone.has(id);
  return items
    .map(({ itemId }) => itemId)
    .filter((itemId) => !rows.some((row) => row.orderItemId === itemId && isUncut(row)));
}

/** Moves the garments of a shipment that did not leave back to the stage they came from. Call it before the shipment is deleted. */
export async function unshipGarments(
  tx: Transaction,
  { at, shipmentId, staff }: Omit<Shipped, "items">,
): Promise<void> {
  const rows = await tx
    .select()
    .from(garments)
    .where(and(eq(garments.shipmentId, shipmentId), eq(garments.stage, "shipped")))
    .orderBy(asc(garments.id))
    .for("update");
  for (const row of rows) {
    const to = await findStageBefore(tx, row.id, "shipped");
    await setStage(tx, [row], { cause: "shipment_undone", to, at, staff, shipmentId: null });
  }
}

type Ended = { orderId: string; at: Date; staff: Staff; isWhole: boolean };

/**
 * Cancels as many garments of each line as were refunded before they shipped, the least advanced first, and none that is made again,
 * because it was not paid for; all that did not ship when the whole order was refunded. Idempotent. A garment stays cancelled when the bank returns the refund: the shop owes the
 * money then, not the garment. Returns the products whose pages show another availability now: the caller raises the content version
 * for them last, because a checkout does so after it has locked cloth and store credit.
 */
export async function cancelRefundedGarments(
  tx: Transaction,
  { at, isWhole, orderId, staff }: Ended,
): Promise<readonly string[]> {
  const lines = await tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.madeToMeasure, true)));
  const rows = await lockGarments(
    tx,
    lines.map(({ id }) => id),
  );
  if (rows.length === 0) return [];
  const withdrawn = await withdrawnQuantities(tx, orderId);
  const ended = lines.flatMap(({ id }) => {
    const own = rows.filter(({ orderItemId }) => orderItemId === id);
    if (isWhole) return own.filter(({ stage }) => isInWork(stage));
    const ordered = own.filter(({ remakeOf }) => remakeOf === null);
    const cancelled = ordered.filter(({ stage }) => stage === "cancelled").length;
    return ordered
      .filter(({ stage }) => isInWork(stage))
      .toSorted(byCancellation)
      .slice(0, Math.max(0, (withdrawn.get(id) ?? 0) - cancelled));
  });
  await setStage(tx, ended, { cause: "refund", to: "cancelled", at, staff });
  const changed: string[] = [];
  for (const { id } of lines) {
    const own = rows.filter(({ orderItemId }) => orderItemId === id);
    changed.push(...(await freeCloth(tx, id, own, ended)));
  }
  return changed;
}

/** Frees the cloth of garments that end before they are cut while others of their line stay. A line that ends whole frees its cloth with the refund. */
async function freeCloth(
  tx: Transaction,
  orderItemId: string,
  line: readonly GarmentRow[],
  ending: readonly GarmentRow[],
): Promise<readonly string[]> {
  const isUncut = ({ stage }: GarmentRow) => isInWork(stage) && !hasReached(stage, "cut");
  const isEnding = ({ id }: GarmentRow) => ending.some((each) => each.id === id);
  const uncut = line.filter(isUncut);
  const ended = uncut.filter(isEnding).length;
  const staying = line.some((row) => row.stage !== "cancelled" && !isEnding(row));
  if (ended === 0 || !staying) return [];
  const stay = uncut.length - ended;
  return releaseClothShare(tx, { orderItemId, stay, ended });
}
