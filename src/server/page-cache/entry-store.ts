import type { PageEntry } from "./page-entry.ts";

/** Pages by key within a limit of bytes. */
export type EntryStore = {
  get(key: string): PageEntry | undefined;
  /** Keeps a page, unless one of newer content is already there. */
  put(entry: PageEntry): void;
  size(): { entries: number; bytes: number };
};

/** A store that forgets the pages nobody asked for since its last round ("second chance"): a hit costs one flag, not a reordering. */
export function createEntryStore(maxBytes: number): EntryStore {
  const entries = new Map<string, PageEntry>();
  let bytes = 0;

  function remove(entry: PageEntry): void {
    entries.delete(entry.key);
    bytes -= entry.size;
  }

  function makeRoom(): void {
    for (const entry of entries.values()) {
      if (bytes <= maxBytes) return;
      if (entry.used) {
        entry.used = false;
        // Behind all others; the loop meets it again only when everything else was used as well.
        entries.delete(entry.key);
        entries.set(entry.key, entry);
      } else {
        remove(entry);
      }
    }
  }

  return {
    get: (key) => entries.get(key),
    put(entry) {
      const present = entries.get(entry.key);
      if (present && present.generation > entry.generation) return;
      if (present) remove(present);
      // A page so large would push out too many others.
      if (entry.size > maxBytes / 8) return;
      entries.set(entry.key, entry);
      bytes += entry.size;
      entry.onResize = (grown) => {
        if (entries.get(entry.key) !== entry) return;
        bytes += grown;
        makeRoom();
      };
      makeRoom();
    },
    size: () => ({ entries: entries.size, bytes }),
  };
}
