import { DAY_MS } from "#core/duration.ts";

/** A key that was not used for so long is removed, and with it whatever it sealed. */
export const MAX_UNUSED_DAYS = 30;

/** A key's last use is written once a day, because reading it must stay cheap. */
const USE_IS_WRITTEN_AFTER_MS = DAY_MS;

/** Safari can leave a request to open a database without a response. */
const MAX_WAIT_MS = 15_000;

const DATABASE = "sealing-keys";
const STORE = "keys";
const ALGORITHM = "AES-GCM";
const IV_BYTES = 12;

/** JSON never begins like this, so that a text of an earlier version is recognized. */
const PREFIX = "sealed:";

type StoredKey = { readonly key: CryptoKey; readonly usedAt: number };

/**
 * Whether this browser can seal. Over http it cannot, except on this machine; some private windows refuse to store a key, which
 * only shows when one is made.
 */
export const canSeal = (): boolean =>
  globalThis.isSecureContext && "indexedDB" in globalThis && "locks" in navigator;

/** Whether a stored text is sealed; otherwise it is JSON that anybody can read. */
export const isSealed = (text: string | null): text is string => text?.startsWith(PREFIX) ?? false;

/** A part of a browser's storage with a time of its own. Chromium has them; TypeScript does not know them yet. */
type StorageBucket = {
  readonly indexedDB: IDBFactory;
  readonly setExpires: (ms: number) => Promise<void>;
};

type BucketNavigator = Navigator & {
  readonly storageBuckets?: {
    readonly open: (name: string, options: { persisted: boolean }) => Promise<StorageBucket>;
  };
};

/**
 * Where a browser can, it removes all keys by itself `MAX_UNUSED_DAYS` after the last use, also when nobody visits the shop again.
 * It is requested not to remove them earlier for want of space, which it decides without a question to the visitor.
 */
async function extendStorage(): Promise<IDBFactory> {
  const { storageBuckets } = navigator as BucketNavigator;
  const bucket = await storageBuckets?.open(DATABASE, { persisted: true });
  await bucket?.setExpires(Date.now() + MAX_UNUSED_DAYS * DAY_MS);
  return bucket?.indexedDB ?? indexedDB;
}

let database: Promise<IDBDatabase> | null = null;

const forgetDatabase = () => {
  database = null;
};

async function requestDatabase(): Promise<IDBDatabase> {
  const factory = await extendStorage();
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1);
    const timer = setTimeout(
      () => reject(new Error("The database of keys did not open")),
      MAX_WAIT_MS,
    );
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const opened = request.result;
      opened.onclose = forgetDatabase;
      opened.onversionchange = () => {
        opened.close();
        forgetDatabase();
      };
      resolve(opened);
    };
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  database ??= requestDatabase();
  try {
    return await database;
  } catch (error) {
    forgetDatabase();
    throw error;
  }
}

/** Runs one request in a transaction of its own, which has reached the disk when the promise resolves. */
async function inStore<Value>(
  mode: "readonly" | "readwrite",
  requestOf: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opened = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(STORE, mode, { durability: "strict" });
    const request = requestOf(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

const isUnused = ({ usedAt }: StoredKey) => Date.now() - usedAt > MAX_UNUSED_DAYS * DAY_MS;

/** Records the use, or removes the key after too long. In one transaction, because another tab may have made a new key by now. */
async function recordUse(name: string): Promise<void> {
  await extendStorage();
  await inStore("readwrite", (store) => {
    const request: IDBRequest<StoredKey | undefined> = store.get(name);
    request.onsuccess = () => {
      const stored = request.result;
      if (!stored) return;
      if (isUnused(stored)) store.delete(name);
      else store.put({ key: stored.key, usedAt: Date.now() }, name);
    };
    return request;
  });
}

/** Null when there is none, or when it was not used for `MAX_UNUSED_DAYS`. */
async function findKey(name: string): Promise<CryptoKey | null> {
  const stored: StoredKey | undefined = await inStore("readonly", (store) => store.get(name));
  if (!stored) return null;
  if (Date.now() - stored.usedAt > USE_IS_WRITTEN_AFTER_MS) await recordUse(name);
  return isUnused(stored) ? null : stored.key;
}

async function createKey(name: string): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const stored: StoredKey = { key, usedAt: Date.now() };
  await inStore("readwrite", (store) => store.put(stored, name));
  return key;
}

/** Removes the key of a name: what it sealed can never be read again. Does nothing without a key. */
export async function removeKey(name: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(name));
}

/** The name is authenticated, so that the text of one entry is none of another. */
const parametersOf = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: ALGORITHM,
  iv,
  additionalData: new TextEncoder().encode(name),
});

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

type Content = {
  readonly text: string;
  /** Stands beside the seal for who has no key; says nothing personal, and has no colon. */
  readonly note: string;
  /** Makes a new key, so that nothing that was sealed before can be read again. */
  readonly renewsKey: boolean;
};

/**
 * Seals a text (AES-256-GCM) with the name's key, which no script can read out of the browser. Makes the key when there is none.
 * Throws when this browser cannot store one.
 */
export async function sealText(name: string, content: Content): Promise<string> {
  const { note, renewsKey, text } = content;
  const key = (renewsKey ? null : await findKey(name)) ?? (await createKey(name));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    parametersOf(name, iv),
    key,
    new TextEncoder().encode(text),
  );
  return `${PREFIX}${note}:${toBase64(iv)}:${toBase64(new Uint8Array(sealed))}`;
}

/** Bytes that only this browser opens, as its own database stores them. */
export type SealedBytes = { readonly iv: Uint8Array<ArrayBuffer>; readonly bytes: ArrayBuffer };

/** Seals bytes like `sealText`, for a database of this browser. Makes the key when there is none; throws when it cannot store one. */
export async function sealBytes(name: string, content: BufferSource): Promise<SealedBytes> {
  const key = (await findKey(name)) ?? (await createKey(name));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, bytes: await crypto.subtle.encrypt(parametersOf(name, iv), key, content) };
}

/** Opens what `sealBytes` returned, as `openSealed` does: null when its key is gone for good. */
export async function openSealedBytes(
  name: string,
  { bytes, iv }: SealedBytes,
): Promise<ArrayBuffer | null> {
  const key = await findKey(name);
  if (!key) return null;
  try {
    return await crypto.subtle.decrypt(parametersOf(name, iv), key, bytes);
  } catch {
    return null;
  }
}

/**
 * Opens what `sealText` returned; null when its key is gone for good, after which the text is worth nothing. Throws when the
 * browser does not open its database now, after which a later attempt may succeed.
 */
export async function openSealed(name: string, sealed: string): Promise<string | null> {
  const key = await findKey(name);
  if (!key) return null;
  const [iv = "", bytes = ""] = sealed.split(":").slice(2);
  try {
    const opened = await crypto.subtle.decrypt(
      parametersOf(name, fromBase64(iv)),
      key,
      fromBase64(bytes),
    );
    return new TextDecoder().decode(opened);
  } catch {
    // Sealed with a key before this one, or damaged.
    return null;
  }
}
