import { beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import type { QueuedImage } from "./stored-images.browser.ts";

/** The databases of the device, by name; a key of a store is given or in the value. */
const databases = new Map<string, Map<string, unknown>>();

function requestOf<Value>(result: Value) {
  const request = { result, error: null, onsuccess: null as (() => void) | null };
  queueMicrotask(() => request.onsuccess?.());
  return request;
}

function openDatabase(name: string) {
  const values = databases.get(name) ?? new Map<string, unknown>();
  databases.set(name, values);
  const store = {
    get: (key: string) => requestOf(values.get(key)),
    getAll: () => requestOf([...values.values()]),
    count: () => requestOf(values.size),
    delete: (key: string) => requestOf(values.delete(key)),
    put: (value: { deviceEventId?: string }, key?: string) =>
      requestOf(values.set(key ?? value.deviceEventId ?? "", value)),
  };
  const transaction = () => {
    const begun = { objectStore: () => store, oncomplete: null as (() => void) | null };
    setTimeout(() => begun.oncomplete?.());
    return begun;
  };
  return requestOf({ close: () => undefined, transaction });
}

const lock = { last: Promise.resolve() as Promise<unknown> };

beforeEach(() => {
  databases.clear();
  vi.resetModules();
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("indexedDB", { open: openDatabase });
  vi.stubGlobal("navigator", {
    locks: {
      request: (_: string, work: () => Promise<unknown>) => {
        const result = lock.last.then(work);
        lock.last = result.catch(() => undefined);
        return result;
      },
    },
  });
  return () => vi.unstubAllGlobals();
});

const openDevice = () => import("./stored-images.browser.ts");

const imageOf = (deviceEventId: string, minute = 0): QueuedImage => ({
  deviceEventId,
  garmentId: "suit",
  name: "Stabroek Suit",
  caption: "Basted sleeve",
  happenedAt: new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString(),
  image: new Blob(["the pixels of a photo"], { type: "image/jpeg" }),
  refusal: null,
});

const photosOf = () => databases.get("atelier-photos") ?? new Map<string, unknown>();
const keysOf = () => databases.get("sealing-keys") ?? new Map<string, unknown>();

/** Everything that the device has on its disk, as text. */
function stored(): string {
  const bytes = [...photosOf().values()].map((value) =>
    JSON.stringify(value, (_, part: unknown) => {
      if (part instanceof ArrayBuffer) return Buffer.from(part).toString("latin1");
      return part;
    }),
  );
  return bytes.join();
}

test("a photo that waits is stored sealed, its caption too, and is whole when the page opens it again", async () => {
  const device = await openDevice();
  await device.writeImage(imageOf("one", 5));
  await device.writeImage(imageOf("two", 1));
  expect(photosOf().size).toBe(2);
  for (const clear of ["of a photo", "Basted", "Stabroek"]) expect(stored()).not.toContain(clear);
  vi.resetModules();
  const later = await openDevice();
  const [first, second] = await later.readImages();
  expect([first?.deviceEventId, second?.deviceEventId]).toEqual(["two", "one"]);
  const { image, ...facts } = imageOf("one", 5);
  expect(second).toMatchObject(facts);
  expect(second?.image.type).toBe(image.type);
  expect(await second?.image.text()).toBe("the pixels of a photo");
});

test("the key ends with the last photo, so that what is left of it on the disk opens no more", async () => {
  const device = await openDevice();
  await device.writeImage(imageOf("one"));
  await device.writeImage(imageOf("two"));
  const copy = structuredClone(photosOf().get("one"));
  await device.deleteImage("one");
  expect(keysOf().size).toBe(1);
  await device.deleteImage("two");
  expect(keysOf().size).toBe(0);
  photosOf().set("one", copy);
  expect(await device.readImages()).toMatchObject([
    { deviceEventId: "one", refusal: expect.stringContaining("cannot be opened any more") },
  ]);
});

test("a photo of an earlier version is read and sealed from then on", async () => {
  const device = await openDevice();
  photosOf().set("one", imageOf("one"));
  databases.set("atelier-photos", new Map([["one", imageOf("one")]]));
  expect(await device.readImages()).toMatchObject([{ caption: "Basted sleeve" }]);
  expect(stored()).not.toContain("Basted");
  expect(await device.readImages()).toMatchObject([{ caption: "Basted sleeve", refusal: null }]);
});

test("a key that was not used for more than 30 days leaves a photo that says so", async () => {
  const device = await openDevice();
  await device.writeImage(imageOf("one"));
  const [name = ""] = keysOf().keys();
  const key = keysOf().get(name) as { usedAt: number };
  keysOf().set(name, { ...key, usedAt: key.usedAt - 31 * DAY_MS });
  const [lost] = await device.readImages();
  expect(lost?.refusal).toContain("30 days");
});

test("over http, where a browser cannot seal, a photo is stored all the same", async () => {
  vi.stubGlobal("isSecureContext", false);
  const device = await openDevice();
  await device.writeImage(imageOf("one"));
  expect(keysOf().size).toBe(0);
  expect(await device.readImages()).toMatchObject([{ caption: "Basted sleeve" }]);
});
