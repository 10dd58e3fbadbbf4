import type { SQL } from "drizzle-orm";
import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garmentEvents, garmentImages, garments, makers } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import { changesBetween, optionChanges } from "#features/garments/contract/contract-changes.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import type { Gate, GateDeps } from "./approval.server.ts";
import { findGate } from "./approval.server.ts";
import type { DueDay, GarmentCard } from "./board.ts";
import type { DueCloth } from "./change-garment.server.ts";
import { listDueCloth } from "./change-garment.server.ts";
import type { GarmentStage } from "./stages.ts";
import { isGarmentStage } from "./stages.ts";

/** Of the line's newest contract, else of the product. */
export const GARMENT_TYPE = sql<string>`coalesce(
  (select ${contracts.terms} ->> 'garment' from ${contracts} where ${contracts.orderItemId} = ${orderItems.id} order by ${contracts.version} desc limit 1),
  ${products.garmentType}, 'other')`;

const cardColumns = {
  id: garments.id,
  orderId: orderItems.orderId,
  orderItemId: garments.orderItemId,
  productName: orderItems.productName,
  number: garments.number,
  of: orderItems.quantity,
  garmentType: GARMENT_TYPE,
  stage: garments.stage,
  makerId: garments.makerId,
  makerName: makers.name,
  shipBy: garments.shipBy,
  arrivesUntil: orders.arrivesUntil,
  version: garments.version,
};

type CardRow = {
  makerId: string | null;
  makerName: string | null;
  shipBy: string | null;
  arrivesUntil: string | null;
};

function dueOf({ arrivesUntil, shipBy }: CardRow): DueDay | null {
  if (shipBy) return { day: shipBy, kind: "leaves" };
  return arrivesUntil ? { day: arrivesUntil, kind: "arrives" } : null;
}

function toCard<Row extends CardRow>(row: Row) {
  const { arrivesUntil: _, makerId, makerName, shipBy: __, ...card } = row;
  return {
    ...card,
    maker: makerId && makerName !== null ? { id: makerId, name: makerName } : null,
    due: dueOf(row),
  };
}

const selectCards = (db: Queryable, where: SQL | undefined) =>
  db
    .select(cardColumns)
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(makers, eq(makers.id, garments.makerId))
    .where(where);

const MAX_CARDS = 500;

/** Garments in work, or with `isOver` the newest that shipped or were cancelled; for any admin, without measurements. */
export async function listGarments(
  db: Queryable,
  { actor, isOver }: { actor: Actor; isOver: boolean },
): Promise<Result<GarmentCard[], "forbidden">> {
  if (!isAdmin(actor)) return fail("forbidden");
  const over = inArray(garments.stage, ["shipped", "cancelled"]);
  const rows = await selectCards(db, isOver ? over : sql`not (${over})`)
    .orderBy(isOver ? desc(garments.updatedAt) : asc(garments.createdAt), asc(garments.id))
    .limit(MAX_CARDS);
  return ok(rows.map(({ orderItemId: _, ...row }) => toCard(row)));
}

/** The garments of an order, in the order of its lines. Does not check who asks; nothing in it was measured. */
export async function listGarmentsOfOrder(
  db: Queryable,
  orderId: string,
): Promise<(GarmentCard & { orderItemId: string })[]> {
  const rows = await selectCards(db, eq(orderItems.orderId, orderId)).orderBy(
    asc(orderItems.position),
    asc(garments.number),
  );
  return rows.map(toCard);
}

export type MakerChoice = { id: string; name: string };

/** Makers that can be assigned, by name. */
export function listMakerChoices(db: Queryable): Promise<MakerChoice[]> {
  return db
    .select({ id: makers.id, name: makers.name })
    .from(makers)
    .where(isNull(makers.archivedAt))
    .orderBy(asc(makers.name));
}

export type GarmentEvent = {
  id: string;
  kind: "stage" | "maker" | "work" | "note" | "photo";
  from: GarmentStage | null;
  to: GarmentStage | null;
  makerName: string | null;
  minutes: number | null;
  note: string;
  by: string;
  at: Date;
};

export type GarmentImage = {
  id: string;
  caption: string;
  width: number;
  height: number;
  at: Date;
};

export type GarmentPage = {
  garment: GarmentCard & { orderItemId: string };
  options: readonly { group: string; choice: string }[];
  isPatternByHand: boolean;
  /** Newest first. */
  events: readonly GarmentEvent[];
  images: readonly GarmentImage[];
  makers: readonly MakerChoice[];
  /** What the cut takes from each roll. */
  cloth: readonly DueCloth[];
  /** The reader may check measurements and approve the cut. */
  isAtelier: boolean;
  /** Null for who may not approve: the names of doubtful measurements are the atelier's. */
  gate: Gate | null;
  /** The line has a contract with measurements. */
  hasContract: boolean;
  /** The newest version is the customer's own change; null when it is not. */
  customerChange: CustomerChangeSummary | null;
};

/** What a customer changed, without a number. */
export type CustomerChangeSummary = {
  version: number;
  at: Date;
  options: readonly ContractChange[];
  /** Labels of everything else that differs; null for who may not open measurements. */
  others: readonly string[] | null;
};

