import { useEffect, useSyncExternalStore } from "react";
import { useSealedEntry } from "#app/web/use-sealed-entry.ts";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import { useGuideMemory } from "./guide-memory.browser.ts";
import type { SaveState } from "./profile-store.browser.ts";
import {
  currentSaveState,
  peopleEntry,
  subscribeToSaveState,
  visiblePeople,
} from "./profile-store.browser.ts";

const saveStateOnServer = (): SaveState => "device";

/**
 * Empty and not ready on the server, in the first render, and until the browser has opened the people and the memory of their
 * guides. Keeps the people in step with the customer's account.
 */
export function useMeasuredPeople() {
  const { isOpen, isStored, value } = useSealedEntry(peopleEntry);
  const isMemoryOpen = useGuideMemory();
  const save = useSyncExternalStore(subscribeToSaveState, currentSaveState, saveStateOnServer);
  useEffect(() => {
    if (!isHintedSignedIn()) return;
    import("./people-sync.browser.ts").then(
      ({ keepPeopleInStep }) => keepPeopleInStep(),
      () => undefined,
    );
  }, []);
  const { account, byLink, consent, isLost } = value;
  const ready = isOpen && isMemoryOpen;
  return {
    ready,
    save,
    isStored,
    isLost,
    account,
    hasConsent: account !== null && consent?.account === account,
    byLink,
    people: ready ? visiblePeople(value) : [],
  };
}
