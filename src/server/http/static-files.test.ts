import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShopHost } from "#tests/support/shop-host.ts";

const script = "export const answer = 42;".repeat(100);
let clientDirectory = "";

beforeAll(() => {
  clientDirectory = mkdtempSync(join(tmpdir(), "built-files-"));
  mkdirSync(join(clientDirectory, "assets"));
  writeFileSync(join(clientDirectory, "assets", "app-1a2b.js"), script);
  writeFileSync(join(clientDirectory, "assets", "app-1a2b.js.br"), brotliCompressSync(script));
  writeFileSync(join(clientDirectory, "robots.txt"), "User-agent: *\n");
});
afterAll(() => rmSync(clientDirectory, { recursive: true }));

const missing = () => new Response("<p>not found</p>", { status: 404 });

test("a built file is sent precompressed and may be kept for good", async () => {
  await using host = await startShopHost({ render: missing, clientDirectory });
  const headers = { "accept-encoding": "gzip, br" };
  const response = await host.request("/assets/app-1a2b.js", { headers });
  expect(response.headers["content-encoding"]).toBe("br");
  expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(response.headers["content-type"]).toContain("text/javascript");
  expect(brotliDecompressSync(response.body).toString()).toBe(script);
  const plain = await host.request("/assets/app-1a2b.js");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(script);
});

test("a file whose name may come back with other contents is asked for again, and unchanged answers 304", async () => {
  await using host = await startShopHost({ render: missing, clientDirectory });
  const first = await host.request("/robots.txt");
  expect(first.headers["cache-control"]).toBe("public, max-age=3600");
  const etag = String(first.headers.etag);
  const again = await host.request("/robots.txt", { headers: { "if-none-match": etag } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test("a file of an older build is a plain 404 that is never cached, and never a page of the shop", async () => {
  await using host = await startShopHost({ render: missing, clientDirectory });
  const response = await host.request("/assets/app-0000.js");
  expect(response.status).toBe(404);
  expect(response.headers["cache-control"]).toBe("private, no-store");
  expect(response.body.toString()).not.toContain("<p>not found</p>");
});

test("HEAD tells a file's size without sending it", async () => {
  await using host = await startShopHost({ render: missing, clientDirectory });
  const response = await host.request("/assets/app-1a2b.js", { method: "HEAD" });
  expect(response.headers["content-length"]).toBe(String(script.length));
  expect(response.body.length).toBe(0);
});
