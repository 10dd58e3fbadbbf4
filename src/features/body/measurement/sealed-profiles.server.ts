import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import { isMeasurementName } from "./measurement-definitions.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { formatValue, newProfile, profileSchema } from "./measurement-profile.ts";

type Owner = { id: string; userId: string | null };

/** Bound to the owner: a row moved to another account does not open. */
const locationOf = ({ id, userId }: Owner) =>
  `measurement profile ${id} of ${userId ?? "no account"}`;

/** Encrypts a person for their row. */
export function sealProfile(
  box: SecretBox,
  profile: MeasurementProfile,
  userId: string | null,
): Sealed {
  return box.seal(JSON.stringify(profile), locationOf({ id: profile.id, userId }));
}

/** Null when no key of the shop opens it, or the row was changed by hand. */
export function openProfile(
  box: SecretBox,
  row: Owner & { sealed: Sealed | null },
): MeasurementProfile | null {
  const text = row.sealed && box.open(row.sealed, locationOf(row));
  if (text === null) return null;
  const profile = profileSchema.safeParse(JSON.parse(text));
  return profile.success && profile.data.id === row.id ? profile.data : null;
}

type PlainRow = Owner & {
  plainLabel: string | null;
  plainMeasures: Record<string, number> | null;
  updatedAt: Date;
};

/** A row of a version before the sealing. Values without a place in the profile go to its notes, so that none is lost. */
function profileOfPlain({
  id,
  plainLabel,
  plainMeasures,
  updatedAt,
}: PlainRow): MeasurementProfile {
  const at = updatedAt.toISOString();
  const profile = newProfile(id, (plainLabel ?? "").trim().slice(0, 60) || "Me", at);
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

type Deps = { db: Database; measurementBox: SecretBox };

/** Seals the rows of versions before the sealing and empties their plain columns; the row's time stays. Idempotent. */
async function sealPlainProfiles({ db, measurementBox }: Deps): Promise<number> {
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
      const sealed = sealProfile(measurementBox, profileOfPlain(row), row.userId);
      await tx
        .update(measurementProfiles)
        .set({ sealed, plainLabel: null, plainMeasures: null, updatedAt: row.updatedAt })
        .where(eq(measurementProfiles.id, row.id));
    }
    return rows.length;
  });
}

/**
 * Seals every profile with the current measurement key: those of versions before the sealing, and those of former keys, so
 * that former keys can be removed. Idempotent, and no new revision. What no key opens stays as it is and is counted.
 */
export async function resealProfiles(
  deps: Deps,
): Promise<{ resealed: number; unreadable: number }> {
  const { db, measurementBox } = deps;
  const count = { resealed: await sealPlainProfiles(deps), unreadable: 0 };
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: measurementProfiles.id,
        userId: measurementProfiles.userId,
        sealed: measurementProfiles.sealed,
        updatedAt: measurementProfiles.updatedAt,
      })
      .from(measurementProfiles)
      .where(
        and(
          isNotNull(measurementProfiles.sealed),
          sql`${measurementProfiles.sealed} ->> 'keyId' <> ${measurementBox.keyId}`,
        ),
      )
      .for("update");
    for (const row of rows) {
      const profile = openProfile(measurementBox, row);
      if (!profile) {
        count.unreadable += 1;
        continue;
      }
      await tx
        .update(measurementProfiles)
        .set({ sealed: sealProfile(measurementBox, profile, row.userId), updatedAt: row.updatedAt })
        .where(eq(measurementProfiles.id, row.id));
      count.resealed += 1;
    }
    return count;
  });
}
