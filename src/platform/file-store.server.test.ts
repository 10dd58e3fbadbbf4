import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noS3 } from "#tests/support/files.ts";
import { createFileStore, isStorageKey } from "./file-store.server.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
});

afterAll(() => rm(folder, { recursive: true }));

const s3Env = {
  DATA_DIR: "",
  S3_BUCKET: "shop",
  S3_REGION: undefined,
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

describe("a file store on disk", () => {
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
