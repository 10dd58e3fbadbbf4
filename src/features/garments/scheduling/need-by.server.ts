import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { DayRange } from "#core/business-days.ts";
import { addDays, isCalendarDay } from "#core/business-days.ts";
import type { Destination } from "#core/delivery-address.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { MADE_TO_MEASURE_WEEKS } from "#features/base/settings/business-facts.ts";
import { arrivalDays, toDeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import {
  findTermsOfProduct,
  listTermsOfProducts,
} from "#features/garments/options/terms-queries.server.ts";
import { ownedBy } from "#features/garments/specification/specification-owner.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { readAtelier } from "./atelier-queries.server.ts";
import type { AtelierState, LineToPromise, PlannedLine } from "./line-promises.ts";
import { promiseLines, readyOfAll } from "./line-promises.ts";
import type { ReadyDays } from "./promise.ts";
import { methodsTo } from "./promise-order.server.ts";

/** How far ahead a day of arrival can be asked for. */
const MAX_NEED_BY_DAYS = 365;

/** A method with the days on which an order arrives, and its price without discounts. */
type ArrivalOption = { id: string; label: string; arrives: DayRange };

/** What the customer asked for a day of arrival. `arrives` of "no": the first possible day; null within a year. */
export type NeedByOutcome =
  | { kind: "yes"; day: string; method: string }
  | { kind: "rush"; day: string; method: string; price: MoneyAmount }
  | { kind: "no"; day: string; arrives: string | null };

export type ReadyPage = {
  /** With each method that serves the destination; empty where none does, or without room within a year. */
  usual: readonly ArrivalOption[];
  ready: ReadyDays | null;
  /** Only the orders before it make it later than the weeks that the shop usually needs. */
  isBusy: boolean;
  outcome: NeedByOutcome | null;
};

/** Why a day cannot be asked for; null when it can. */
export function needByProblem(day: string, today: string): string | null {
  if (!isCalendarDay(day)) return "Please enter a day.";
  if (day <= today) return "Please choose a day after today.";
  return day > addDays(today, MAX_NEED_BY_DAYS) ? "Please choose a day within a year." : null;
}

const CURRENCY = "USD";

function outcomeOf(state: AtelierState, plans: readonly PlannedLine[], day: string): NeedByOutcome {
  const { methods, rushMinor } = state.shipping;
  const refused = plans.flatMap((plan) => (plan.kind === "no" ? [plan.arrives] : []));
  if (refused.length > 0) {
    const known = refused.flatMap((each) => each ?? []);
    const arrives = known.length < refused.length ? null : (known.toSorted().at(-1) ?? null);
    return { kind: "no", day, arrives };
  }
  const used = plans.flatMap((plan) => ("methodId" in plan ? [plan.methodId] : []));
  const slowest = methods
    .filter(({ id }) => used.includes(id))
    .toSorted((a, b) => a.maxBusinessDays - b.maxBusinessDays)
    .at(0);
  const method = slowest?.label ?? "";
  const rushed = plans.filter(({ kind }) => kind === "rush");
  if (rushed.length === 0) return { kind: "yes", day, method };
  const count = rushed.reduce((sum, { line }) => sum + line.count, 0);
  return { kind: "rush", day, method, price: money((rushMinor ?? 0) * count, CURRENCY) };
}

function readyPage(
  state: AtelierState,
  lines: readonly LineToPromise[],
  { destination, needBy, now }: { destination: Destination; needBy: string | null; now: Date },
): ReadyPage & { plans: readonly PlannedLine[] } {
  const { shipping } = state;
  const methods = methodsTo(shipping, destination);
  const ready = readyOfAll(promiseLines(state, lines, null));
  const idle = readyOfAll(promiseLines({ ...state, open: [] }, lines, null));
  const terms = toDeliveryTerms(shipping);
  const arrivals = (days: ReadyDays | null) =>
    days
      ? methods.map((method) =>
          arrivalDays(terms, method, { madeToMeasure: true, now, ready: days }),
        )
      : [];
  const isLate = (days: ReadyDays | null) => {
    const first = arrivals(days)
      .map(({ until }) => until)
      .toSorted()
      .at(0);
    return first !== undefined && first > addDays(dayOf(now), MADE_TO_MEASURE_WEEKS.max * 7);
  };
  const arrives = arrivals(ready);
  const plans = needBy === null ? [] : promiseLines(state, lines, { day: needBy, methods });
  return {
    usual: arrives.flatMap((days, index) => {
      const method = methods[index];
      return method ? [{ id: method.id, label: method.label, arrives: days }] : [];
    }),
    ready,
    isBusy: isLate(ready) && !isLate(idle),
    outcome: needBy === null ? null : outcomeOf(state, plans, needBy),
    plans,
  };
}

/** When one made-to-measure garment of a product would arrive, before it is in a cart. Null when it is not made to measure. */
export async function findReadyPage(
  { clock, db }: { db: Queryable; clock: Clock },
  input: { productId: string; destination: Destination; needBy: string | null },
): Promise<(ReadyPage & { name: string }) | null> {
  const { destination, needBy, productId } = input;
  if (!isId(productId)) return null;
  const terms = await findTermsOfProduct(db, productId);
  const [product] = await db
    .select({ name: products.name, garment: products.garmentType })
    .from(products)
    .where(eq(products.id, productId));
  if (!terms?.isOffered || !product) return null;
  const now = clock.now();
  const state = await readAtelier(db, { now });
  const line = {
    id: productId,
    garment: product.garment,
    count: 1,
    makingDays: terms.extraDays,
  };
  const { plans: _, ...page } = readyPage(state, [line], { destination, needBy, now });
  return { ...page, name: product.name };
}

/** A made-to-measure line of a cart, by its fit specification. */
type NeededLine = { specification: string; quantity: number };

export type NeedByPage = ReadyPage & {
  lines: readonly { name: string; quantity: number }[];
  /** What was agreed before. */
  agreed: { day: string; rush: boolean } | null;
};

type NeedByRequest = {
  actor: Actor;
  lines: readonly NeededLine[];
  destination: Destination;
  needBy: string | null;
};

type Found = {
  id: string;
  name: string;
  needBy: string | null;
  rush: boolean;
  line: LineToPromise;
};

/** The actor's own lines with the size Custom; unknown ones are left out. */
async function listNeededLines(
  db: Queryable,
  { actor, lines }: Pick<NeedByRequest, "actor" | "lines">,
): Promise<Found[]> {
  const quantityOf = new Map(
    lines
      .filter(({ specification }) => isId(specification))
      .map((line) => [line.specification, line.quantity]),
  );
  if (quantityOf.size === 0) return [];
  const rows = await db
    .select({ row: fitSpecifications, name: products.name })
    .from(fitSpecifications)
    .innerJoin(products, eq(products.id, fitSpecifications.productId))
    .where(
      and(
        inArray(fitSpecifications.id, [...quantityOf.keys()]),
        isNotNull(fitSpecifications.sealed),
        ownedBy(actor),
      ),
    )
    .orderBy(fitSpecifications.createdAt, fitSpecifications.id);
  const terms = await listTermsOfProducts(db, [
    ...new Set(rows.flatMap(({ row }) => row.productId ?? [])),
  ]);
  return rows.map(({ name, row }) => ({
    id: row.id,
    name,
    needBy: row.needBy,
    rush: row.rush,
    line: {
      id: row.id,
      garment: row.garment,
      count: quantityOf.get(row.id) ?? 1,
      makingDays: terms.get(row.productId ?? "")?.extraDays ?? null,
    },
  }));
}

/** What a shopper's made-to-measure lines are answered for a day of arrival. 'not_found' without such a line. */
export async function findNeedBy(
  { clock, db }: { db: Queryable; clock: Clock },
  requests: NeedByRequest,
): Promise<Result<NeedByPage, "not_found">> {
  const found = await listNeededLines(db, requests);
  if (found.length === 0) return fail("not_found");
  const now = clock.now();
  const state = await readAtelier(db, { now });
  const lines = found.map(({ line }) => line);
  const { plans: _, ...page } = readyPage(state, lines, { ...requests, now });
  const day = found.flatMap(({ needBy }) => needBy ?? []).toSorted()[0];
  return ok({
    ...page,
    lines: found.map(({ line, name }) => ({ name, quantity: line.count })),
    agreed: day === undefined ? null : { day, rush: found.some(({ rush }) => rush) },
  });
}

export type NeedByRefusal =
  | { code: "not_found" }
  | { code: "invalid"; message: string }
  /** The answer is not what the customer agreed to. */
  | { code: "changed"; outcome: NeedByOutcome };

/**
 * Stores the day of arrival that the customer agreed to with the specifications of the cart, and which of them are made with
 * rush. Nothing is reserved before the order. `acceptsRush`: the customer agreed to its price; without it a day that only
 * rush meets is not stored.
 */
export async function agreeNeedBy(
  { clock, db }: { db: Database; clock: Clock },
  requests: Omit<NeedByRequest, "needBy"> & { needBy: string; acceptsRush: boolean },
): Promise<Result<null, NeedByRefusal>> {
  const { acceptsRush, needBy } = requests;
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const found = await listNeededLines(tx, requests);
    if (found.length === 0) return fail({ code: "not_found" as const });
    const state = await readAtelier(tx, { now });
    const message = needByProblem(needBy, state.today);
    if (message) return fail({ code: "invalid" as const, message });
    const lines = found.map(({ line }) => line);
    const { plans, outcome } = readyPage(state, lines, { ...requests, now });
    const isAgreed = outcome?.kind === "yes" || (outcome?.kind === "rush" && acceptsRush);
    if (!outcome || !isAgreed) {
      return fail({
        code: "changed" as const,
        outcome: outcome ?? { kind: "no", day: needBy, arrives: null },
      });
    }
    for (const { kind, line } of plans) {
      await tx
        .update(fitSpecifications)
        .set({ needBy, rush: kind === "rush" })
        .where(eq(fitSpecifications.id, line.id));
    }
    return ok(null);
  });
}

/** Removes the agreed day of the actor's lines. Idempotent. */
export async function withdrawNeedBy(
  { db }: { db: Database },
  requests: Pick<NeedByRequest, "actor" | "lines">,
): Promise<void> {
  const found = await listNeededLines(db, requests);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await db
    .update(fitSpecifications)
    .set({ needBy: null, rush: false })
    .where(inArray(fitSpecifications.id, ids));
}
