import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { dayOf } from "#core/georgetown-time.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { productionTimes } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { TimedGarment, WorkStage } from "./production-times.ts";
import {
  combineTimes,
  defaultTimes,
  isTimedGarment,
  MAX_STAGE_MINUTES,
  timedAs,
  timesOf,
  WORK_STAGES,
} from "./production-times.ts";
import type { RecordedTime } from "./work-times.server.ts";
import { findWorkTimes, listOwnTimes, reliableTimes } from "./work-times.server.ts";

/** Minutes of one stage: what the dates count with, and where it comes from. */
export type StageTime = {
  stage: WorkStage;
  used: number;
  source: "own" | "recorded" | "start";
  own: number | null;
  start: number;
  /** The median of recorded work, with the number of its garments; null without any. */
  recorded: { minutes: number; count: number } | null;
};

/** The minutes of a garment type, stage by stage, for an admin. 'not_found' for an unknown type. */
export const findStageTimes = asAdmin(
  async (
    { clock, db }: { db: Queryable; clock: Clock },
    { garment }: { garment: string },
  ): Promise<Result<{ garment: TimedGarment; stages: StageTime[] }, "not_found">> => {
    if (!isTimedGarment(garment)) return fail("not_found");
    const times = await findWorkTimes(db, dayOf(clock.now()));
    const { own, recorded } = times;
    const reliable = reliableTimes(times);
    const used = timesOf(garment, combineTimes(own, reliable));
    const start = defaultTimes(garment);
    const of = (list: readonly RecordedTime[], stage: WorkStage) =>
      list.find((each) => timedAs(each.garment) === garment && each.stage === stage) ?? null;
    return ok({
      garment,
      stages: WORK_STAGES.map((stage) => {
        const ownMinutes = own.get(garment)?.[stage] ?? null;
        const found = of(recorded, stage);
        const isRecorded = of(reliable, stage) !== null;
        return {
          stage,
          used: used[stage],
          start: start[stage],
          own: ownMinutes,
          source: ownMinutes !== null ? "own" : isRecorded ? "recorded" : "start",
          recorded: found && { minutes: found.minutes, count: found.count },
        };
      }),
    });
  },
);

const minutes = z
  .number("Please enter whole minutes.")
  .int("Please enter whole minutes.")
  .min(0, "Please enter whole minutes.")
  .max(MAX_STAGE_MINUTES, `${MAX_STAGE_MINUTES} minutes at most.`)
  .optional();

export const stageTimesSchema = z.object(
  Object.fromEntries(WORK_STAGES.map((stage) => [stage, minutes])) as Record<
    WorkStage,
    typeof minutes
  >,
);

export type StageTimesInput = z.output<typeof stageTimesSchema>;

/** Saves the owner's minutes of a garment type; a stage without any follows the recorded work again. */
export const saveStageTimes = asAdmin(
  async (
    { db }: { db: Database },
    { actor, garment, times }: { actor: Admin; garment: string; times: StageTimesInput },
  ): Promise<Result<null, "not_found">> => {
    if (!isTimedGarment(garment)) return fail("not_found");
    await db.transaction(async (tx) => {
      const before = (await listOwnTimes(tx)).get(garment) ?? {};
      for (const stage of WORK_STAGES) {
        const entered = times[stage];
        const key = and(eq(productionTimes.garment, garment), eq(productionTimes.stage, stage));
        if (entered === undefined) await tx.delete(productionTimes).where(key);
        else
          await tx
            .insert(productionTimes)
            .values({ garment, stage, minutes: entered })
            .onConflictDoUpdate({
              target: [productionTimes.garment, productionTimes.stage],
              set: { minutes: entered },
            });
      }
      await recordChanges(tx, actor, [
        {
          action: "changed the times of",
          subject: "made to measure",
          subjectId: garment,
          before,
          after: times,
        },
      ]);
    });
    return ok(null);
  },
);
