import { readFile, writeFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { packTar, unpackTar } from "modern-tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop } from "#tests/support/backups.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { checkBackup } from "./read-backup.server.ts";

let shop: StoredShop;
let whole: Buffer;

beforeAll(async () => {
  shop = createStoredShop(await createTestDatabase());
  await createOrder(shop.database.db);
  await shop.addImage(Buffer.from("a picture ".repeat(400)));
  await backUp(shop, shop.pathOf("whole"), { embedded: true });
  whole = await readFile(shop.pathOf("whole"));
});

afterAll(async () => {
  await shop.database.close();
  shop.remove();
});

async function codeOf(bytes: Uint8Array): Promise<string> {
  await writeFile(shop.pathOf("changed"), bytes);
  const checked = await checkBackup(shop.pathOf("changed"));
  return checked.ok ? "whole" : checked.error.code;
}

/** Only the manifest shows the change. */
async function repacked(
  change: (name: string, text: string) => [name: string, text: string] | null,
): Promise<Buffer> {
  const files = await unpackTar(new Uint8Array(gunzipSync(whole)));
  const entries = files.flatMap(({ header, data = new Uint8Array() }) => {
    const changed = change(header.name, Buffer.from(data).toString("latin1"));
    if (!changed) return [];
    const body = new Uint8Array(Buffer.from(changed[1], "latin1"));
    return [{ header: { name: changed[0], size: body.byteLength }, body }];
  });
  return gzipSync(await packTar(entries));
}

const editManifest = (from: string | RegExp, to: string) =>
  repacked((name, text) => [name, name === "manifest.json" ? text.replace(from, to) : text]);

test("a backup is whole as it was written, also when it was packed anew", async () => {
  expect(await codeOf(whole)).toBe("whole");
  expect(await codeOf(await repacked((name, text) => [name, text]))).toBe("whole");
});

test("a backup cut off anywhere is refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
      expect(await codeOf(whole.subarray(0, length))).toMatch(/^(damaged|not_a_backup)$/);
    }),
    { numRuns: 60 },
  );
});

test("a backup with any bit turned over is refused, unless the bit carries nothing", async () => {
  const plain = gunzipSync(whole);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
      const code = await codeOf(bytes);
      // gzip's time and system, and padding bits.
      if (code === "whole") expect(gunzipSync(bytes).equals(plain)).toBe(true);
      else expect(code).toMatch(/^(damaged|not_a_backup)$/);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a text", Buffer.from("order,total\n1,20\n")],
  ["a compressed text", gzipSync("order,total\n1,20\n")],
  ["zeros", Buffer.alloc(20_000)],
  ["compressed zeros", gzipSync(Buffer.alloc(20_000))],
])("%s is no backup", async (_name, bytes) => {
  expect(await codeOf(bytes)).toBe("not_a_backup");
});

test("another program's archive is no backup", async () => {
  const body = "hello";
  const archive = await packTar([{ header: { name: "readme.txt", size: 5 }, body }]);
  expect(await codeOf(gzipSync(archive))).toBe("not_a_backup");
});

test("a picture exchanged, taken out, added, renamed or out of order is noticed", async () => {
  const isImage = (name: string) => name.startsWith("uploads/");
  const changes: Parameters<typeof repacked>[0][] = [
    (name, text) => [name, isImage(name) ? text.replace("a", "b") : text],
    (name, text) => (isImage(name) ? null : [name, text]),
    (name, text) => [isImage(name) ? "uploads/media/other.webp" : name, text],
    (name, text) => [isImage(name) ? `uploads/../../${name}` : name, text],
    (name, text) => (name === "manifest.json" ? null : [name, text]),
  ];
  for (const change of changes) expect(await codeOf(await repacked(change))).toBe("damaged");
});

test("a manifest that sends files elsewhere is refused", async () => {
  const escaping = await repacked((name, text) => [
    name.replace("uploads/media/", "uploads/../"),
    text.replaceAll("uploads/media/", "uploads/../"),
  ]);
  expect(await codeOf(escaping)).toBe("damaged");
});

test("a backup of a newer shop is called that, by its format as by its tables", async () => {
  const newerFormat = await repacked((name, text) => [
    name,
    name === "demerara-atelier-backup.json" ? '{"format": 2}' : text,
  ]);
  expect(await codeOf(newerFormat)).toBe("newer");
  expect(await codeOf(await editManifest(/"when": \d+/, '"when": 9999999999999'))).toBe("newer");
});

test("a file that is not there, and a folder, are said to be unreadable", async () => {
  expect(await checkBackup(shop.pathOf("missing"))).toEqual({
    ok: false,
    error: { code: "unreadable", reason: "ENOENT" },
  });
  expect(await checkBackup(shop.pathOf("."))).toEqual({
    ok: false,
    error: { code: "unreadable", reason: "EISDIR" },
  });
});
