import type { SyncOutcome, SyncResponse } from "#app/web/create-sync.browser.ts";
import { createSync, outcomeOf } from "#app/web/create-sync.browser.ts";
import {
  MAX_QUEUED_IMAGE_BYTES,
  MAX_QUEUED_IMAGES,
  queueMessages,
} from "#features/garments/production/image-messages.ts";
import { createListeners } from "#ui/browser-storage.ts";
import type { QueuedImage } from "./stored-images.browser.ts";
import { deleteImage, readImages, writeImage } from "./stored-images.browser.ts";

/** What the shop says about one photo. */
export type ImageResult = { ok: true } | { ok: false; message: string };

const RETRY_MS = 15_000;
/** A photo on a weak network; one that takes longer is sent again. */
const MAX_WAIT_MS = 120_000;
const WHOLE = 100;

/** What pages show: the photos, and how far one of them is. */
const { notify, subscribe } = createListeners(() => void loadQueue());

export { subscribe as subscribeImages };

/** New photos alone, so that progress and outcomes of a request begin no other. */
const additions = createListeners();

let queue: readonly QueuedImage[] = [];
let outcome: SyncOutcome | null = null;
let sending: { deviceEventId: string; percent: number } | null = null;
let receivedCount = 0;

/** The photos on this device that the shop does not have, oldest first. */
export const readImageQueue = (): readonly QueuedImage[] => queue;

/** What became of the newest request; null before the first. */
export const readImageOutcome = (): SyncOutcome | null => outcome;

/** Which photo is on its way, and how much of it has left; null between two. */
export const readProgress = () => sending;

/** How many photos the shop has received from this page. */
export const readReceivedCount = (): number => receivedCount;

async function loadQueue(): Promise<void> {
  queue = await readImages().catch(() => queue);
  notify();
}

const waitingImages = () => queue.filter(({ refusal }) => refusal === null);

/**
 * Stores a photo on this device, from where it is sent as soon as there is a network; it survives a reload and a closed tab. Returns
 * why it was not stored, or null.
 */
export async function enqueueImage(entry: Omit<QueuedImage, "refusal">): Promise<string | null> {
  if (entry.image.size > MAX_QUEUED_IMAGE_BYTES) return queueMessages.too_large;
  if (queue.length >= MAX_QUEUED_IMAGES) return queueMessages.full;
  const image = { ...entry, refusal: null };
  try {
    await writeImage(image);
  } catch {
    return queueMessages.no_room;
  }
  queue = [...queue, image];
  notify();
  additions.notify();
  return null;
}

/** Removes a photo from this device, whether it waits or was refused. */
export function removeQueuedImage(deviceEventId: string): void {
  queue = queue.filter((each) => each.deviceEventId !== deviceEventId);
  void deleteImage(deviceEventId).catch(() => undefined);
  notify();
}

function refuseImage(image: QueuedImage, refusal: string): void {
  const refused = { ...image, refusal };
  queue = queue.map((each) => (each.deviceEventId === image.deviceEventId ? refused : each));
  void writeImage(refused).catch(() => undefined);
  notify();
}

function applyResult(result: ImageResult, sent: QueuedImage): void {
  if (result.ok) {
    receivedCount += 1;
    removeQueuedImage(sent.deviceEventId);
  } else refuseImage(sent, result.message);
}

const isResult = (value: unknown): value is ImageResult =>
  typeof value === "object" && value !== null && "ok" in value;

const REFUSED: ImageResult = { ok: false, message: "The shop does not accept this photo." };

/** A refusal is a response like any other, so that a refused photo holds none of the others back. */
function responseOf({ response, responseURL, status }: XMLHttpRequest): SyncResponse {
  if (new URL(responseURL, location.href).pathname === "/login") return { outcome: "signed-out" };
  const found = outcomeOf({ ok: status < 300, status, type: "basic" });
  if (found === "signed-out" || found === "unavailable") return { outcome: found };
  return { outcome: "done", received: isResult(response) ? response : REFUSED };
}

/** Sends one photo and reports how much of it has left; `fetch` reports no progress. */
function postImage({
  caption,
  deviceEventId,
  garmentId,
  happenedAt,
  image,
}: QueuedImage): Promise<SyncResponse> {
  const body = new FormData();
  body.set("deviceEventId", deviceEventId);
  body.set("happenedAt", happenedAt);
  body.set("caption", caption);
  body.set("photo", image, "photo.jpg");
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/admin/atelier/production/${garmentId}/photos`);
    request.responseType = "json";
    request.timeout = MAX_WAIT_MS;
    const report = (percent: number | null) => {
      sending = percent === null ? null : { deviceEventId, percent };
      notify();
    };
    const end = (response: SyncResponse) => {
      report(null);
      resolve(response);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      report(total > 0 ? Math.round((loaded / total) * WHOLE) : 0);
    });
    request.addEventListener("load", () => end(responseOf(request)));
    for (const lost of ["error", "timeout", "abort"] as const) {
      request.addEventListener(lost, () => end({ outcome: "offline" }));
    }
    report(0);
    request.send(body);
  });
}

const imageSync = createSync<QueuedImage, ImageResult>({
  read: () => {
    const [first] = waitingImages();
    return first ? { sent: first } : null;
  },
  post: postImage,
  apply: applyResult,
  hasUnsent: () => waitingImages().length > 0,
  subscribe: additions.subscribe,
  // The pages that have a queue are only for those who are signed in.
  isSignedIn: () => true,
  onOutcome: (newest) => {
    outcome = newest;
    notify();
  },
  retryMs: [RETRY_MS],
});

/** Sends the photos of this device, one after the other, now and whenever there is a network. */
export async function keepImagesInStep(): Promise<void> {
  await loadQueue();
  imageSync.keepInStep();
}

/** Sends what waits at once. */
export const sendImages = imageSync.send;
