import { z } from "zod";
import { SealedEntry } from "#app/web/sealed-entry.browser.ts";
import { newId } from "#core/ids.ts";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  MAX_PROFILES,
  mergeProfiles,
  newProfile,
  profileSchema,
} from "#features/body/measurement/measurement-profile.ts";
import type { RefusedReason } from "#features/body/measurement/sync-people.ts";
import { createListeners } from "#ui/browser-storage.ts";
import { forgetGuides } from "./guide-memory.browser.ts";

/**
 * A person on this device. `owner` is the account whose server has them, null for a visitor's; `revision` is what the server
 * had last; `unsent` says that the device has something that the server does not.
 */
const personSchema = z.object({
  profile: profileSchema,
  owner: z.string().nullable(),
  revision: z.int().nullable(),
  unsent: z.boolean(),
  /** Why the server refused the unsent readings; they stay here until the customer decides. */
  problem: z.enum(["consent", "deleted", "too-many", "refused"]).nullable().default(null),
});

const storedSchema = z.object({
  people: z.array(z.unknown()),
  /** The signed-in account that synced last; null for a visitor. */
  account: z.string().nullable(),
  /** The account that agreed to the consent on this device, and the version of the text. */
  consent: z.object({ account: z.string(), version: z.int() }).nullable(),
  /** People who measured by link for the account: names, no numbers. */
  byLink: z
    .array(
      z.object({
        id: z.string(),
        personName: z.string(),
        garment: z.string(),
        occasion: z.string(),
      }),
    )
    .default([]),
  /** The key of the people before is gone, and no page has said so yet. */
  isLost: z.boolean().default(false),
});

export type DevicePerson = z.infer<typeof personSchema>;
export type DevicePeople = Omit<z.infer<typeof storedSchema>, "people"> & {
  readonly people: readonly DevicePerson[];
};

/** What became of the newest changes. */
export type SaveState = "device" | "saving" | "saved" | "offline" | RefusedReason;

const NOBODY: DevicePeople = {
  people: [],
  account: null,
  consent: null,
  byLink: [],
  isLost: false,
};

function parsePeople(content: unknown): DevicePeople {
  const parsed = storedSchema.safeParse(content);
  if (!parsed.success) return NOBODY;
  const people = parsed.data.people.flatMap((person) => {
    const valid = personSchema.safeParse(person);
    return valid.success ? [valid.data] : [];
  });
  return { ...parsed.data, people };
}

/** Everybody of both, with every reading. */
function joinPeople(device: DevicePeople, former: DevicePeople): DevicePeople {
  const people = device.people.map((person) => {
    const other = former.people.find(({ profile }) => profile.id === person.profile.id);
    const profile = other ? mergeProfiles(person.profile, other.profile) : person.profile;
    const isNew = JSON.stringify(profile) !== JSON.stringify(person.profile);
    return isNew ? { ...person, profile, unsent: true } : person;
  });
  const here = new Set(people.map(({ profile }) => profile.id));
  const added = former.people.filter(({ profile }) => !here.has(profile.id));
  return {
    people: [...people, ...added],
    account: device.account ?? former.account,
    consent: device.consent ?? former.consent,
    byLink: device.byLink.length > 0 ? device.byLink : former.byLink,
    isLost: device.isLost,
  };
}

const leavesWithAccount = ({ owner, unsent }: DevicePerson) => owner !== null && !unsent;

/** What stays after a sign-out. */
function withoutAccount({ people }: DevicePeople): DevicePeople {
  return { ...NOBODY, people: people.filter((person) => !leavesWithAccount(person)) };
}

/** The session may have ended without a sign-out on this device. */
const withoutEndedSession = (device: DevicePeople) =>
  device.account === null || isHintedSignedIn() ? device : withoutAccount(device);

/**
 * The people of this device, sealed. The note beside the seal says whether there are any, which a product page reads without a key
 * (`hasMeasuredPeople`).
 */
