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

/** The photos on this device, oldest first. Rejects where the browser stores none. */
export async function readImages(): Promise<QueuedImage[]> {
  const stored = await inStore<QueuedImage[]>("readonly", (store) => store.getAll());
  return stored.toSorted((one, other) => one.happenedAt.localeCompare(other.happenedAt));
}

/** Stores a photo, or changes it. Rejects where there is no room or the browser stores none. */
export async function writeImage(image: QueuedImage): Promise<void> {
  await inStore("readwrite", (store) => store.put(image));
}

/** Removes a photo. Idempotent. */
export async function deleteImage(deviceEventId: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(deviceEventId));
}
