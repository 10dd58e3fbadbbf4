import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { dayOf } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { countUnheldOrders } from "#features/garments/scheduling/atelier-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { findBackupRecord } from "./backup-record.server.ts";
import { findFileCheck } from "./file-check-record.server.ts";
import { listFailures } from "./operational-failures.server.ts";
import { listServerProblems } from "./server-checks.server.ts";
import type { HealthFacts, HealthReport, WaitingMail } from "./shop-health.ts";
import { assessHealth, HEALTH_PROBLEMS, serverReports, waitingMailReport } from "./shop-health.ts";
import { healthProblemEmail, healthRestoredEmail } from "./shop-health-email.ts";
import { findUnreadableValues } from "./unreadable-values-record.server.ts";

/** Exists once a problem was found. */
const ROW = "shop_health";

const stored = z.object({
  problems: z.array(
    z.object({ problem: z.enum(HEALTH_PROBLEMS), title: z.string(), text: z.string() }),
  ),
});

type WatchDeps = {
  db: Database;
  jobs: JobQueue;
  clock: Clock;
  publicUrl: string;
  env: Pick<Env, "BACKUP_DIR" | "BACKUP_EVERY_HOURS">;
  /** Null without a disk of its own. */
  findFreeBytes(): Promise<number | null>;
};

async function readProblems(db: Queryable): Promise<HealthReport[]> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return stored.safeParse(row?.settingValue).data?.problems ?? [];
}

async function readFacts(deps: WatchDeps): Promise<HealthFacts> {
  const { clock, db, env } = deps;
  const record = await findBackupRecord(db);
  return {
    now: clock.now(),
    failures: await listFailures(deps),
    files: await findFileCheck(db),
    unheld: await countUnheldOrders(db, clock.now()),
    unreadable: await findUnreadableValues(db),
    freeBytes: await deps.findFreeBytes(),
    backups:
      env.BACKUP_DIR && record
        ? {
            everyHours: env.BACKUP_EVERY_HOURS,
            lastGoodAt: record.lastGood?.at ?? null,
            failure: record.failure,
          }
        : null,
    incompleteBackup: record?.incomplete ?? null,
  };
}

/**
 * Finds problems of running the shop. Emails the contact address daily for each, and once when over. Returns
 * the current ones for the overview.
 */
export async function watchHealth(deps: WatchDeps): Promise<readonly HealthReport[]> {
  const { clock, db, jobs, publicUrl } = deps;
  const current = assessHealth(await readFacts(deps));
  const day = dayOf(clock.now());
  return db.transaction(async (tx) => {
    const before = await readProblems(tx);
    const over = before.filter(({ problem }) => current.every((each) => each.problem !== problem));
    if (before.length + current.length === 0) return current;
    const { general } = await getSiteShell(tx);
    const site = { siteName: general.siteName, siteUrl: publicUrl };
    const recipient = general.contactEmail;
    for (const report of current) {
      const dedupeKey = `health:${report.problem}:${day}`;
      await enqueueEmail(tx, jobs, {
        ...healthProblemEmail({ report, ...site }),
        dedupeKey,
        recipient,
      });
    }
    for (const report of over) {
      const dedupeKey = `health-over:${report.problem}:${day}`;
      await enqueueEmail(tx, jobs, {
        ...healthRestoredEmail({ report, ...site }),
        dedupeKey,
        recipient,
      });
    }
    const settingValue = { problems: current };
    await tx
      .insert(siteSettings)
      .values({ settingName: ROW, settingValue, version: 0 })
      .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
    return current;
  });
}

/** Emails arrive within seconds; a failed attempt repeats within a minute. */
const MAX_WAIT_MS = 5 * 60_000;

async function findWaitingMail(db: Queryable, now: Date): Promise<WaitingMail | null> {
  const before = new Date(now.getTime() - MAX_WAIT_MS).toISOString();
  const { rows } = await db.execute<Omit<WaitingMail, "since"> & { since: string }>(sql`
    select (count(*) over ())::int as count, created_at as since, attempts, last_error as "lastError",
           coalesce(send_lease_until > clock_timestamp(), false) as "isBeingSent"
      from mail_outbox where status = 'queued' and created_at < ${before}::timestamptz
     order by created_at limit 1`);
  const [oldest] = rows;
  return oldest ? { ...oldest, since: new Date(oldest.since) } : null;
}

/** Lists failing servers, emails that wait over five minutes, and the last watch's problems. */
export const listHealthProblems = asAdmin(
  async (db: Queryable, input: { now: Date }): Promise<Result<readonly HealthReport[]>> => {
    const { now } = input;
    const [servers, waiting, watched] = await Promise.all([
      listServerProblems({ db, clock: { now: () => now } }),
      findWaitingMail(db, now),
      readProblems(db),
    ]);
    const mail = waiting ? [waitingMailReport(waiting)] : [];
    return ok([...serverReports(servers), ...mail, ...watched]);
  },
);
