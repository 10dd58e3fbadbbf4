import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import type { ObjectStore } from "#tests/support/object-store.ts";
import {
  accessDenied,
  slowDown,
  startObjectStore,
  togetherOnly,
} from "#tests/support/object-store.ts";
import { createFileStore } from "./file-store.server.ts";
import { findStorageAway } from "./storage-fault.ts";

/** A tenth of the real limits. */
const limits = {
  connectMs: 400,
  responseMs: 400,
  writeMs: 1_000,
  totalMs: 1_200,
  retryMs: 20,
  probeMs: 50,
};

let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
beforeEach(async () => {
  store.respondWith(() => null);
  await store.network.heal();
});
afterAll(() => store[Symbol.asyncDispose]());

const bytes = Buffer.from("linen");

/** Resolves with the fault's kind, or "none". */
const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => "none" as const,
    (error: unknown) => findStorageAway(error)?.fault ?? "not a storage fault",
  );

describe("a store that accepts connections and stays silent", { timeout: 8_000 }, () => {
  test("fails 80 reads within the limit, leaves no socket open, and serves soon after it is well", async () => {
    const files = createFileStore(store.env, { limits });
    await files.put("media/a.webp", bytes, "image/webp");
    store.network.swallow();
    const faults = await Promise.all(
      Array.from({ length: 80 }, () => faultOf(files.get("media/a.webp"))),
    );
    // A busy machine may connect late.
    expect(faults.filter((fault) => fault !== "silent" && fault !== "unreachable")).toEqual([]);
    await expect.poll(() => store.network.countConnections()).toBeLessThan(5);
    expect(files.findTrouble()).not.toBeNull();

    store.network.recover();
    await expect.poll(() => faultOf(files.get("media/a.webp")), { interval: 5 }).toBe("none");
    expect(files.findTrouble()).toBeNull();
  });

  test("is asked by one probe at a time, and everything else is refused without asking", async () => {
    const files = createFileStore(store.env, { limits });
    store.network.swallow();
    await Promise.all(Array.from({ length: 80 }, () => faultOf(files.get("media/a.webp"))));
    await expect.poll(() => store.network.countConnections()).toBeLessThan(5);
    const before = store.network.countAccepted();
    const refused = Array.from({ length: 80 }, () => faultOf(files.get("media/a.webp")));
    expect(new Set(await Promise.all(refused))).toEqual(new Set(["silent"]));
    expect(store.network.countAccepted() - before).toBeLessThan(5);
  });

  test("recovers without a visitor's request", async () => {
    const files = createFileStore(store.env, { limits });
    store.network.swallow();
    await Promise.all(Array.from({ length: 6 }, () => faultOf(files.exists("media/a.webp"))));
    expect(files.findTrouble()).not.toBeNull();
    store.network.recover();
    await expect.poll(() => files.findTrouble()).toBeNull();
  });

  test.each([
    ["put", (files: ReturnType<typeof createFileStore>) => files.put("media/b.webp", bytes, "x/y")],
    ["remove", (files: ReturnType<typeof createFileStore>) => files.remove("media/b.webp")],
    ["exists", (files: ReturnType<typeof createFileStore>) => files.exists("media/b.webp")],
    [
      "openRange",
      (files: ReturnType<typeof createFileStore>) =>
        files.openRange("media/b.webp", { start: 0, end: 1 }),
    ],
  ])("ends %s within the limit", async (_name, call) => {
    const files = createFileStore(store.env, { limits });
    store.network.swallow();
    expect(await faultOf(call(files))).toBe("silent");
  });

  test("ends the upload of a large file when nothing moves any more", async () => {
    const folder = await mkdtemp(join(tmpdir(), "atelier-large-"));
    const path = join(folder, "film.mp4");
    await writeFile(path, Buffer.alloc(20_000_000, 7));
    const files = createFileStore(store.env, { limits });
    await files.putFile("media/film.mp4", path, "video/mp4");
    store.network.swallow();
    expect(await faultOf(files.putFile("media/film2.mp4", path, "video/mp4"))).toBe("silent");
    await rm(folder, { recursive: true });
  });

  test("ends a film in the middle", async () => {
    const files = createFileStore(store.env, { limits });
    await createFileStore(store.env).put(
      "media/film.mp4",
      Buffer.alloc(30_000_000, 7),
      "video/mp4",
    );
    const film = await files.openRange("media/film.mp4", { start: 0, end: 29_999_999 });
    const reader = film?.getReader();
    await reader?.read();
    store.network.swallow();
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    expect(await faultOf(rest())).toBe("silent");
  });
});

test("a film that its visitor pauses goes on", async () => {
  const files = createFileStore(store.env, { limits });
  await createFileStore(store.env).put("media/film.mp4", Buffer.alloc(30_000_000, 7), "video/mp4");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const film = await files.openRange("media/film.mp4", { start: 0, end: 29_999_999 });
  const reader = film?.getReader();
  let received = (await reader?.read())?.value?.byteLength ?? 0;
  await vi.advanceTimersByTimeAsync(2 * limits.writeMs);
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    received += chunk.value.byteLength;
  }
  expect(received).toBe(30_000_000);
});

