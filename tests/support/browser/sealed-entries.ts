import type { JSHandle, Page } from "@playwright/test";

type StoredKey = { key: CryptoKey; usedAt: number };
type Bucket = { indexedDB: IDBFactory; expires: () => Promise<number | null> };
type BucketNavigator = Navigator & {
  storageBuckets?: { open: (name: string) => Promise<Bucket> };
};

/** The database of the keys with which a page seals what it stores (src/app/web/seal.browser.ts). */
const openKeys = (page: Page): Promise<JSHandle<IDBDatabase>> =>
  page.evaluateHandle(async () => {
    const bucket = await (navigator as BucketNavigator).storageBuckets?.open("sealing-keys");
    return new Promise<IDBDatabase>((resolve, reject) => {
      const request = (bucket?.indexedDB ?? indexedDB).open("sealing-keys", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("keys");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  });

/** The stored text of an entry; empty without one. Versions before sealing stored theirs under the name alone. */
export const storedText = (page: Page, name: string): Promise<string> =>
  page.evaluate((entry) => localStorage.getItem(`sealed-${entry}`) ?? "", name);

/** What an entry holds, opened as a page of the shop does; empty without an entry, and when its key is gone. */
export async function openEntry(page: Page, name: string): Promise<string> {
  const keys = await openKeys(page);
  return keys.evaluate(async (database, entry) => {
    const store = database.transaction("keys").objectStore("keys");
    const key = await new Promise<CryptoKey | undefined>((resolve) => {
      const request = store.get(entry) as IDBRequest<StoredKey | undefined>;
      request.onsuccess = () => resolve(request.result?.key);
    });
    database.close();
    const text = localStorage.getItem(`sealed-${entry}`) ?? "";
    if (!text.startsWith("sealed:")) return text;
    if (!key) return "";
    const [iv, bytes] = text
      .split(":")
      .slice(2)
      .map((part) => Uint8Array.from(atob(part), (character) => character.charCodeAt(0)));
    const additionalData = new TextEncoder().encode(entry);
    const parameters = { name: "AES-GCM", iv: iv as BufferSource, additionalData };
    const opened = await crypto.subtle
      .decrypt(parameters, key, bytes as BufferSource)
      .catch(() => new ArrayBuffer());
    return new TextDecoder().decode(opened);
  }, name);
}

/** When Chromium removes all keys by itself; 0 for never. */
export const daysUntilKeysExpire = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const bucket = await (navigator as BucketNavigator).storageBuckets?.open("sealing-keys");
    const expires = await bucket?.expires();
    return expires ? (expires - Date.now()) / 86_400_000 : 0;
  });

/** Leaves the page, which would go on using the entry, and makes its last use so many days older. */
export async function passUnusedDays(page: Page, name: string, days: number): Promise<void> {
  // The origin's lightest URL.
  await page.goto("/robots.txt");
  const keys = await openKeys(page);
  await keys.evaluate(
    (database, { entry, ms }) =>
      new Promise<void>((resolve) => {
        const transaction = database.transaction("keys", "readwrite");
        const store = transaction.objectStore("keys");
        const request = store.get(entry) as IDBRequest<StoredKey>;
        request.onsuccess = () => {
          const { key, usedAt } = request.result;
          store.put({ key, usedAt: usedAt - ms }, entry);
        };
        transaction.oncomplete = () => {
          database.close();
          resolve();
        };
      }),
    { entry: name, ms: days * 86_400_000 },
  );
}

/** What comes of reading the raw bytes of an entry's key. */
export async function exportKey(page: Page, name: string): Promise<string> {
  const keys = await openKeys(page);
  return keys.evaluate(async (database, entry) => {
    const store = database.transaction("keys").objectStore("keys");
    const { key } = await new Promise<StoredKey>((resolve) => {
      const request = store.get(entry) as IDBRequest<StoredKey>;
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return crypto.subtle.exportKey("raw", key).then(
      () => "exported",
      (error: Error) => error.name,
    );
  }, name);
}
