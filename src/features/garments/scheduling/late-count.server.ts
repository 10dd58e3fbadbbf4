import { sql } from "drizzle-orm";
import { dayOf } from "#core/georgetown-time.ts";
import type { Queryable } from "#db/client.server.ts";
import { listLatePromises } from "./at-risk.server.ts";

/** What the fingerprint does not have, such as the end of an unpaid order's hold, shows within this time. */
const MAX_AGE_MS = 10 * 60 * 1000;

type Counted = {
  readonly fingerprint: string;
  readonly day: string;
  readonly countedAt: number;
  readonly count: number;
};

/** The newest count of each database, in this process. */
const counts = new WeakMap<Queryable, Counted>();

/**
 * What the schedule is computed from, in one statement and as one text: garments in work with their days, makers with their weeks,
 * absences and overtime, times, settings, and the promises made so far.
 */
async function readFingerprint(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ fingerprint: string }>(sql`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', g.id, g.stage, g.maker_id, g.ship_by, o.arrives_until, i.rush), ';' order by g.id)
         from garments g join order_items i on i.id = g.order_item_id join orders o on o.id = i.order_id
        where g.stage not in ('shipped', 'cancelled')),
      (select string_agg(concat_ws(',', id, week_minutes, archived_at), ';' order by id) from makers),
      (select string_agg(concat_ws(',', maker_id, from_day, until_day), ';' order by id) from maker_absences),
      (select string_agg(concat_ws(',', maker_id, day, minutes), ';' order by maker_id, day) from maker_overtime),
      (select string_agg(concat_ws(',', garment, stage, minutes), ';' order by garment, stage) from production_times),
      (select string_agg(concat_ws(',', setting_name, version), ';' order by setting_name) from site_settings),
      (select version from capacity_version))) as fingerprint`);
  return rows[0]?.fingerprint ?? "";
}

/**
 * How many promises the schedule of now does not meet, for the counter of every admin page: the schedule is computed again only when
 * something that it is computed from has changed, on another day, and after ten minutes. Does not check who asks.
 */
export async function countLatePromises(db: Queryable, { now }: { now: Date }): Promise<number> {
  const fingerprint = await readFingerprint(db);
  const day = dayOf(now);
  const before = counts.get(db);
  const age = before ? now.getTime() - before.countedAt : Number.POSITIVE_INFINITY;
  const isFresh = age >= 0 && age < MAX_AGE_MS;
  if (before?.fingerprint === fingerprint && before.day === day && isFresh) return before.count;
  const late = await listLatePromises(db, { now });
  const count = late.length;
  counts.set(db, { fingerprint, day, countedAt: now.getTime(), count });
  return count;
}
