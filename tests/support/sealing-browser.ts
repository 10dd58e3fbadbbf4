import { vi } from "vitest";
import { DAY_MS } from "#core/duration.ts";

type StoredKey = { key: CryptoKey; usedAt: number };

class FakeStorageEvent extends Event {
  readonly key: string | null;
  constructor(key: string | null) {
    super("storage");
    this.key = key;
  }
}

/** A request of the database, whose result arrives later. */
function requestOf<Value>(result: Value) {
  const request = { result, error: null, onsuccess: null as (() => void) | null };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

function fakeDatabase(keys: Map<string, StoredKey>) {
  const store = {
    get: (name: string) => requestOf(keys.get(name)),
    put: (value: StoredKey, name: string) => requestOf(keys.set(name, value)),
    delete: (name: string) => requestOf(keys.delete(name)),
  };
  return {
    close: () => undefined,
    transaction: () => {
      const transaction = { objectStore: () => store, oncomplete: null as (() => void) | null };
      setTimeout(() => transaction.oncomplete?.());
      return transaction;
    },
  };
}

/** One lock at a time, in the order of the requests. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, work: () => Promise<void>) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

type Database = ReturnType<typeof fakeDatabase>;

/** A request to open the database, which fails while it is away. */
function openingOf(database: Database, isAway: boolean) {
  const request = {
    result: database,
    error: new Error("the database is away"),
    onerror: null as (() => void) | null,
    onsuccess: null as (() => void) | null,
  };
  queueMicrotask(() => (isAway ? request.onerror : request.onsuccess)?.());
  return request;
}

export type SealingBrowser = {
  /** Of localStorage. */
  readonly texts: Map<string, string>;
  readonly keys: Map<string, StoredKey>;
  /** While it is away, the database of keys does not open. */
  readonly database: { isAway: boolean };
  readonly setCookie: (cookie: string) => void;
  /** The pages end. */
  readonly close: () => void;
  /** The keys were used last so many days earlier. */
  readonly passDays: (days: number) => void;
};

/**
 * Whether an entry has nothing left to store. A test waits for it before it ends its browser, because what an entry still does would
 * reach the browser of the next test.
 */
export const isIdle = (entry: object): boolean => Reflect.get(entry, "isRunning") === false;

type BrowserOptions = {
  /** False over http, for example. */
  readonly canSeal?: boolean;
  /** False where localStorage is forbidden. */
  readonly stores?: boolean;
};

/**
 * A browser that seals, as globals of this process. Every page that a test opens is a tab of it, and hears of what the others store.
 * `vi.unstubAllGlobals` ends it.
 */
export function openSealingBrowser({
  canSeal = true,
  stores = true,
}: BrowserOptions = {}): SealingBrowser {
  const texts = new Map<string, string>();
  const keys = new Map<string, StoredKey>();
  const database = { isAway: false };
  const page = new EventTarget();
  const shown = Object.assign(new EventTarget(), { visibilityState: "visible", cookie: "" });
  const change = (name: string, text: string | null) => {
    if (!stores) throw new Error("storage is forbidden");
    if (text === null) texts.delete(name);
    else texts.set(name, text);
    queueMicrotask(() => page.dispatchEvent(new FakeStorageEvent(name)));
  };
  vi.stubGlobal("isSecureContext", canSeal);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.stubGlobal("document", shown);
  vi.stubGlobal("StorageEvent", FakeStorageEvent);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("indexedDB", { open: () => openingOf(fakeDatabase(keys), database.isAway) });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => {
      if (!stores) throw new Error("storage is forbidden");
      return texts.get(name) ?? null;
    },
    setItem: (name: string, text: string) => change(name, text),
    removeItem: (name: string) => change(name, null),
  });
  return {
    texts,
    keys,
    database,
    setCookie: (cookie) => {
      shown.cookie = cookie;
    },
    close: () => void page.dispatchEvent(new Event("pagehide")),
    passDays: (days) => {
      for (const [name, { key, usedAt }] of keys) {
        keys.set(name, { key, usedAt: usedAt - days * DAY_MS });
      }
    },
  };
}
