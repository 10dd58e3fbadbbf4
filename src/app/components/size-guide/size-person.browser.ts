import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useMeasuredPeople } from "#app/components/measuring/use-measured-people.ts";
import { useSealedEntry } from "#app/web/use-sealed-entry.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENT_NAMES } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { newestReading } from "#features/body/measurement/measurement-profile.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";
import type { SizeEntries } from "./size-entries.browser.ts";
import { enteredSizes } from "./size-entries.browser.ts";

/** Whether somebody is measured, and whether questions about the size have a response, in this browser. */
export type KnownSizes = { readonly isMeasured: boolean; readonly isEntered: boolean };

const KEY = "size-person";

/** Instead of a profile's id: the answers to the questions decide. */
export const QUESTIONS = "questions";

const { notify, subscribe } = createListeners(() => notify());

/** Without storage the choice lasts as long as the page. */
let unstored: string | null = null;

/** Chooses whose measurements advise a size: a profile's id or `QUESTIONS`; remembered by this browser. */
export function chooseSizePerson(id: string): void {
  unstored = writeStored(KEY, id) ? null : id;
  notify();
}

const readChoice = () => unstored ?? readStored(KEY) ?? null;

const hasReadings = ({ readings }: MeasurementProfile) => Object.keys(readings).length > 0;

function entriesOf(profile: MeasurementProfile): SizeEntries {
  const entries: Partial<Record<MeasurementName, SizeEntries[MeasurementName]>> = {};
  for (const name of MEASUREMENT_NAMES) {
    const reading = newestReading(profile, name);
    if (reading) entries[name] = { ...reading };
  }
  return entries;
}

export type SizePerson = {
  /** Measured on this device or in the signed-in account. */
  readonly people: readonly MeasurementProfile[];
  /** Null where the answers to the questions decide. */
  readonly person: MeasurementProfile | null;
  /** Of the person, otherwise of the questions. */
  readonly entries: SizeEntries;
  /** False until the browser has opened the people and the responses. */
  readonly isReady: boolean;
  /** Whether the responses were in this browser and can no longer be read. */
  readonly isLost: boolean;
};

/** Whose measurements advise a size: the chosen person, at first the one who was measured first. Reports what the browser has. */
export function useSizePerson(onKnown: (known: KnownSizes) => void): SizePerson {
  const { isLost, isOpen, value } = useSealedEntry(enteredSizes);
  const { people: all, ready } = useMeasuredPeople();
  const choice = useSyncExternalStore(subscribe, readChoice, () => null);
  const isReady = isOpen && ready;
  const isEntered = Object.keys(value).length > 0;
  const isMeasured = all.some(({ profile }) => hasReadings(profile));
  useEffect(() => {
    if (isReady) onKnown({ isEntered, isMeasured });
  }, [isReady, isEntered, isMeasured, onKnown]);
  return useMemo(() => {
    const people = all.map(({ profile }) => profile).filter(hasReadings);
    const first = people[0] ?? null;
    const person = choice === QUESTIONS ? null : (people.find(({ id }) => id === choice) ?? first);
    return { people, person, entries: person ? entriesOf(person) : value, isReady, isLost };
  }, [all, value, choice, isReady, isLost]);
}
