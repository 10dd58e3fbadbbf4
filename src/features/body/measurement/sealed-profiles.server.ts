import { eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { UNNAMED_LABEL } from "#features/body/measurement/measurement-profile.ts";
import type { Clock } from "#platform/clock.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import { isMeasurementName } from "./measurement-definitions.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { formatValue, newProfile, profileSchema } from "./measurement-profile.ts";

/** What a use case needs that opens or seals measurements. */
export type MeasurementDeps = { db: Database; measurementBox: SecretBox; clock: Clock };

/** `setApartFor`: of a person who is set apart, the account that may say that they are its own. */
type Owner = { id: string; userId: string | null; setApartFor?: string | null };

/** One measured person; bound to the account, so that a row moved to another does not open. */
export const profileColumn = sealedColumn({
  table: measurementProfiles,
  column: "sealed",
  location: ({ id, setApartFor, userId }: Owner) =>
    `measurement profile ${id} of ${userId ?? setApartFor ?? "no account"}`,
  schema: profileSchema,
});

/** Null when no key of the shop opens it, or the row was changed by hand. */
export function openProfile(
  box: SecretBox,
  row: Owner & { sealed: Sealed | null },
): MeasurementProfile | null {
  const profile = profileColumn.open(box, row);
  return profile?.id === row.id ? profile : null;
}

type PlainRow = Owner & {
  plainLabel: string | null;
  plainMeasures: Record<string, number> | null;
  updatedAt: Date;
};

/**
 * Reads a row of a version before the sealing. Values that the profile has no field for go to its notes, so that none
 * is lost.
 */
function profileOfPlain({
  id,
  plainLabel,
  plainMeasures,
  updatedAt,
}: PlainRow): MeasurementProfile {
  const at = updatedAt.toISOString();
  const profile = newProfile(id, (plainLabel ?? "").trim().slice(0, 60) || UNNAMED_LABEL, at);
  const others: string[] = [];
  for (const [name, value] of Object.entries(plainMeasures ?? {})) {
    if (isMeasurementName(name) && Number.isInteger(value) && value >= 0 && value <= 1_000_000) {
      const entered = formatValue(name, value, "cm");
      profile.readings[name] = [
        { value, entered, unit: "cm", at, source: "self", confirmed: false },
      ];
    } else {
      others.push(`${name}: ${value}`);
    }
  }
  if (others.length === 0) return profile;
  return { ...profile, notes: { value: others.join(", ").slice(0, 1_000), at } };
}

/**
 * Seals the rows of versions before the sealing and empties their plain columns; the row's time stays. Idempotent. Returns how many.
 */
export async function sealPlainProfiles({
  db,
  measurementBox,
}: {
  db: Database;
  measurementBox: SecretBox;
}): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: measurementProfiles.id,
        userId: measurementProfiles.userId,
        plainLabel: measurementProfiles.plainLabel,
        plainMeasures: measurementProfiles.plainMeasures,
        updatedAt: measurementProfiles.updatedAt,
      })
      .from(measurementProfiles)
      .where(isNull(measurementProfiles.sealed))
      .for("update");
    for (const row of rows) {
      const sealed = profileColumn.seal(measurementBox, row, profileOfPlain(row));
      await tx
        .update(measurementProfiles)
        .set({ sealed, plainLabel: null, plainMeasures: null, updatedAt: row.updatedAt })
        .where(eq(measurementProfiles.id, row.id));
    }
    return rows.length;
  });
}