async function summarizeChange(
  deps: GateDeps,
  orderItemId: string,
  isAtelier: boolean,
): Promise<CustomerChangeSummary | null> {
  const versions = await openVersions(deps, [orderItemId]);
  const before = versions.at(-2);
  const newest = versions.at(-1);
  if (!before || newest?.terms.changedBy !== "customer") return null;
  const options = optionChanges(before.terms, newest.terms);
  const groups = new Set(options.map(({ label }) => label));
  const changes =
    before.specification && newest.specification
      ? changesBetween(
          { specification: before.specification, terms: before.terms },
          { specification: newest.specification, terms: newest.terms },
        )
      : [];
  const others = changes.map(({ label }) => label).filter((label) => !groups.has(label));
  return {
    version: newest.version,
    at: newest.createdAt,
    options,
    others: isAtelier ? others : null,
  };
}

const stageOrNull = (text: string | null) => (text && isGarmentStage(text) ? text : null);

/** Newest first. */
async function listGarmentEvents(db: Queryable, garmentId: string): Promise<GarmentEvent[]> {
  const rows = await db
    .select({
      id: garmentEvents.id,
      kind: garmentEvents.kind,
      from: garmentEvents.fromStage,
      to: garmentEvents.toStage,
      makerName: makers.name,
      minutes: garmentEvents.minutes,
      note: garmentEvents.note,
      by: garmentEvents.staffName,
      at: garmentEvents.happenedAt,
    })
    .from(garmentEvents)
    .leftJoin(makers, eq(makers.id, garmentEvents.makerId))
    .where(eq(garmentEvents.garmentId, garmentId))
    .orderBy(desc(garmentEvents.createdAt), desc(garmentEvents.id));
  return rows.map((row) => ({ ...row, from: stageOrNull(row.from), to: stageOrNull(row.to) }));
}

const listImages = (db: Queryable, garmentId: string): Promise<GarmentImage[]> =>
  db
    .select({
      id: garmentImages.id,
      caption: garmentImages.caption,
      width: garmentImages.width,
      height: garmentImages.height,
      at: garmentImages.createdAt,
    })
    .from(garmentImages)
    .where(and(eq(garmentImages.garmentId, garmentId), isNull(garmentImages.removedAt)))
    .orderBy(asc(garmentImages.createdAt), asc(garmentImages.id));

/** A garment's page for any admin, without measurements. */
export async function findGarmentPage(
  deps: GateDeps,
  { actor, garmentId }: { actor: Actor; garmentId: string },
): Promise<Result<GarmentPage, "forbidden" | "not_found">> {
  const { db } = deps;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(garmentId)) return fail("not_found");
  const [row] = await db
    .select()
    .from(garments)
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .where(eq(garments.id, garmentId));
  const [card] = row ? await selectCards(db, eq(garments.id, garmentId)) : [];
  if (!row || !card) return fail("not_found");
  const [newest] = await db
    .select({ terms: contracts.terms })
    .from(contracts)
    .where(eq(contracts.orderItemId, row.garments.orderItemId))
    .orderBy(desc(contracts.version))
    .limit(1);
  const mayApprove = await isAtelier(db, actor);
  const options = newest?.terms.options ?? row.order_items.options;
  return ok({
    garment: toCard(card),
    options: options.map(({ choice, group }) => ({ group, choice })),
    isPatternByHand: row.garments.isPatternByHand,
    events: await listGarmentEvents(db, garmentId),
    images: await listImages(db, garmentId),
    makers: await listMakerChoices(db),
    cloth: await listDueCloth(db, row.garments),
    isAtelier: mayApprove,
    gate: mayApprove ? await findGate(deps, row.garments) : null,
    hasContract: newest !== undefined,
    customerChange: await summarizeChange(deps, row.garments.orderItemId, mayApprove),
  });
}

export type TicketGarment = GarmentCard & {
  options: readonly { group: string; choice: string }[];
};

/** What work tickets print, in the order of the ids; unknown ones are left out. */
export async function listTickets(
  db: Queryable,
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<Result<TicketGarment[], "forbidden">> {
  if (!isAdmin(actor)) return fail("forbidden");
  const known = ids.filter(isId);
  if (known.length === 0) return ok([]);
  const rows = await selectCards(db, or(inArray(garments.id, known)));
  const lines = rows.map(({ orderItemId }) => orderItemId);
  const terms = await db
    .select({ orderItemId: contracts.orderItemId, terms: contracts.terms })
    .from(contracts)
    .where(inArray(contracts.orderItemId, lines))
    .orderBy(asc(contracts.version));
  const optionsOf = new Map(terms.map((row) => [row.orderItemId, row.terms.options]));
  return ok(
    known.flatMap((id) => {
      const row = rows.find((each) => each.id === id);
      if (!row) return [];
      const { orderItemId, ...card } = row;
      const options = (optionsOf.get(orderItemId) ?? []).map(({ choice, group }) => {
        return { group, choice };
      });
      return [{ ...toCard(card), options }];
    }),
  );
}
