import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { DAY_MS } from "#core/duration.ts";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";

const ROW = "failure:";

const stored = z.object({
  count: z.number(),
  since: z.coerce.date(),
  at: z.coerce.date(),
  reason: z.string(),
});

/** `count` failures since `since`, with the last reason. */
export type OperationalFailure = z.infer<typeof stored> & { source: FailureSource };

/** The source is a scheduled or given-up job, a refused or failing payment message, or an unusable server. */
export type FailureSource =
  | `job:${string}`
  | `given-up:${string}`
  | "webhook:signature"
  | "webhook:processing"
  | "server:mail"
  | "server:files"
  | "contracts:altered";

/** Then a new count begins. */
const QUIET_MS = DAY_MS;

const MAX_REASON_LENGTH = 200;

/** Counts a failure, until a success (`clearFailures`) or a quiet day. */
export async function recordFailure(
  deps: { db: Queryable; clock: { now(): Date } },
  source: FailureSource,
  reason: string,
): Promise<void> {
  const at = deps.clock.now();
  const quietSince = new Date(at.getTime() - QUIET_MS).toISOString();
  const next = JSON.stringify({
    count: 1,
    since: at.toISOString(),
    at: at.toISOString(),
    reason: reason.slice(0, MAX_REASON_LENGTH),
  });
  await deps.db.execute(sql`
    insert into site_settings (setting_name, setting_value, version) values (${ROW + source}, ${next}::jsonb, 0)
    on conflict (setting_name) do update set setting_value =
      case when site_settings.setting_value->>'at' < ${quietSince} then excluded.setting_value
           else excluded.setting_value || jsonb_build_object(
             'count', (site_settings.setting_value->>'count')::int + 1,
             'since', site_settings.setting_value->>'since') end`);
}

/** Forgets the failures of sources after a success. */
export async function clearFailures(
  db: Queryable,
  sources: readonly FailureSource[],
): Promise<void> {
  const names = sources.map((source) => ROW + source);
  await db.delete(siteSettings).where(inArray(siteSettings.settingName, names));
}

/** What has failed within a day. */
export async function listFailures(deps: {
  db: Queryable;
  clock: { now(): Date };
}): Promise<OperationalFailure[]> {
  const rows = await deps.db
    .select()
    .from(siteSettings)
    .where(sql`${siteSettings.settingName} like ${`${ROW}%`}`)
    .orderBy(siteSettings.settingName);
  const quietSince = deps.clock.now().getTime() - QUIET_MS;
  return rows.flatMap(({ settingName, settingValue }) => {
    const { data } = stored.safeParse(settingValue);
    const source = settingName.slice(ROW.length) as FailureSource;
    return data && data.at.getTime() >= quietSince ? [{ ...data, source }] : [];
  });
}
