import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noS3 } from "#tests/support/files.ts";
import type { FileStore } from "./file-store.server.ts";
import { createFileStore, isStorageKey } from "./file-store.server.ts";

let folder = "";
let s3: S3rver;
let s3Env: Parameters<typeof createFileStore>[0];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "shop", configs: [] }],
  });
  const { port } = await s3.run();
  s3Env = {
    DATA_DIR: folder,
    S3_BUCKET: "shop",
    S3_REGION: undefined,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const stores: [string, () => FileStore][] = [
  ["a folder on disk", () => createFileStore({ ...noS3, DATA_DIR: folder })],
  ["an S3-compatible server", () => createFileStore(s3Env)],
];

describe.each(stores)("a file store on %s", (_name, createStore) => {
  it("gives back exactly the bytes that were put", async () => {
    const store = createStore();
    const bytes = Uint8Array.from({ length: 70_001 }, (_value, index) => index % 251);
    await store.put("media/a/picture.webp", bytes, "image/webp");
    expect(await store.get("media/a/picture.webp")).toEqual(Buffer.from(bytes));
    expect(await store.exists("media/a/picture.webp")).toBe(true);
  });

  it("gives back a short file without a byte of anything else", async () => {
    const store = createStore();
    await store.put("short.txt", new TextEncoder().encode("cloth"), "text/plain");
    expect((await store.get("short.txt"))?.toString()).toBe("cloth");
  });

  it("replaces what was under the key", async () => {
    const store = createStore();
    await store.put("replaced.txt", Buffer.from("a longer first text"), "text/plain");
    await store.put("replaced.txt", Buffer.from("second"), "text/plain");
    expect((await store.get("replaced.txt"))?.toString()).toBe("second");
  });

  it("answers null and false for what is not there, and removing it is no error", async () => {
    const store = createStore();
    expect(await store.get("nothing/here.webp")).toBeNull();
    expect(await store.exists("nothing/here.webp")).toBe(false);
    await expect(store.remove("nothing/here.webp")).resolves.toBeUndefined();
  });

  it("forgets what was removed", async () => {
    const store = createStore();
    await store.put("gone.txt", Buffer.from("x"), "text/plain");
    await store.remove("gone.txt");
    expect(await store.get("gone.txt")).toBeNull();
  });

  it.each([
    "../secret",
    "a/../../b",
    "/etc/passwd",
    ".hidden",
    "a//b",
    "a\\b",
    "",
    "A/B",
    "a/\u0000",
    "a/b/",
  ])("refuses the key %j", async (key) => {
    const store = createStore();
    await expect(store.get(key)).rejects.toMatchObject({ code: "storage" });
    await expect(store.put(key, Buffer.from("x"), "text/plain")).rejects.toMatchObject({
      code: "storage",
    });
  });
});

describe("a file store on disk", () => {
  it("takes two writers of one key at once and keeps one whole file", async () => {
    const store = createFileStore({ ...noS3, DATA_DIR: folder });
    const first = Buffer.alloc(400_000, "a");
    const second = Buffer.alloc(300_000, "b");
    await Promise.all([
      store.put("raced", first, "text/plain"),
      store.put("raced", second, "text/plain"),
    ]);
    const stored = await store.get("raced");
    expect(stored?.equals(first) || stored?.equals(second)).toBe(true);
  });

  it("leaves no half-written file behind", async () => {
    const store = createFileStore({ ...noS3, DATA_DIR: join(folder, "whole") });
    await store.put("one/two.webp", Buffer.from("x"), "image/webp");
    expect(await readdir(join(folder, "whole", "uploads", "one"))).toEqual(["two.webp"]);
  });

  it("says so when the folder cannot be written", async () => {
    await writeFile(join(folder, "blocked"), "a file where the folder should be");
    const store = createFileStore({ ...noS3, DATA_DIR: join(folder, "blocked") });
    await expect(store.put("a", Buffer.from("x"), "text/plain")).rejects.toMatchObject({
      code: "storage",
    });
  });
});

describe("the file store's settings", () => {
  it("names the missing bucket", () => {
    expect(() => createFileStore({ ...s3Env, S3_BUCKET: undefined })).toThrow(/S3_BUCKET/);
  });

  it("takes both keys of an S3 server or neither", () => {
    expect(() => createFileStore({ ...s3Env, S3_SECRET_ACCESS_KEY: undefined })).toThrow(
      /both or neither/,
    );
  });
});

describe("isStorageKey", () => {
  it("accepts the keys the shop makes", () => {
    expect(isStorageKey("derived/0199a0c0-0000-7000-8000-000000000000/640.avif")).toBe(true);
  });
});
