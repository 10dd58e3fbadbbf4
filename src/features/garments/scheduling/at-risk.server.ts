import { eq, inArray, sql } from "drizzle-orm";
import { reaches } from "#core/delivery-address.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { reachOf } from "#features/base/settings/shipping-methods.ts";
import { recordGarmentEvents } from "#features/garments/garment/garment-events.server.ts";
import { nameForWearer } from "#features/orders/order/line-description.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { LatePromise, PromiseAtRisk, Rescue, Shipping } from "./at-risk.ts";
import { latePromises, promisesAtRisk } from "./at-risk.ts";
import { readAtelier } from "./atelier-queries.server.ts";
import type { AtelierState } from "./line-promises.ts";
import { planOvertime } from "./overtime.server.ts";
import { destinationOfCode } from "./promise-order.server.ts";

export type RiskEntry = Omit<PromiseAtRisk, "makerId" | "rescues"> & {
  orderId: string;
  /** With its wearer. */
  name: string;
  number: number;
  of: number;
  maker: { id: string; name: string } | null;
  rescues: readonly (Rescue & { makerName: string })[];
};

export type RiskPage = {
  entries: readonly RiskEntry[];
  /** Garments in work, and makers at work. */
  inWork: number;
  makers: number;
  today: string;
};

async function listShipping(
  db: Queryable,
  state: AtelierState,
): Promise<(garmentId: string) => Shipping> {
  const rows = await db
    .select({
      id: garments.id,
      method: orders.shippingMethod,
      arrivesUntil: orders.arrivesUntil,
      address: orders.shippingAddress,
      destination: orders.destination,
    })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(sql`${garments.stage} not in ('shipped', 'cancelled')`);
  const { methods } = state.shipping;
  const found = new Map(
    rows.map(({ address, arrivesUntil, destination, id, method }) => {
      const to = address ?? destinationOfCode(destination);
      const shipping = {
        arrivesUntil,
        method: methods.find(({ label }) => label === method) ?? null,
        methods: methods.filter((each) => reaches(reachOf(each), to)),
      };
      return [id, shipping];
    }),
  );
  return (id) => found.get(id) ?? { arrivesUntil: null, method: null, methods: [] };
}

/** What lists call these garments. */
async function listNames(db: Queryable, late: readonly Pick<LatePromise, "garmentId">[]) {
  const rows = await db
    .select({
      id: garments.id,
      orderId: orderItems.orderId,
      productName: orderItems.productName,
      wearer: orderItems.wearer,
      number: garments.number,
      of: orderItems.quantity,
    })
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(
      inArray(
        garments.id,
        late.map(({ garmentId }) => garmentId),
      ),
    );
  return rows.map(({ productName, wearer, ...garment }) => {
    return { ...garment, name: nameForWearer(productName, wearer) };
  });
}

/** A promise at risk as the office reads it. */
export type NamedLatePromise = Omit<LatePromise, "makerId"> &
  Pick<RiskEntry, "orderId" | "name" | "number" | "of">;

/**
 * The promises to paid orders that the schedule of now does not meet, soonest first, without what would save them. Does not check who
 * asks.
 */
export async function listLatePromises(
  db: Queryable,
  { now }: { now: Date },
): Promise<NamedLatePromise[]> {
  const late = latePromises(await readAtelier(db, { now })).filter(({ garmentId }) =>
    isId(garmentId),
  );
  if (late.length === 0) return [];
  const rows = await listNames(db, late);
  return late.flatMap(({ finish, garmentId, shipBy }) => {
    const row = rows.find(({ id }) => id === garmentId);
    if (!row) return [];
    const { id: _, ...garment } = row;
    return [{ garmentId, shipBy, finish, ...garment }];
  });
}

