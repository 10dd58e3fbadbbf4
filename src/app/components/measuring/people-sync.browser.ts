import type { SyncOutcome } from "#app/web/create-sync.browser.ts";
import { createSync } from "#app/web/create-sync.browser.ts";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  MEASUREMENT_CONSENT,
  mergeProfiles,
} from "#features/body/measurement/measurement-profile.ts";
import type { SyncedPeople } from "#features/body/measurement/sync-people.server.ts";
import type { SentPeople } from "#features/body/measurement/sync-people.ts";
import { forgetGuides } from "./guide-memory.browser.ts";
import type { DevicePeople, DevicePerson } from "./profile-store.browser.ts";
import {
  devicePeople,
  forgetAccountPeople,
  forgetPeopleOfDeleted,
  peopleEntry,
  setSaveState,
  visiblePeople,
} from "./profile-store.browser.ts";

/** Without an account the first exchange only learns whose browser this is. */
function toSend(device: DevicePeople): SentPeople {
  const { account, consent } = device;
  const people = account === null ? [] : visiblePeople(device).filter(({ unsent }) => unsent);
  return {
    people: people.map(({ owner, profile, revision }) => ({ owner, profile, revision })),
    known: device.people.flatMap(({ owner, profile, revision }) =>
      owner === account && revision !== null ? [{ id: profile.id, revision }] : [],
    ),
    consentVersion: consent !== null && consent.account === account ? consent.version : null,
  };
}

const same = (one: MeasurementProfile, other: MeasurementProfile) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What became of one person of the device. */
function afterSync(person: DevicePerson, sent: SentPeople, response: SyncedPeople): DevicePerson[] {
  const { account, ids, people, refused, saved } = response;
  const as = saved.find(({ id }) => id === person.profile.id)?.as;
  const id = as ?? person.profile.id;
  const stored = people.find(({ profile }) => profile.id === id);
  if (as !== undefined && stored) {
    const before = sent.people.find(
      ({ profile }) => (profile as MeasurementProfile).id === person.profile.id,
    );
    const unsent = !before || !same(before.profile as MeasurementProfile, person.profile);
    const profile = mergeProfiles(stored.profile, { ...person.profile, id });
    return [{ profile, owner: account, revision: stored.revision, unsent, problem: null }];
  }
  const problem = refused.find((each) => each.id === person.profile.id)?.reason ?? null;
  if (problem) return [{ ...person, problem }];
  if (person.owner !== account) return [person];
  if (stored) {
    const profile = mergeProfiles(stored.profile, person.profile);
    return [{ ...person, profile, revision: stored.revision }];
  }
  if (ids.includes(id) || person.revision === null) return [person];
  // Deleted on another device. What was not sent yet stays until the customer decides.
  return person.unsent ? [{ ...person, problem: "deleted" }] : [];
}

/** Joins the server's people with the device's. */
function withResponse(
  device: DevicePeople,
  sent: SentPeople,
  response: SyncedPeople,
): DevicePeople {
  const { account, byLink, hasConsent, people } = response;
  const next = device.people.flatMap((person) => afterSync(person, sent, response));
  const here = new Set(next.map(({ profile }) => profile.id));
  const come = people
    .filter(({ profile }) => !here.has(profile.id))
    .map(
      ({ profile, revision }): DevicePerson => ({
        profile,
        revision,
        owner: account,
        unsent: false,
        problem: null,
      }),
    );
  const isAgreed = device.consent?.account === account;
  const consent = hasConsent ? { account, version: MEASUREMENT_CONSENT.version } : null;
  return {
    people: [...next, ...come],
    account,
    consent: isAgreed ? device.consent : consent,
    byLink,
    isLost: device.isLost,
  };
}

/** Applies a response to what the device has by now, which may have changed since the request left. */
function applyResponse(sent: SentPeople, response: SyncedPeople): void {
  const before = devicePeople();
  peopleEntry.change((device) => withResponse(device, sent, response));
  const here = new Set(devicePeople().people.map(({ profile }) => profile.id));
  const left = before.people.filter(({ profile }) => !here.has(profile.id));
  const deleted = left.filter(({ profile }) => !response.saved.some(({ id }) => id === profile.id));
  forgetGuides(deleted.map(({ profile }) => profile.id));
}

function reportState(): void {
  const open = visiblePeople(devicePeople()).filter(({ unsent }) => unsent);
  setSaveState(
    open.find(({ problem }) => problem)?.problem ?? (open.length > 0 ? "saving" : "saved"),
  );
}

function onOutcome(outcome: SyncOutcome): void {
  if (outcome === "done") reportState();
  else if (outcome === "signed-out") forgetAccountPeople();
  else if (outcome === "deleted") forgetPeopleOfDeleted();
  else setSaveState(outcome === "refused" ? "refused" : "offline");
}

const isUnsent = ({ problem, unsent }: DevicePerson) => unsent && problem === null;

const peopleSync = createSync<SentPeople, SyncedPeople>({
  url: "/measurements/sync",
  account: () => devicePeople().account,
  read: () => {
    const sent = toSend(devicePeople());
    return { sent, body: sent };
  },
  apply: (received, sent) => applyResponse(sent, received),
  hasUnsent: () => visiblePeople(devicePeople()).some(isUnsent),
  subscribe: peopleEntry.subscribe,
  isSignedIn: isHintedSignedIn,
  onOutcome,
  onSignOut: forgetAccountPeople,
});

/**
 * Syncs the measured people of a customer (`createSync`) once this browser has opened them. After a sign-out that this script did
 * not see, because it arrived later, the account's people leave now. Browser only; sends nothing for visitors.
 */
export async function keepPeopleInStep(): Promise<void> {
  const { account } = await peopleEntry.opened();
  if (!isHintedSignedIn() && account !== null) forgetAccountPeople();
  peopleSync.keepInStep();
}

/** After the browser's account was deleted: its measured people leave at once, with what was not sent. Browser only. */
export async function forgetDeletedPeople(): Promise<void> {
  await peopleEntry.opened();
  forgetPeopleOfDeleted();
}

/** Syncs at once, because the account's people changed on the server. */
export async function syncPeopleNow(): Promise<void> {
  await keepPeopleInStep();
  peopleSync.send();
}

/** The customer agrees to `MEASUREMENT_CONSENT`; this device's people move into the account. */
export function agreeAndSave(): void {
  const { account } = devicePeople();
  if (account === null) return;
  peopleEntry.change((before) => ({
    ...before,
    people: before.people.map((person) => ({
      ...person,
      problem: person.problem === "consent" ? null : person.problem,
    })),
    consent: { account, version: MEASUREMENT_CONSENT.version },
  }));
  peopleSync.send();
}