describe("a store that is busy", () => {
  test("gets the same request again, later", async () => {
    const files = createFileStore(store.env, { limits });
    const folder = await mkdtemp(join(tmpdir(), "atelier-large-"));
    const path = join(folder, "film.mp4");
    await writeFile(path, bytes);
    for (const call of [
      () => files.put("media/a.webp", bytes, "image/webp"),
      () => files.putFile("media/film.mp4", path, "video/mp4"),
      () => files.get("media/a.webp"),
      () => files.remove("media/a.webp"),
    ]) {
      let refusals = 2;
      store.respondWith(() => (refusals-- > 0 ? slowDown : null));
      await call();
    }
    store.respondWith(() => null);
    expect(await files.get("media/film.mp4")).toEqual(bytes);
    await rm(folder, { recursive: true });
  });

  test("is left alone when it stays so", async () => {
    const files = createFileStore(store.env, { limits });
    store.respondWith(() => slowDown);
    expect(await faultOf(files.get("media/a.webp"))).toBe("busy");
    for (let n = 0; n < 5; n += 1) await faultOf(files.get("media/a.webp"));
    const before = store.requests.filter((line) => line.startsWith("GET")).length;
    await Promise.all(Array.from({ length: 50 }, () => faultOf(files.get("media/a.webp"))));
    expect(store.requests.filter((line) => line.startsWith("GET")).length - before).toBeLessThan(5);
  });
});

describe("removing many files", () => {
  const keys = Array.from({ length: 34 }, (_value, n) => `derived/a/${n}.avif`);
  const fill = async (files: ReturnType<typeof createFileStore>) => {
    await Promise.all(keys.map((key) => files.put(key, bytes, "image/avif")));
  };
  const left = async (files: ReturnType<typeof createFileStore>) => {
    const found: string[] = [];
    for await (const { key } of files.list("derived/")) found.push(key);
    return found;
  };

  test("is one request", async () => {
    // Another test's file store may still ask the common one whether it is well.
    await using own = await startObjectStore();
    const files = createFileStore(own.env, { limits });
    await fill(createFileStore(own.env));
    own.requests.length = 0;
    await files.removeMany(keys);
    // The test's server responds 500 when its deletes meet in a folder, and receives the request again.
    expect(new Set(own.requests)).toEqual(new Set(["POST /shop/?delete="]));
    expect(own.requests.length).toBeLessThan(4);
    expect(await left(files)).toEqual([]);
  });

  test("is many requests at once on a store without that one", async () => {
    const files = createFileStore(store.env, { limits });
    await fill(createFileStore(store.env));
    store.respondWith(togetherOnly(keys.length));
    await files.removeMany(keys);
    store.respondWith(() => null);
    expect(await left(files)).toEqual([]);
  });
});

describe("a fault is named", () => {
  test("nothing listens", async () => {
    const files = createFileStore(store.env, { limits });
    await store.network.refuse();
    expect(await files.check()).toMatchObject({ fault: "unreachable" });
    expect(await faultOf(files.get("media/a.webp"))).toBe("unreachable");
  });

  test("there is no such bucket", async () => {
    const files = createFileStore({ ...store.env, S3_BUCKET: "missing" }, { limits });
    const found = await files.check();
    expect(found?.fault).toBe("no_bucket");
    expect(found?.message).toMatch(/^The bucket missing at http:.*S3_BUCKET/);
    expect(await faultOf(files.put("media/a.webp", bytes, "image/webp"))).toBe("no_bucket");
    expect(await faultOf(files.get("media/a.webp"))).toBe("no_bucket");
  });

  test("the keys are refused", async () => {
    const files = createFileStore(store.env, { limits });
    store.respondWith(() => accessDenied);
    const found = await files.check();
    expect(found?.fault).toBe("denied");
    expect(found?.message).toContain("S3_SECRET_ACCESS_KEY");
    expect(await faultOf(files.put("media/a.webp", bytes, "image/webp"))).toBe("denied");
  });

  test.each(["ExpiredToken", "AuthorizationHeaderMalformed"])(
    "the keys are refused with %s, whose status is that of a bad request",
    async (code) => {
      const files = createFileStore(store.env, { limits });
      store.respondWith(() => ({
        status: 400,
        body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      }));
      expect(await faultOf(files.put("media/a.webp", bytes, "image/webp"))).toBe("denied");
    },
  );

  test("it does not respond", async () => {
    const files = createFileStore(store.env, { limits });
    store.network.swallow();
    expect(await files.check()).toMatchObject({ fault: "silent" });
  });

  test("nothing is wrong", async () => {
    expect(await createFileStore(store.env, { limits }).check()).toBeNull();
  });
});
