import type { SQL } from "drizzle-orm";
import { and, count, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { orderNumber } from "#core/document-number.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { alterationEvents, alterationRequests } from "#db/schema/alterations.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAtelier } from "#features/base/identity/guards.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import type { AppliedCorrection } from "#features/garments/fit-memory/correction.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { listGarmentsById } from "#features/garments/garment/garment-queries.server.ts";
import { openQualityChecks } from "#features/garments/quality-control/check-quality.server.ts";
import type { CheckedPoint } from "#features/garments/quality-control/quality-check.ts";
import { orderIdRange } from "#features/orders/order/order.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { AlterationCause, AlterationRemedy, AlterationStatus } from "./alteration-rules.ts";
import { ALTERATION_CAUSES } from "./alteration-rules.ts";
import type { StoredFeedback } from "./fit-feedback.server.ts";
import { findNewestFeedback } from "./fit-feedback.server.ts";
import type { FitImage } from "./fit-images.server.ts";
import { listImages } from "./fit-images.server.ts";
import { findGarmentWithCustomer } from "./garment-access.server.ts";
import { openNote } from "./stored-alterations.server.ts";

export type ListedAlteration = {
  id: string;
  number: string;
  remedy: AlterationRemedy;
  status: AlterationStatus;
  isFree: boolean;
  createdAt: Date;
  /** Null after the order was made anonymous. */
  garment: { name: string; orderNumber: string } | null;
};

const MAX_LISTED = 200;

const OPEN_FIRST = sql`(${alterationRequests.status} in ('declined', 'done'))`;

const facts = ({ name, orderId }: Garment) => ({
  name,
  orderNumber: orderNumber(orderId),
});

/** In the request's number, the garment's name or the order's number; everything without a search. */
function searched(search: string): SQL | undefined {
  if (search === "") return undefined;
  const range = orderIdRange(search);
  const ofOrder = range
    ? sql` or i.order_id between ${range.first} and ${range.last}`
    : sql.raw("");
  return or(
    textContains([alterationRequests.number], search),
    sql`${alterationRequests.garmentId} in (
      select g.id from garments g join order_items i on i.id = g.order_item_id
       where ${textContains([sql.raw("i.product_name")], search)}${ofOrder})`,
  );
}

/** Open ones first, of each the newest first; for the atelier alone. */
export const listAlterations = asAtelier(
  async (
    db: Queryable,
    { search = "" }: { search?: string },
  ): Promise<Result<ListedAlteration[]>> => {
    const rows = await db
      .select()
      .from(alterationRequests)
      .where(searched(search))
      .orderBy(OPEN_FIRST, desc(alterationRequests.createdAt), desc(alterationRequests.id))
      .limit(MAX_LISTED);
    const garments = await listGarmentsById(
      db,
      rows.map(({ garmentId }) => garmentId),
    );
    return ok(
      rows.map(({ createdAt, garmentId, id, isFree, number, remedy, status }) => {
        const garment = garments.get(garmentId);
        return {
          id,
          number,
          remedy,
          status,
          isFree,
          createdAt,
          garment: garment ? facts(garment) : null,
        };
      }),
    );
  },
);

/** A request about a garment as the pages of its order name it, without what was written in it. */
export type NamedAlteration = Pick<ListedAlteration, "id" | "number" | "status"> & {
  garmentId: string;
};

/** The requests about garments, oldest first; no statement for none. Does not check who asks. */
export async function listAlterationsOfGarments(
  db: Queryable,
  garmentIds: readonly string[],
): Promise<NamedAlteration[]> {
  if (garmentIds.length === 0) return [];
  const { createdAt, garmentId, id, number, status } = alterationRequests;
  return db
    .select({ id, garmentId, number, status })
    .from(alterationRequests)
    .where(inArray(garmentId, [...garmentIds]))
    .orderBy(createdAt, id);
}

/** A request whose new garment is out of work, though no shipment of its order ended it: a person does. */
const isRemakeOut = and(
  eq(alterationRequests.status, "remake"),
  inArray(garments.stage, ["shipped", "cancelled"]),
);

/**
 * Requests that wait for the atelier: for a decision, with the garment here, or to be ended because the new garment is out of work. Does
 * not check who asks.
 */
export async function countWaitingAlterations(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(alterationRequests)
    .leftJoin(garments, eq(garments.id, alterationRequests.remakeGarmentId))
    .where(or(inArray(alterationRequests.status, ["requested", "received"]), isRemakeOut));
  return row?.waiting ?? 0;
}

export type CauseCount = {
  cause: AlterationCause;
  requests: number;
  remakes: number;
  /** By currency, of the house. */
  costs: readonly { currency: string; costMinor: number }[];
};

/** Why garments did not fit and what it cost, over all decided requests; causes without a request are left out. */
export const reportCauses = asAtelier(async (db: Queryable): Promise<Result<CauseCount[]>> => {
  const rows = await db
    .select({
      cause: alterationRequests.cause,
      currency: alterationRequests.currency,
      requests: sql<number>`count(*)::int`,
      remakes: sql<number>`count(${alterationRequests.remakeGarmentId})::int`,
      costMinor: sql<number>`coalesce(sum(${alterationRequests.costMinor}), 0)::float8`,
    })
    .from(alterationRequests)
    .where(isNotNull(alterationRequests.cause))
    .groupBy(alterationRequests.cause, alterationRequests.currency);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  const counts = ALTERATION_CAUSES.map((cause) => {
    const own = rows.filter((row) => row.cause === cause);
    return {
      cause,
      requests: sum(own.map(({ requests }) => requests)),
      remakes: sum(own.map(({ remakes }) => remakes)),
      costs: own.map(({ costMinor, currency }) => ({ currency, costMinor })),
    };
  });
  return ok(
    counts.filter(({ requests }) => requests > 0).toSorted((a, b) => b.requests - a.requests),
  );
});

export type AlterationPage = {
  request: Omit<typeof alterationRequests.$inferSelect, "sealedNote">;
  note: string;
  garment: { id: string; name: string; orderId: string; orderNumber: string };
  customerEmail: string;
  deliveredAt: Date | null;
  label: string;
  corrections: readonly AppliedCorrection[];
  feedback: StoredFeedback | null;
  /** What quality control measured; empty without a check. */
  checked: readonly CheckedPoint[];
  images: readonly FitImage[];
  receipts: readonly FitImage[];
  events: readonly { to: string; by: string; at: Date }[];
  creditCapMinor: number;
};

/** A request with what its decision rests on, without the measurements of the body. For the atelier alone. */
export const openAlteration = asAtelier(
  async (
    deps: { db: Queryable; measurementBox: SecretBox },
    input: { requestId: string },
  ): Promise<Result<AlterationPage, "not_found">> => {
    const { requestId } = input;
    const { db, measurementBox } = deps;
    if (!isId(requestId)) return fail("not_found");
    const [row] = await db
      .select()
      .from(alterationRequests)
      .where(eq(alterationRequests.id, requestId));
    const garment = row && (await findGarmentWithCustomer(db, row.garmentId));
    if (!row || !garment) return fail("not_found");
    const contract = await openNewestContract(deps, garment.orderItemId);
    const specification = contract?.specification;
    const images = await listImages(db, garment.id);
    const checks = await openQualityChecks(deps, garment.id);
    const events = await db
      .select({
        to: alterationEvents.toStatus,
        by: alterationEvents.staffName,
        at: alterationEvents.createdAt,
      })
      .from(alterationEvents)
      .where(eq(alterationEvents.requestId, row.id))
      .orderBy(alterationEvents.createdAt, alterationEvents.id);
    const { creditCapMinor } = await getSettings(db, "alterations");
    const { sealedNote: _, ...request } = row;
    const { customerEmail, deliveredAt, id, orderId } = garment;
    return ok({
      request,
      note: openNote(measurementBox, row),
      customerEmail,
      deliveredAt,
      garment: { id, orderId, ...facts(garment) },
      label: specification?.label ?? "",
      corrections: specification?.corrections ?? [],
      feedback: await findNewestFeedback(deps, garment.id),
      checked: checks.find(({ points }) => points.length > 0)?.points ?? [],
      images: images.filter(({ kind }) => kind === "fit"),
      receipts: images.filter((each) => each.kind === "receipt" && each.requestId === row.id),
      events,
      creditCapMinor,
    });
  },
);
