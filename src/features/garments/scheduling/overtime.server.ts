import { and, asc, eq, gte, sql } from "drizzle-orm";
import { z } from "zod";
import { isCalendarDay } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { makerOvertime, makers } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** The most overtime of one maker on one day. */
const MAX_OVERTIME_MINUTES = 600;

export const overtimeSchema = z.object({
  day: z.string("Please choose a day.").refine(isCalendarDay, "Please choose a day."),
  minutes: z
    .number("Please enter minutes as a number.")
    .int("Please enter whole minutes.")
    .min(1, "At least one minute.")
    .max(MAX_OVERTIME_MINUTES, `${MAX_OVERTIME_MINUTES} minutes at most.`),
});

export type Overtime = z.output<typeof overtimeSchema>;

/** A maker's overtime from today on, for an admin. */
export const listOvertime = asAdmin(
  async (
    { clock, db }: { db: Queryable; clock: Clock },
    { makerId }: { makerId: string },
  ): Promise<Result<Overtime[]>> => {
    if (!isId(makerId)) return ok([]);
    const { day, minutes } = makerOvertime;
    const rows = await db
      .select({ day, minutes })
      .from(makerOvertime)
      .where(and(eq(makerOvertime.makerId, makerId), gte(day, dayOf(clock.now()))))
      .orderBy(asc(day));
    return ok(rows);
  },
);

/** Adds minutes on each of these days to the overtime that is planned there. */
export async function planOvertime(
  tx: Transaction,
  actor: SignedIn,
  { days, makerId, minutes }: { makerId: string; minutes: number; days: readonly string[] },
): Promise<void> {
  if (days.length === 0) return;
  await tx
    .insert(makerOvertime)
    .values(days.map((day) => ({ makerId, day, minutes })))
    .onConflictDoUpdate({
      target: [makerOvertime.makerId, makerOvertime.day],
      set: {
        minutes: sql`least(${MAX_OVERTIME_MINUTES}::int, ${makerOvertime.minutes} + excluded.minutes)`,
      },
    });
  await recordChanges(tx, actor, [
    {
      action: "planned overtime of",
      subject: "maker",
      subjectId: makerId,
      before: null,
      after: { minutes, days: days.join(", ") },
    },
  ]);
}

type OvertimeRequest = { actor: Admin; makerId: string };

/** Adds minutes to a maker's overtime of one day. */
export const addOvertime = asAdmin(
  async (
    { db }: { db: Database },
    { actor, makerId, overtime }: OvertimeRequest & { overtime: Overtime },
  ): Promise<Result<null, "not_found">> => {
    if (!isId(makerId) || (await db.$count(makers, eq(makers.id, makerId))) === 0)
      return fail("not_found");
    const { day, minutes } = overtime;
    await db.transaction((tx) => planOvertime(tx, actor, { makerId, minutes, days: [day] }));
    return ok(null);
  },
);

/** Removes a maker's overtime of one day. Idempotent. */
export const removeOvertime = asAdmin(
  async (
    { db }: { db: Database },
    { day, makerId }: OvertimeRequest & { day: string },
  ): Promise<Result<null, "not_found">> => {
    if (!isId(makerId) || !isCalendarDay(day)) return fail("not_found");
    await db
      .delete(makerOvertime)
      .where(and(eq(makerOvertime.makerId, makerId), eq(makerOvertime.day, day)));
    return ok(null);
  },
);
