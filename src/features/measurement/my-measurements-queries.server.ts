import { asc, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";

/** Integer millimetres under FreeSewing's names; shoulderSlope in degrees. */
export type MyMeasurements = {
  id: string;
  label: string;
  measures: Record<string, number>;
  updatedAt: Date;
};

/** The actor's measurement profiles (decision M5). */
export async function listMyMeasurements(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<MyMeasurements[], "forbidden">> {
  if (!isSignedIn(input.actor)) return fail("forbidden");
  return ok(
    await db
      .select({
        id: measurementProfiles.id,
        label: measurementProfiles.label,
        measures: measurementProfiles.measures,
        updatedAt: measurementProfiles.updatedAt,
      })
      .from(measurementProfiles)
      .where(eq(measurementProfiles.userId, input.actor.userId))
      .orderBy(asc(measurementProfiles.label), asc(measurementProfiles.id)),
  );
}
