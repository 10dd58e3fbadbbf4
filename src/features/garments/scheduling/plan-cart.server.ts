import { inArray } from "drizzle-orm";
import type { Destination } from "#core/delivery-address.ts";
import type { Queryable } from "#db/client.server.ts";
import { cloths } from "#db/schema/atelier.server.ts";
import type { ClothLength, DueWork, HoldingCustomer, RequestedWork } from "./atelier-hold.ts";
import { decideAtelierHold } from "./atelier-hold.ts";
import {
  isStranger,
  listGarmentTypes,
  listHeldLines,
  readAtelier,
} from "./atelier-queries.server.ts";
import type { AtelierState, PlannedLine } from "./line-promises.ts";
import { promiseLines } from "./line-promises.ts";
import { timesOf, totalMinutes } from "./production-times.ts";
import type { ReadyDays } from "./promise.ts";
import { methodsTo } from "./promise-order.server.ts";

/** A made-to-measure line of a cart, with what its customer agreed to. `makingDays`: null for the shop's own. */
type CartLine = {
  id: string;
  productId: string;
  count: number;
  makingDays: number | null;
  needBy: string | null;
  cloths: readonly ClothLength[];
};

/** Whose cart it is, and under which names its garments count once they are ordered. */
type CartCustomer = {
  userId: string | null;
  customerEmail: string;
  holders: HoldingCustomer["holders"];
};

/** The day that an order would get; `isChosen`: the customer asked for it. */
type HeldDay = { readonly day: string; readonly isChosen: boolean };

/** When a cart's made-to-measure lines are ready. `heldOncePaid`: the day, where an order of now would hold it only after its payment. */
type CartPlan = {
  readonly ready: ReadonlyMap<string, ReadyDays>;
  readonly heldOncePaid: HeldDay | null;
};

/**
 * The days on which made-to-measure lines of a cart are ready to leave, by line, in the order in which they would be promised, and
 * whether an order would hold them at once (ADR 0051). A chosen day that can be kept at the destination decides when its line leaves. A line without room within a year has none. Reads the atelier once and writes
 * nothing.
 */
export async function planCart(
  db: Queryable,
  {
    customer,
    destination,
    lines,
    now,
  }: { customer: CartCustomer; destination: Destination; lines: readonly CartLine[]; now: Date },
): Promise<CartPlan> {
  if (lines.length === 0) return { ready: new Map(), heldOncePaid: null };
  const garmentOf = await listGarmentTypes(
    db,
    lines.map(({ productId }) => productId),
  );
  const state = await readAtelier(db, { now });
  const requests = lines.map(({ productId, ...line }) => {
    return { ...line, garment: garmentOf.get(productId) ?? "other" };
  });
  const usual = promiseLines(state, requests, null);
  const chosen = lines.flatMap(({ needBy }) => needBy ?? []).toSorted()[0] ?? null;
  const plans =
    chosen === null
      ? usual
      : promiseLines(state, requests, {
          day: chosen,
          methods: methodsTo(state.shipping, destination),
        });
  const ready = new Map([...readyOfLines(usual), ...readyOfLines(plans)]);
  const work = dueWorkOf(state, plans);
  if (work === null) return { ready, heldOncePaid: null };
  const requested = { lines: work, cloths: await listFreeCloths(db, lines) };
  if (await isHeldAtOnce(db, { customer, now, requested, state })) {
    return { ready, heldOncePaid: null };
  }
  const last =
    work
      .map(({ shipBy }) => shipBy)
      .toSorted()
      .at(-1) ?? "";
  return { ready, heldOncePaid: { day: chosen ?? last, isChosen: chosen !== null } };
}

/** When planned lines are ready to leave, by line. */
const readyOfLines = (plans: readonly PlannedLine[]) =>
  plans.flatMap((plan) =>
    plan.kind !== "no" && plan.ready ? [[plan.line.id, plan.ready] as const] : [],
  );

/** Null where a line has no day: an order would be refused. */
function dueWorkOf({ times }: AtelierState, plans: readonly PlannedLine[]): DueWork[] | null {
  const work = plans.flatMap((plan): DueWork[] => {
    if (plan.kind === "no" || plan.ready === null) return [];
    const { count, garment } = plan.line;
    const minutes = totalMinutes(timesOf(garment, times));
    return [{ minutes, count, shipBy: plan.ready.until, rush: plan.kind === "rush" }];
  });
  return work.length === plans.length ? work : null;
}

async function isHeldAtOnce(
  db: Queryable,
  plan: { customer: CartCustomer; now: Date; requested: RequestedWork; state: AtelierState },
): Promise<boolean> {
  const { customer, now, requested, state } = plan;
  const held = await listHeldLines(db, { now, exceptOrder: null, times: state.times });
  const holding = { holders: customer.holders, isStranger: await isStranger(db, customer) };
  return decideAtelierHold(state, held, holding, requested) === "held";
}

/** The cloths that the lines need, in millimetres, with what is left of each. */
async function listFreeCloths(
  db: Queryable,
  lines: readonly Pick<CartLine, "cloths">[],
): Promise<RequestedWork["cloths"]> {
  const needed = new Map<string, number>();
  for (const { clothId, lengthMm } of lines.flatMap((line) => line.cloths)) {
    needed.set(clothId, (needed.get(clothId) ?? 0) + lengthMm);
  }
  if (needed.size === 0) return [];
  const rows = await db
    .select({ id: cloths.id, lengthMm: cloths.lengthMm, committedMm: cloths.committedMm })
    .from(cloths)
    .where(inArray(cloths.id, [...needed.keys()]));
  return rows.map(({ committedMm, id, lengthMm }) => {
    return { clothId: id, freeMm: lengthMm - committedMm, lengthMm: needed.get(id) ?? 0 };
  });
}
