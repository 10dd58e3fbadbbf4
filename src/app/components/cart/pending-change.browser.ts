import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";
import { readStoredJson, writeStored } from "#ui/browser-storage.ts";

/** Exceeds a full cart and as many removals. */
const MAX_CHANGES = 200;

/** `parsePendingChanges` validates before sending; this code runs on every page. */
function storedChanges(storageKey: string): Record<string, unknown> {
  return { ...(readStoredJson(storageKey) as object | null) };
}

export function recordPendingChanges(storageKey: string, keys: readonly string[]): void {
  const changes = storedChanges(storageKey);
  const change = { at: Date.now(), guest: !isHintedSignedIn() };
  for (const key of keys) {
    // The oldest key is dropped first.
    delete changes[key];
    changes[key] = change;
  }
  writePendingChanges(storageKey, Object.entries(changes).slice(-MAX_CHANGES));
}

/** An empty map removes the entry. */
export function writePendingChanges(
  storageKey: string,
  changes: readonly (readonly [string, unknown])[],
): void {
  writeStored(storageKey, changes.length > 0 ? JSON.stringify(Object.fromEntries(changes)) : null);
}
