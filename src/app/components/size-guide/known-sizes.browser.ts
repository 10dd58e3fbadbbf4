import { useSyncExternalStore } from "react";
import { createListeners, readEntryText } from "#ui/browser-storage.ts";
import type { KnownSizes } from "./size-person.browser.ts";

const { notify, subscribe } = createListeners(() => notify());

/** Earlier versions stored people in clear. */
const hasMeasuredPeople = () => /:measured:|"value"/.test(readEntryText("measured-people") ?? "");
const hasEntries = () => Boolean(readEntryText("size-entries"));
const never = () => false;

/** What this browser may know of somebody's size, without the keys that open it. Nothing on the server and in the first render. */
export function useSizeHints(): KnownSizes {
  const isMeasured = useSyncExternalStore(subscribe, hasMeasuredPeople, never);
  const isEntered = useSyncExternalStore(subscribe, hasEntries, never);
  return { isMeasured, isEntered };
}
