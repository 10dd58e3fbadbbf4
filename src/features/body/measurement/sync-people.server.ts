import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { OrderableLink } from "#features/body/links/measurement-link.ts";
import { listOrderableLinks, listSharedLinks } from "#features/body/links/order-by-link.server.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { MEASUREMENT_CONSENT, profileSchema } from "./measurement-profile.ts";
import type { SaveProfileFailure } from "./profiles.server.ts";
import { listProfiles, moveVisitorProfiles, saveProfile } from "./profiles.server.ts";
import type { MeasurementDeps } from "./sealed-profiles.server.ts";
import type { RefusedReason, SentPeople } from "./sync-people.ts";

export type SyncedPeople = {
  account: string;
  /** The sent people that are stored now; `as` is another id when theirs belongs to another account. */
  saved: { id: string; as: string }[];
  refused: { id: string; reason: RefusedReason }[];
  /** The stored people that the device does not have in this revision. */
  people: { profile: MeasurementProfile; revision: number }[];
  /** Every stored person; what the device has beyond these was deleted elsewhere. */
  ids: string[];
  /** Whether the account has agreed to the current text; the consent of people who shared theirs with it does not count. */
  hasConsent: boolean;
  /** Whom the account can order for without seeing a number. */
  byLink: OrderableLink[];
};

const REASONS: Readonly<Partial<Record<SaveProfileFailure["code"], RefusedReason>>> = {
  consent_needed: "consent",
  deleted: "deleted",
  too_many: "too-many",
};

const reasonOf = ({ code }: SaveProfileFailure): RefusedReason => REASONS[code] ?? "refused";

type Outcome = Pick<SyncedPeople, "saved" | "refused">;

type SentPerson = SentPeople["people"][number] & { id: string; consentVersion: number | null };

/** Moves a visitor's person into the account. */
async function moveSent(
  deps: MeasurementDeps,
  actor: SignedIn,
  { consentVersion, id, profile }: SentPerson,
): Promise<Outcome> {
  const moved = await moveVisitorProfiles(deps, { actor, profiles: [profile], consentVersion });
  if (!moved.ok) return { saved: [], refused: [] };
  return {
    saved: moved.value.moved.map(({ stored }) => ({ id, as: stored.id })),
    refused: moved.value.refused.map(({ error }) => ({ id, reason: reasonOf(error) })),
  };
}

async function saveOwn(
  deps: MeasurementDeps,
  actor: SignedIn,
  { consentVersion, id, profile, revision }: SentPerson,
): Promise<Outcome> {
  const saved = await saveProfile(deps, { actor, profile, revision, consentVersion });
  return saved.ok
    ? { saved: [{ id, as: id }], refused: [] }
    : { saved: [], refused: [{ id, reason: reasonOf(saved.error) }] };
}

async function saveSent(
  deps: MeasurementDeps,
  actor: SignedIn,
  sent: SentPeople,
): Promise<Outcome> {
  const outcome: Outcome = { saved: [], refused: [] };
  for (const sentPerson of sent.people) {
    const { owner, profile } = sentPerson;
    const parsed = profileSchema.safeParse(profile);
    if (!parsed.success || (owner !== null && owner !== actor.userId)) continue;
    const person = { ...sentPerson, id: parsed.data.id, consentVersion: sent.consentVersion };
    const { refused, saved } =
      owner === null ? await moveSent(deps, actor, person) : await saveOwn(deps, actor, person);
    outcome.saved.push(...saved);
    outcome.refused.push(...refused);
  }
  return outcome;
}

/**
 * Merges a device's measured people with the account's. A visitor's people move into the account, with consent only; people of
 * another account that this browser holds are left alone. Each value's newest reading counts and every reading stays
 * (`mergeProfiles`). A person whom another device deleted is refused and not brought back. Idempotent.
 */
export async function syncPeople(
  deps: MeasurementDeps,
  { actor, sent }: { actor: Actor; sent: SentPeople },
): Promise<Result<SyncedPeople, "forbidden">> {
  if (!isSignedIn(actor)) return fail("forbidden");
  const outcome = await saveSent(deps, actor, sent);
  const stored = await listProfiles(deps, { actor });
  if (!stored.ok) return stored;
  const shared = await listSharedLinks(deps.db, actor.userId);
  const known = new Map(sent.known.map(({ id, revision }) => [id, revision]));
  const changed = new Set(outcome.saved.map(({ as }) => as));
  return ok({
    ...outcome,
    account: actor.userId,
    people: stored.value.flatMap(({ id, profile, revision }) =>
      profile && (changed.has(id) || known.get(id) !== revision) ? [{ profile, revision }] : [],
    ),
    ids: stored.value.map(({ id }) => id),
    hasConsent: stored.value.some(
      ({ consentVersion, id }) => consentVersion === MEASUREMENT_CONSENT.version && !shared.has(id),
    ),
    byLink: await listOrderableLinks(deps.db, actor.userId),
  });
}
