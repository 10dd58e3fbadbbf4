import { z } from "zod";
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
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import { forgetGuides } from "./guide-memory.browser.ts";

const KEY = "measured-people";

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
});

export type DevicePerson = z.infer<typeof personSchema>;
export type DevicePeople = Omit<z.infer<typeof storedSchema>, "people"> & {
  readonly people: readonly DevicePerson[];
};

/** What became of the newest changes. */
export type SaveState = "device" | "saving" | "saved" | "offline" | RefusedReason;

type PeopleState = DevicePeople & {
  /** False until the browser has read its storage. */
  readonly ready: boolean;
  /** Whether the browser stores the people; otherwise they last as long as the page. */
  readonly stored: boolean;
  readonly save: SaveState;
};

const NOBODY: DevicePeople = { people: [], account: null, consent: null, byLink: [] };
export const unreadPeople: PeopleState = { ...NOBODY, ready: false, stored: true, save: "device" };

let state = unreadPeople;
let memoryOnly = false;
const listeners = createListeners(onOutside);

/** Reports changes in any tab; returns an unsubscribe function. */
export const subscribeToPeople = listeners.subscribe;

function parse(text: string | null): DevicePeople {
  if (text === null) return NOBODY;
  try {
    const parsed = storedSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return NOBODY;
    const people = parsed.data.people.flatMap((person) => {
      const valid = personSchema.safeParse(person);
      return valid.success ? [valid.data] : [];
    });
    return { ...parsed.data, people };
  } catch {
    return NOBODY;
  }
}

function readDevice(): DevicePeople {
  const { account, byLink, consent, people } = state;
  const text = memoryOnly ? undefined : readStored(KEY);
  return text === undefined ? { account, byLink, consent, people } : parse(text);
}

/** Read once from the storage, then changed by this page and reported by other tabs. */
export function peopleState(): PeopleState {
  if (!state.ready) {
    memoryOnly = readStored(KEY) === undefined;
    state = { ...state, ...readDevice(), ready: true, stored: !memoryOnly };
    // The session has ended without a sign-out on this device.
    if (state.account !== null && !isHintedSignedIn()) {
      const people = state.people.filter((person) => !leavesWithAccount(person));
      const left = { ...NOBODY, people };
      state = { ...state, ...left };
      writeStored(KEY, JSON.stringify(left));
    }
  }
  return state;
}

/** The newest version of every tab. */
export function devicePeople(): DevicePeople {
  peopleState();
  return readDevice();
}

export function writePeople(next: DevicePeople): void {
  const isEmpty = next.people.length === 0 && next.consent === null && next.account === null;
  memoryOnly = !writeStored(KEY, isEmpty ? null : JSON.stringify(next));
  state = { ...state, ...next, ready: true, stored: !memoryOnly };
  listeners.notify();
}

export function setSaveState(save: SaveState): void {
  if (state.save === save) return;
  state = { ...peopleState(), save };
  listeners.notify();
}

/** Another tab changed the people (a null key clears everything), or the page comes from the back/forward cache. */
function onOutside(event: Event): void {
  const concerns =
    event instanceof StorageEvent
      ? event.key === KEY || event.key === null
      : (event as PageTransitionEvent).persisted;
  if (!concerns || memoryOnly) return;
  state = { ...state, ...readDevice() };
  listeners.notify();
}

/** Those of the signed-in account and the visitor's; the unsent people of another account stay out of sight. */
export function visiblePeople({ account, people }: DevicePeople): readonly DevicePerson[] {
  return people.filter(({ owner }) => owner === null || owner === account);
}

/** Joins a changed profile with what other tabs and the server have added. */
export function savePerson(profile: MeasurementProfile): void {
  const before = devicePeople();
  const known = before.people.find((person) => person.profile.id === profile.id);
  if (!known) {
    const added = { profile, owner: null, revision: null, unsent: true, problem: null };
    writePeople({ ...before, people: [...before.people, added] });
    return;
  }
  const merged = { ...known, profile: mergeProfiles(known.profile, profile), unsent: true };
  writePeople({
    ...before,
    people: before.people.map((person) => (person === known ? merged : person)),
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
  const before = devicePeople();
  forgetGuides([profileId]);
  writePeople({
    ...before,
    people: before.people.filter(({ profile }) => profile.id !== profileId),
  });
}

const leavesWithAccount = ({ owner, unsent }: DevicePerson) => owner !== null && !unsent;

/**
 * After a sign-out: what the account's server has leaves the device. Unsent readings of the account stay, out of sight, until it
 * is signed in again.
 */
export function forgetAccountPeople(): void {
  const before = devicePeople();
  forgetGuides(before.people.filter(leavesWithAccount).map(({ profile }) => profile.id));
  const people = before.people.filter((person) => !leavesWithAccount(person));
  writePeople({ ...NOBODY, people });
}

/**
 * After another device deleted a person of the account: the readings here become a new person, which the customer may save
 * again.
 */
export function keepDeletedPerson(profileId: string): void {
  const before = devicePeople();
  const people = before.people.map((person) => {
    if (person.profile.id !== profileId) return person;
    const profile = { ...person.profile, id: newId() };
    return { profile, owner: null, revision: null, unsent: true, problem: null };
  });
  writePeople({ ...before, people });
}
