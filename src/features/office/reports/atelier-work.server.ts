import { dayOf } from "#core/georgetown-time.ts";
import type { MoveableHoliday } from "#core/moveable-holidays.ts";
import { unknownHolidays } from "#core/moveable-holidays.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { countWaitingAlterations } from "#features/garments/alterations/alteration-queries.server.ts";
import { readLowCloths } from "#features/garments/cloth/cloth-queries.server.ts";
import { countWaitingPatterns } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { listLatePromises } from "#features/garments/scheduling/at-risk.server.ts";
import { countLatePromises } from "#features/garments/scheduling/late-count.server.ts";
import type { AtelierReport, AtelierWork } from "./atelier-work.ts";

/** What waits in the atelier now. Does not check who asks. */
export async function readAtelierReport(
  db: Queryable,
  { now }: { now: Date },
): Promise<AtelierReport> {
  return {
    promises: await listLatePromises(db, { now }),
    patterns: await countWaitingPatterns(db),
    alterations: await countWaitingAlterations(db),
    cloths: await readLowCloths(db),
    holidays: await listUnknown(db, now),
  };
}

async function listUnknown(db: Queryable, now: Date): Promise<MoveableHoliday[]> {
  return unknownHolidays(dayOf(now), closedDaysOf(await getShippingSettings(db)));
}

/** The moveable holidays of the next 14 months whose day is not entered, for an admin. */
export const listUnknownHolidays = asAdmin(
  async (db: Queryable, { now }: { now: Date }): Promise<Result<MoveableHoliday[]>> =>
    ok(await listUnknown(db, now)),
);

/** Counts what waits in the atelier, for an admin: on every page, so it reads no lists that the schedule has to be computed for. */
export const countAtelierWork = asAdmin(
  async (db: Queryable, { now }: { now: Date }): Promise<Result<AtelierWork>> =>
    ok({
      atRisk: await countLatePromises(db, { now }),
      patterns: await countWaitingPatterns(db),
      alterations: await countWaitingAlterations(db),
      cloths: (await readLowCloths(db)).length,
    }),
);
