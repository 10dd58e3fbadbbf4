/** Null without an entry; undefined where storage is forbidden. */
export function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Null removes the entry; false where storage is full or forbidden. */
export function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The name under which a `SealedEntry` stores its text; scripts of versions before it know the name alone. */
export const sealedName = (name: string): string => `sealed-${name}`;

/** The text of a `SealedEntry`, else what a version before it stored; as `readStored`. */
export const readEntryText = (name: string): string | null | undefined =>
  readStored(sealedName(name)) ?? readStored(name);

/** Does not validate; null for a missing or unreadable entry. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? "null");
  } catch {
    return null;
  }
}

/** `outside` (or `notify`) runs on storage events and pages from the back/forward cache. */
export function createListeners(outside?: (event: Event) => void) {
  const listeners = new Set<() => void>();
  function notify(): void {
    for (const listener of listeners) listener();
  }
  const onOutside = outside ?? notify;
  return {
    notify,
    /** Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        addEventListener("storage", onOutside);
        addEventListener("pageshow", onOutside);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        removeEventListener("storage", onOutside);
        removeEventListener("pageshow", onOutside);
      };
    },
  };
}