export const peopleEntry = new SealedEntry<DevicePeople>({
  name: "measured-people",
  empty: NOBODY,
  parse: parsePeople,
  join: joinPeople,
  isEmpty: ({ account, consent, isLost, people }) =>
    people.length === 0 && consent === null && account === null && !isLost,
  noteOf: ({ people }) => (people.length > 0 ? "measured" : "nobody"),
  afterLoss: { ...NOBODY, isLost: true },
  firstChange: { apply: withoutEndedSession, renewsKey: true },
});

/** With every change of this page; nobody until the entry is open. */
export const devicePeople = (): DevicePeople => peopleEntry.current().value;

let saveState: SaveState = "device";
const saveListeners = createListeners();

export const subscribeToSaveState = saveListeners.subscribe;

export const currentSaveState = (): SaveState => saveState;

export function setSaveState(next: SaveState): void {
  if (saveState === next) return;
  saveState = next;
  saveListeners.notify();
}

/** A page has said that the people before are gone. */
export function recordLossShown(): void {
  peopleEntry.change((before) => (before.isLost ? { ...before, isLost: false } : before));
}

/** Those of the signed-in account and the visitor's; the unsent people of another account stay out of sight. */
export function visiblePeople({ account, people }: DevicePeople): readonly DevicePerson[] {
  return people.filter(({ owner }) => owner === null || owner === account);
}

/** Joins a changed profile with what other tabs and the server have added. */
export function savePerson(profile: MeasurementProfile): void {
  peopleEntry.change((before) => {
    const known = before.people.find((person) => person.profile.id === profile.id);
    if (!known) {
      const added = { profile, owner: null, revision: null, unsent: true, problem: null };
      return { ...before, people: [...before.people, added] };
    }
    const merged = { ...known, profile: mergeProfiles(known.profile, profile), unsent: true };
    const people = before.people.map((person) => (person === known ? merged : person));
    return { ...before, people };
  });
}

/** Adds a person under the name; null when there are as many as an account has. */
export function addPerson(name: string): MeasurementProfile | null {
  if (visiblePeople(devicePeople()).length >= MAX_PROFILES) return null;
  const profile = newProfile(newId(), name, new Date().toISOString());
  savePerson(profile);
  return profile;
}

/** Removes a person from this device only. */
export function removeFromDevice(profileId: string): void {
  forgetGuides([profileId]);
  peopleEntry.change((before) => ({
    ...before,
    people: before.people.filter(({ profile }) => profile.id !== profileId),
  }));
}

/**
 * After a sign-out: what the account's server has leaves the device, and its key is removed. Unsent readings of the account stay,
 * out of sight and under a new key, until it is signed in again.
 */
export function forgetAccountPeople(): void {
  forgetGuides(
    devicePeople()
      .people.filter(leavesWithAccount)
      .map(({ profile }) => profile.id),
  );
  peopleEntry.change(withoutAccount, { renewsKey: true });
}

/** After the account was deleted: everybody who was measured in it leaves the device, unsent readings too. A visitor's people stay. */
export function forgetPeopleOfDeleted(): void {
  const isOfAccount = ({ owner }: DevicePerson) => owner !== null;
  forgetGuides(
    devicePeople()
      .people.filter(isOfAccount)
      .map(({ profile }) => profile.id),
  );
  peopleEntry.change(
    ({ people }) => ({ ...NOBODY, people: people.filter((person) => !isOfAccount(person)) }),
    { renewsKey: true },
  );
}

/**
 * After another device deleted a person of the account: the readings here become a new person, which the customer may save
 * again.
 */
export function keepDeletedPerson(profileId: string): void {
  const id = newId();
  peopleEntry.change((before) => {
    const people = before.people.map((person) => {
      if (person.profile.id !== profileId) return person;
      const profile = { ...person.profile, id };
      return { profile, owner: null, revision: null, unsent: true, problem: null };
    });
    return { ...before, people };
  });
}
