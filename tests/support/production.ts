import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { qualityChecks } from "#db/schema/fit-memory.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garmentEvents, garments, makers } from "#db/schema/production.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { GarmentEvent } from "#features/garments/garment/garment.ts";
import type { Staff } from "#features/garments/garment/garment-events.server.ts";
import { recordGarmentEvents } from "#features/garments/garment/garment-events.server.ts";
import type { ProductionDeps } from "#features/garments/garment/stored-garments.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import type { GarmentCommand } from "#features/garments/production/garment-command.ts";
import { garmentCommandSchema } from "#features/garments/production/garment-command.ts";
import type { CheckoutBench } from "./checkout.ts";
import { addProduct, payUnheard, placed, requestFor } from "./checkout.ts";
import { createContractedOrder } from "./contracts.ts";
import { offerToMeasure, specify } from "./made-to-measure.ts";
import { createCustomer } from "./sessions.ts";

export async function staffMember(db: Database, isAtelier: boolean, name = "Rosa") {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email, role: "admin", name });
  await db.update(profiles).set({ isAtelier }).where(eq(profiles.id, userId));
  return { role: "admin", userId, name, email } satisfies SignedIn;
}

/** A paid made-to-measure order with its contract and its garments. */
export async function createGarmentOrder(
  db: Database,
  input: Parameters<typeof createContractedOrder>[1] = {},
) {
  const order = await createContractedOrder(db, input);
  const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, order.orderId));
  await db.transaction((tx) => createGarments(tx, { lines, at: new Date() }));
  return { ...order, garments: await garmentsOf(db, order.orderItemId) };
}

export const garmentsOf = (db: Database, orderItemId: string) =>
  db
    .select()
    .from(garments)
    .where(eq(garments.orderItemId, orderItemId))
    .orderBy(asc(garments.number));

export const garmentEventsOf = (db: Database, garmentId: string) =>
  db
    .select()
    .from(garmentEvents)
    .where(eq(garmentEvents.garmentId, garmentId))
    .orderBy(asc(garmentEvents.createdAt), asc(garmentEvents.id));

/** Work on a garment, of nobody named without a maker. */
export const worked = (
  minutes: number,
  of: { makerId?: string; note?: string } = {},
): GarmentEvent => ({
  kind: "work",
  stage: "cut",
  makerId: of.makerId ?? null,
  minutes,
  note: of.note ?? "",
});

/** Records what happened to a garment, as the shop does. */
export async function addGarmentEvents(
  db: Database,
  garmentId: string,
  events: readonly GarmentEvent[],
  { at = new Date(), staff = null }: { at?: Date; staff?: Staff } = {},
): Promise<void> {
  await db.transaction((tx) =>
    recordGarmentEvents(
      tx,
      events.map((event) => ({ ...event, garmentId, at, staff })),
    ),
  );
}

export async function addMaker(db: Database, name = "Savi", changes = {}): Promise<string> {
  const id = newId();
  const weekMinutes = [480, 480, 480, 480, 480, 0, 0];
  await db.insert(makers).values({ id, name, weekMinutes, ...changes });
  return id;
}

/** Finishes the garments of a line, or the first ones of it, as if the atelier had made them. */
export async function finishGarments(
  db: Database,
  orderItemId: string,
  { count = Number.POSITIVE_INFINITY, at = new Date() }: { count?: number; at?: Date } = {},
): Promise<void> {
  const made = (await garmentsOf(db, orderItemId)).slice(0, count).map(({ id }) => id);
  await db
    .update(garments)
    .set({ stage: "finished", finishedAt: at })
    .where(inArray(garments.id, made));
}

type Rough = { kind: GarmentCommand["kind"] } & Record<string, unknown>;

/** A command on a garment as it is now. */
export async function commandOn(db: Database, garmentId: string, rough: Rough) {
  const [row] = await db.select().from(garments).where(eq(garments.id, garmentId));
  return garmentCommandSchema.parse({ garmentId, version: row?.version ?? 1, ...rough });
}

/** Records that a garment was measured and is right, so that it may be finished. */
export async function passQuality(db: Database, garmentId: string): Promise<void> {
  await db
    .insert(qualityChecks)
    .values({ id: newId(), garmentId, verdict: "passed", staffName: "Rosa" });
}

/** Moves a garment through these stages, measured before it is finished; fails when one is refused. */
export async function walk(
  deps: ProductionDeps,
  actor: SignedIn,
  garmentId: string,
  stages: readonly string[],
): Promise<void> {
  for (const to of stages) {
    if (to === "finished") await passQuality(deps.db, garmentId);
    const rough = { kind: "move", to, isPatternByHand: true, areFindingsConfirmed: true } as const;
    const command = await commandOn(deps.db, garmentId, rough);
    const moved = await changeGarment(deps, { actor, command });
    if (!moved.ok) throw new Error(`${to}: ${JSON.stringify(moved.error)}`);
  }
}

/** An order of made-to-measure coats, of three metres each of a cloth if one is given, and with `withReady` of one in stock, whose payment the shop has not heard of yet. */
export async function orderCoats(
  bench: CheckoutBench,
  {
    clothId,
    quantity = 1,
    withReady = false,
  }: { quantity?: number; withReady?: boolean; clothId?: string } = {},
) {
  const productId = await addProduct(bench.db, { name: "Coat", stock: { Custom: null, M: 9 } });
  const terms = clothId === undefined ? {} : { clothLengthMm: 3_000, silk: { clothId } };
  const { choices } = await offerToMeasure(bench.db, productId, terms);
  const specification = await specify(bench, productId, choices);
  const request = requestFor(productId, { size: "Custom", quantity });
  const [line] = request.lines;
  if (!line) throw new Error("no line");
  const ready = { ...line, key: "ready", size: "M", quantity: 1 };
  const lines = [{ ...line, specification }, ...(withReady ? [ready] : [])];
  const order = await placed(bench, { ...request, lines });
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("no session");
  const items = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  return {
    ...order,
    itemId: items.find(({ madeToMeasure }) => madeToMeasure)?.id ?? "",
    event: { id: randomUUID(), provider: "test", type: "session.paid", session } as const,
  };
}

/** Ships a garment with its line and delivers it. */
export async function deliverGarment(
  db: Database,
  input: { orderId: string; orderItemId: string; garmentId: string; at: Date },
): Promise<void> {
  const { at, garmentId, orderId, orderItemId } = input;
  const shipmentId = newId();
  await db
    .insert(shipments)
    .values({ id: shipmentId, orderId, carrier: "DHL", shippedAt: at, deliveredAt: at });
  await db.insert(shipmentItems).values({ shipmentId, orderItemId, quantity: 1 });
  await db.update(garments).set({ stage: "shipped", shipmentId }).where(eq(garments.id, garmentId));
}
