import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { newProfile } from "#features/body/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/body/measurement/required-measurements.ts";
import { profileColumn } from "#features/body/measurement/sealed-profiles.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";

const MEASURED_AT = "2026-11-18T12:00:00.000Z";

export const testMeasurementBox = (): SecretBox =>
  createMeasurementBox({ current: "m".repeat(40), former: [] });

/** One reading each, in the measurements' units. */
export function measuredPerson(
  label: string,
  values: Partial<Record<MeasurementName, number>> = {},
  { at = MEASURED_AT, id = newId() }: { at?: string; id?: string } = {},
): MeasurementProfile {
  const readings = Object.entries(values).map(([name, value]) => [
    name,
    [{ value, entered: String(value / 10), unit: "cm", at, source: "self", confirmed: false }],
  ]);
  return { ...newProfile(id, label, at), readings: Object.fromEntries(readings) };
}

/** A person whose every value was read as often as the guide asks for, and confirmed: nothing about them is asked again. */
export function confirmedPerson(
  label: string,
  values: Partial<Record<MeasurementName, number>>,
  options: Parameters<typeof measuredPerson>[2] = {},
): MeasurementProfile {
  const person = measuredPerson(label, values, options);
  const readings = Object.entries(person.readings).map(([name, [reading]]) => {
    const count = readingsNeeded(name as MeasurementName);
    const first = Date.parse(reading?.at ?? MEASURED_AT);
    const times = Array.from({ length: count }, (_, index) =>
      new Date(first + index * 60_000).toISOString(),
    );
    return [name, times.map((at) => ({ ...reading, at, confirmed: true }))];
  });
  return { ...person, readings: Object.fromEntries(readings) };
}

/** Writes a measured person with the account's consent. Returns the id. */
export async function addMeasuredPerson(
  db: Database,
  userId: string,
  profile: MeasurementProfile,
  box = testMeasurementBox(),
): Promise<string> {
  await db.insert(measurementProfiles).values({
    id: profile.id,
    userId,
    consentVersion: 1,
    consentAt: new Date(),
    sealed: profileColumn.seal(box, { id: profile.id, userId }, profile),
  });
  return profile.id;
}