/** The promises that the schedule of now does not meet, each with what would save it; for an admin. */
export const listPromisesAtRisk = asAdmin(
  async ({ clock, db }: { db: Queryable; clock: Clock }): Promise<Result<RiskPage>> => {
    const state = await readAtelier(db, { now: clock.now() });
    const paid = state.open.filter(({ id }) => isId(id));
    const risks = promisesAtRisk(state, await listShipping(db, state)).filter(({ garmentId }) =>
      isId(garmentId),
    );
    const rows = await listNames(db, risks);
    const names = new Map(
      (await db.select({ id: makers.id, name: makers.name }).from(makers)).map((each) => [
        each.id,
        each.name,
      ]),
    );
    const nameOf = (id: string | null) => (id === null ? "" : (names.get(id) ?? ""));
    const entries = risks.flatMap(({ makerId, rescues, ...risk }) => {
      const row = rows.find(({ id }) => id === risk.garmentId);
      if (!row) return [];
      const { id: _, ...garment } = row;
      const maker = makerId === null ? null : { id: makerId, name: nameOf(makerId) };
      const named = rescues.map((rescue) => ({
        ...rescue,
        makerName: "makerId" in rescue ? nameOf(rescue.makerId) : "",
      }));
      return [{ ...risk, ...garment, maker, rescues: named }];
    });
    const { today, atelier } = state;
    return ok({ entries, inWork: paid.length, makers: atelier.makers.length, today });
  },
);

export type RescueFailure = "forbidden" | "not_found" | "changed";

/**
 * Does what saves a promise: assigns the garment to another maker, plans the overtime, or lets it leave later by a faster
 * method. 'changed' when the schedule no longer says that it helps. The garment's events say what was done.
 */
export const rescuePromise = asAdmin(
  async (
    { clock, db }: { db: Database; clock: Clock },
    input: { actor: Admin; garmentId: string; kind: Rescue["kind"]; makerId: string | null },
  ): Promise<Result<Rescue, RescueFailure>> => {
    const { actor, garmentId, kind, makerId } = input;
    if (!isId(garmentId)) return fail("not_found");
    const at = clock.now();
    return inTransaction(db, async (tx) => {
      const [garment] = await tx
        .select()
        .from(garments)
        .where(eq(garments.id, garmentId))
        .for("update");
      if (!garment) return fail("not_found" as const);
      const state = await readAtelier(tx, { now: at });
      const risk = promisesAtRisk(state, await listShipping(tx, state)).find(
        (each) => each.garmentId === garmentId,
      );
      const rescue = risk?.rescues.find(
        (each) => each.kind === kind && (!("makerId" in each) || each.makerId === makerId),
      );
      if (!rescue) return fail("changed" as const);
      await applyRescue(tx, rescue, { actor, at, garmentId });
      return ok(rescue);
    });
  },
);

async function applyRescue(
  tx: Transaction,
  rescue: Rescue,
  { actor, at, garmentId }: { actor: SignedIn; at: Date; garmentId: string },
): Promise<void> {
  const recorded = { garmentId, at, staff: actor };
  const change = (values: { makerId?: string; shipBy?: string }) =>
    tx
      .update(garments)
      .set({ ...values, version: sql`${garments.version} + 1` })
      .where(eq(garments.id, garmentId));
  switch (rescue.kind) {
    case "maker": {
      const { makerId } = rescue;
      await change({ makerId });
      await recordGarmentEvents(tx, [{ ...recorded, kind: "maker", makerId }]);
      return;
    }
    case "overtime": {
      await planOvertime(tx, actor, rescue);
      const note = `${rescue.minutes} minutes of overtime on ${rescue.days.length} days, so that it leaves in time.`;
      await recordGarmentEvents(tx, [{ ...recorded, kind: "note", note }]);
      return;
    }
    case "express": {
      await change({ shipBy: rescue.shipBy });
      const note = `Ship it with ${rescue.method}, so that it arrives as promised.`;
      await recordGarmentEvents(tx, [{ ...recorded, kind: "note", note }]);
    }
  }
}
