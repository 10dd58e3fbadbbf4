import { sql } from "drizzle-orm";
import { addDays } from "#core/business-days.ts";
import type { Queryable } from "#db/client.server.ts";
import { contentVersion, products } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments, productionTimes } from "#db/schema/production.server.ts";
import { GARMENT_TYPE } from "#features/garments/garment/garment-queries.server.ts";
import type { GarmentTimes, StageMinutes, WorkStage } from "./production-times.ts";
import { combineTimes, MIN_RECORDED, WORK_STAGES } from "./production-times.ts";

/** Older records of work do not say how fast the atelier is now. */
const RECORDED_DAYS = 365;

export type RecordedTime = { garment: string; stage: WorkStage; minutes: number; count: number };

/**
 * The medians of the minutes that makers recorded within a year, by garment type and stage, with the number of garments they
 * come from. Minutes that were entered between two stages belong to the work that ends with the next one.
 */
async function listRecordedTimes(db: Queryable, today: string): Promise<RecordedTime[]> {
  const stages = sql.raw(`array['${["received", ...WORK_STAGES].join("','")}']`);
  const { rows } = await db.execute<RecordedTime>(sql`
    with work as (
      select e.garment_id, sum(e.minutes) as minutes,
             case when e.kind = 'stage' then e.to_stage
                  else (${stages})[array_position(${stages}, case e.to_stage when 'approved' then 'pattern_ready' else e.to_stage end) + 1] end as stage
        from garment_events e
       where e.minutes > 0 and e.kind in ('stage', 'work') and e.happened_at >= ${addDays(today, -RECORDED_DAYS)}::date
       group by e.garment_id, 3
    ), done as (
      select ${GARMENT_TYPE} as garment, work.stage, work.minutes
        from work join ${garments} on ${garments.id} = work.garment_id
             join ${orderItems} on ${orderItems.id} = ${garments.orderItemId}
             left join ${products} on ${products.id} = ${orderItems.productId}
       where work.stage = any(${stages}) and work.stage <> 'received' and ${garments.stage} <> 'cancelled'
         and array_position(${stages}, case ${garments.stage} when 'approved' then 'pattern_ready' else ${garments.stage} end) >= array_position(${stages}, work.stage)
    )
    select garment, stage, count(*)::int as count,
           round(percentile_cont(0.5) within group (order by minutes))::int as minutes
      from done group by garment, stage`);
  return rows;
}

/** The owner's minutes by garment type and stage. */
export async function listOwnTimes(db: Queryable): Promise<Map<string, Partial<StageMinutes>>> {
  const rows = await db.select().from(productionTimes);
  const own = new Map<string, Partial<StageMinutes>>();
  for (const { garment, minutes, stage } of rows) {
    own.set(garment, { ...own.get(garment), [stage]: minutes });
  }
  return own;
}

/** What the work of each garment type takes: as recorded, and as the owner entered it. */
type WorkTimes = {
  readonly recorded: readonly RecordedTime[];
  readonly own: ReadonlyMap<string, Partial<StageMinutes>>;
};

/**
 * The times as this process last read them. The version is random, so it belongs to one database and one state of it. A new day
 * is another year of recorded work.
 */
let lastRead: { version: string; today: string; times: WorkTimes } | null = null;

/**
 * The recorded medians and the owner's minutes as committed now, with one statement while they are unchanged. Every transaction
 * that may change them gives them another version at its commit, so a process never uses those of before it (ADR 0049). A
 * transaction calls it before it changes any of them itself, so that nothing is remembered that it may roll back.
 */
export async function findWorkTimes(db: Queryable, today: string): Promise<WorkTimes> {
  const [current] = await db.select({ version: contentVersion.workTimes }).from(contentVersion);
  if (lastRead && lastRead.version === current?.version && lastRead.today === today) {
    return lastRead.times;
  }
  const recorded = await listRecordedTimes(db, today);
  const times = { recorded, own: await listOwnTimes(db) };
  // A commit since the version was read is in the times, and its own version replaces them at the next read.
  if (current) lastRead = { version: current.version, today, times };
  return times;
}

/** The medians that enough garments confirm. */
export const reliableTimes = ({ recorded }: WorkTimes): RecordedTime[] =>
  recorded.filter(({ count }) => count >= MIN_RECORDED);

/** The minutes that dates count with: the owner's, else reliable medians. */
export async function findUsedTimes(db: Queryable, today: string): Promise<GarmentTimes> {
  const times = await findWorkTimes(db, today);
  return combineTimes(times.own, reliableTimes(times));
}
