import { useSyncExternalStore } from "react";
import type { EntryState, SealedEntry } from "./sealed-entry.browser.ts";

/** The entry's state, which is unread on the server and in the first render. */
export function useSealedEntry<Value>(entry: SealedEntry<Value>): EntryState<Value> {
  return useSyncExternalStore(entry.subscribe, entry.current, () => entry.unread);
}
