import { beforeEach, expect, test, vi } from "vitest";
import {
  MAX_QUEUED_IMAGE_BYTES,
  MAX_QUEUED_IMAGES,
  queueMessages,
} from "#features/garments/production/image-messages.ts";
import type { QueuedImage } from "./stored-images.browser.ts";

const device = vi.hoisted(() => ({
  images: new Map<string, unknown>(),
  hasRoom: true,
}));

vi.mock("./stored-images.browser.ts", () => ({
  readImages: async () => [...device.images.values()],
  writeImage: async (image: { deviceEventId: string }) => {
    if (!device.hasRoom) throw new DOMException("full", "QuotaExceededError");
    device.images.set(image.deviceEventId, image);
  },
  deleteImage: async (id: string) => void device.images.delete(id),
}));

type Sent = { body: FormData; request: FakeRequest };

const sent: Sent[] = [];

/** A request whose response each test gives. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  response: unknown = null;
  responseURL = "https://shop.example/admin/atelier/production/suit/photos";
  status = 0;
  open() {}
  send(body: FormData) {
    sent.push({ body, request: this });
  }
  respond(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.dispatchEvent(new Event("load"));
  }
}

beforeEach(() => {
  device.images.clear();
  device.hasRoom = true;
  sent.length = 0;
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("location", { href: "https://shop.example/admin/atelier/production/suit" });
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const imageOf = (deviceEventId: string, bytes = 10): Omit<QueuedImage, "refusal"> => ({
  deviceEventId,
  garmentId: "suit",
  name: "Stabroek Suit",
  caption: "Basted sleeve",
  happenedAt: "2026-11-20T14:00:00.000Z",
  image: new Blob([new Uint8Array(bytes)]),
});

const openQueue = () => import("./image-queue.browser.ts");

const settle = () => vi.advanceTimersByTimeAsync(1_000);

test("a photo is stored on the device before it is sent, and leaves it once the shop has it", async () => {
  const queue = await openQueue();
  await queue.keepImagesInStep();
  expect(await queue.enqueueImage(imageOf("one"))).toBeNull();
  expect([...device.images.keys()]).toEqual(["one"]);
  await settle();
  expect(sent.map(({ body }) => body.get("deviceEventId"))).toEqual(["one"]);
  sent[0]?.request.respond(200, { ok: true });
  await settle();
  expect(queue.readImageQueue()).toEqual([]);
  expect([...device.images.keys()]).toEqual([]);
  expect(queue.readReceivedCount()).toBe(1);
});

test("a photo that the shop refuses says why and holds no other back; a lost one is sent again", async () => {
  const queue = await openQueue();
  await queue.keepImagesInStep();
  await queue.enqueueImage(imageOf("one"));
  await queue.enqueueImage(imageOf("two"));
  await settle();
  sent[0]?.request.respond(422, { ok: false, message: "A garment has 40 photos at most." });
  await settle();
  expect(queue.readImageQueue()).toMatchObject([
    { deviceEventId: "one", refusal: "A garment has 40 photos at most." },
    { deviceEventId: "two", refusal: null },
  ]);
  sent[1]?.request.dispatchEvent(new Event("error"));
  await settle();
  expect(queue.readImageOutcome()).toBe("offline");
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent.map(({ body }) => body.get("deviceEventId"))).toEqual(["one", "two", "two"]);
});

test("how much of a photo has left is reported while it is on its way", async () => {
  const queue = await openQueue();
  await queue.keepImagesInStep();
  await queue.enqueueImage(imageOf("one"));
  await settle();
  const progress = Object.assign(new Event("progress"), { loaded: 4, total: 10 });
  sent[0]?.request.upload.dispatchEvent(progress);
  expect(queue.readProgress()).toEqual({ deviceEventId: "one", percent: 40 });
  sent[0]?.request.respond(503, null);
  expect(queue.readProgress()).toBeNull();
});

test("a device stores a limited number of photos, none too large, and says when it has no room", async () => {
  const queue = await openQueue();
  expect(await queue.enqueueImage(imageOf("big", MAX_QUEUED_IMAGE_BYTES + 1))).toBe(
    queueMessages.too_large,
  );
  for (let index = 0; index < MAX_QUEUED_IMAGES; index += 1) {
    expect(await queue.enqueueImage(imageOf(`image-${index}`))).toBeNull();
  }
  expect(await queue.enqueueImage(imageOf("one more"))).toBe(queueMessages.full);
  queue.removeQueuedImage("image-0");
  device.hasRoom = false;
  expect(await queue.enqueueImage(imageOf("one more"))).toBe(queueMessages.no_room);
});
