import type { Queryable, Transaction } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { confirmReading } from "#features/body/measurement/capture-steps.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type {
  MeasurementProfile,
  Reading,
} from "#features/body/measurement/measurement-profile.ts";
import { addReading, formatValue } from "#features/body/measurement/measurement-profile.ts";
import { getProfile, saveProfile } from "#features/body/measurement/profiles.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { FitSpecification } from "./specification.ts";

type Agreed = {
  /** Whose account has the person. */
  actor: Actor;
  before: FitSpecification;
  after: FitSpecification;
  source: Reading["source"];
};

/** The person with a confirmed reading of each number that the newer specification has changed. */
function withAgreed(
  person: MeasurementProfile,
  { after, before, source }: Agreed,
  now: Date,
): MeasurementProfile {
  let changed = person;
  for (const [name, { value }] of Object.entries(after.measurements)) {
    if (!isMeasurementName(name) || before.measurements[name]?.value === value) continue;
    const text = formatValue(name, value, "cm");
    const reading = { name, source, text, unit: "cm", at: now.toISOString() } as const;
    const added = addReading(changed, reading, { again: true });
    if (added.ok) changed = confirmReading(added.value, name);
  }
  return changed;
}

type Deps<Db> = { db: Db; clock: Clock; measurementBox: SecretBox };

/** The account's person that the numbers are of, with the numbers; null where nothing returns. */
async function findReturned(deps: Deps<Queryable>, agreed: Agreed) {
  const { actor, after } = agreed;
  if (after.measuredByLink || after.profileId === null) return null;
  const found = await getProfile(deps, { actor, profileId: after.profileId });
  if (!found.ok || !found.value.profile) return null;
  const { profile: person, revision } = found.value;
  const profile = withAgreed(person, agreed, deps.clock.now());
  return profile === person ? null : { profile, revision };
}

/** The name of the account's person whose numbers `returnToProfile` would change; null where it would change nothing. */
export async function findWhoseReturn(
  deps: Deps<Queryable>,
  agreed: Agreed,
): Promise<string | null> {
  const returned = await findReturned(deps, agreed);
  return returned && agreed.after.label;
}

/**
 * Stores the numbers that a contract has changed as readings of the account's person, so that the next garment begins with them.
 * Nothing is stored of somebody who measured by link, of a guest, and of a person who is not in the account any more. Returns whether
 * the person was changed.
 */
export async function returnToProfile(
  tx: Transaction,
  { clock, measurementBox }: { clock: Clock; measurementBox: SecretBox },
  agreed: Agreed,
): Promise<boolean> {
  const deps = { db: tx, clock, measurementBox };
  const returned = await findReturned(deps, agreed);
  if (!returned) return false;
  const { profile, revision } = returned;
  const { actor } = agreed;
  const saved = await saveProfile(deps, { actor, profile, revision, consentVersion: null });
  return saved.ok;
}
