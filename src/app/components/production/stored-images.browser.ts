import type { SealedBytes } from "#app/web/seal.browser.ts";
import { canSeal, openSealedBytes, removeKey, sealBytes } from "#app/web/seal.browser.ts";
import { queueMessages } from "#features/garments/production/image-messages.ts";

/** A photo of the work that the shop does not have yet. */
export type QueuedImage = {
  /** Chosen by this device, so that a repeated request adds nothing. */
  deviceEventId: string;
  garmentId: string;
  /** Of the garment, for lists. */
  name: string;
  caption: string;
  /** By this device's clock, ISO 8601. */
  happenedAt: string;
  image: Blob;
  /** What the shop said when it refused the photo; null while it waits. */
  refusal: string | null;
};

const DATABASE = "atelier-photos";
const STORE = "photos";

/** Of the key that seals the photos (ADR 0065), and of the lock under which photos and their key change. */
const SEAL = "atelier-photos";

/**
 * A photo as the database has it: all of it sealed but what identifies and sorts it. Where the browser cannot seal, and in versions
 * before sealing, it is stored in clear.
 */
type SealedImage = {
  readonly deviceEventId: string;
  readonly happenedAt: string;
  /** The photo's facts as JSON, and its bytes. */
  readonly facts: SealedBytes;
  readonly pixels: SealedBytes;
};

type StoredImage = SealedImage | QueuedImage;

const isSealedImage = (stored: StoredImage): stored is SealedImage => "facts" in stored;

/** What is sealed of a photo beside its bytes. */
type ImageFacts = Omit<QueuedImage, "image"> & { readonly type: string };

/** Safari can leave a request to open a database without a response. */
const MAX_WAIT_MS = 15_000;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    const timer = setTimeout(
      () => reject(new Error("The database of photos did not open")),
      MAX_WAIT_MS,
    );
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: "deviceEventId" });
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
  });
}

/** Runs one request in a database and a transaction of its own, which has reached the disk when the promise resolves. */
async function inStore<Value>(
  mode: "readonly" | "readwrite",
  requestOf: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = requestOf(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  } finally {
    database.close();
  }
}

async function seal({ image, ...facts }: QueuedImage): Promise<SealedImage> {
  const { deviceEventId, happenedAt } = facts;
  const text: ImageFacts = { ...facts, type: image.type };
  return {
    deviceEventId,
    happenedAt,
    facts: await sealBytes(SEAL, new TextEncoder().encode(JSON.stringify(text))),
    pixels: await sealBytes(SEAL, await image.arrayBuffer()),
  };
}

/** A photo whose key ended, which happens after 30 days without use: it says so in the list, and a person removes it. */
const lostImage = ({ deviceEventId, happenedAt }: SealedImage): QueuedImage => ({
  deviceEventId,
  garmentId: "",
  name: "A photo",
  caption: "",
  happenedAt,
  image: new Blob(),
  refusal: queueMessages.key_gone,
});

async function open(stored: SealedImage): Promise<QueuedImage> {
  const text = await openSealedBytes(SEAL, stored.facts);
  const pixels = await openSealedBytes(SEAL, stored.pixels);
  if (!text || !pixels) return lostImage(stored);
  const { type, ...facts } = JSON.parse(new TextDecoder().decode(text)) as ImageFacts;
  return { ...facts, image: new Blob([pixels], { type }) };
}

/** In clear where the browser makes no key, as in some private windows: the photo of a finished step cannot be taken again. */
async function toStored(image: QueuedImage): Promise<StoredImage> {
  if (!canSeal()) return image;
  return seal(image).catch(() => image);
}

/** Runs under the lock of photos and key, so that no key ends while another tab seals with it. */
const withSeal = <Value>(work: () => Promise<Value>): Promise<Value> =>
  canSeal() ? navigator.locks.request(SEAL, work) : work();

const put = (stored: StoredImage) => inStore("readwrite", (store) => store.put(stored));

/**
 * The photos on this device, oldest first; one in clear is sealed where the browser can. Rejects where the browser stores none, and
 * while the keys cannot be read.
 */
export function readImages(): Promise<QueuedImage[]> {
  return withSeal(async () => {
    const all = await inStore<StoredImage[]>("readonly", (store) => store.getAll());
    const opened: QueuedImage[] = [];
    for (const stored of all) {
      if (isSealedImage(stored)) opened.push(await open(stored));
      else {
        const renewed = await toStored(stored);
        if (isSealedImage(renewed)) await put(renewed);
        opened.push(stored);
      }
    }
    return opened.toSorted((one, other) => one.happenedAt.localeCompare(other.happenedAt));
  });
}

/** Stores a photo sealed, or changes it. Rejects where there is no room or the browser stores none. */
export function writeImage(image: QueuedImage): Promise<void> {
  return withSeal(async () => {
    await put(await toStored(image));
  });
}

/** Removes a photo, and the key with the last one: what is left of it on the device can never be opened. Idempotent. */
export function deleteImage(deviceEventId: string): Promise<void> {
  return withSeal(async () => {
    await inStore("readwrite", (store) => store.delete(deviceEventId));
    const left = await inStore<number>("readonly", (store) => store.count());
    if (left === 0 && canSeal()) await removeKey(SEAL);
  });
}
