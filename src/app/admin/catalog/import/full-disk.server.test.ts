import { isNull } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { products } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { productImports } from "#db/schema/product-import.server.ts";
import { advanceImport } from "#features/catalog/product-import/advance-import.server.ts";
import { startImport } from "#features/catalog/product-import/start-import.server.ts";
import { undoImport } from "#features/catalog/product-import/undo-import.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createImageSource } from "#platform/image-source.server.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import { fillDiskAt } from "#tests/support/full-disk.ts";
import { testAuth, testEnv } from "#tests/support/identity.ts";
import type { MediaLibrary } from "#tests/support/media-library.ts";
import { openMediaLibrary, sendWhole } from "#tests/support/media-library.ts";
import { importDeps, newestImport } from "#tests/support/product-imports.ts";
import { openSession } from "#tests/support/sessions.ts";
import type { ShopHost, WireResponse } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

const PATH = "/admin/import";
const CSV = "Handle,Title,Variant Price\nfull,Full Gown,5\n";
const never = { isStopping: () => false };

let library: MediaLibrary;
let host: ShopHost;
let cookie = "";

beforeEach(async () => {
  library = await openMediaLibrary({ refuse: () => null });
  const { db, owner } = library;
  const auth = testAuth(db);
  const session = await openSession(auth, owner.role === "admin" ? owner.userId : "");
  cookie = `${session.cookieName}=${session.cookieValue}`;
  const routes = routesBelow(await routeTable, ["shell/admin-layout.tsx"]);
  const siteFacts = () => getSiteFacts(db);
  const deps = {
    ...importDeps(db),
    ...library.deps,
    auth,
    siteFacts,
    env: testEnv(),
    clock: systemClock,
  };
  const render = await guardedHost(
    routes.filter(({ path }) => path === PATH),
    deps as unknown as AppDeps,
  );
  host = await startShopHost({ render, rateLimits: "off", publicUrl: "http://shop.test" });
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await library[Symbol.asyncDispose]();
});

const headers = { host: "shop.test", origin: "http://shop.test", accept: "text/html" };

async function post(fields: Record<string, string | File>, path = PATH): Promise<WireResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  const body = Buffer.from(await encoded.arrayBuffer());
  // React Router reports a failure here; the shop logs it (entry.server).
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await host.request(path, {
    method: "POST",
    body,
    headers: { ...headers, cookie, "content-type": type },
  });
  reported.mockRestore();
  return response;
}

function expectRefused({ status, headers: received, body }: WireResponse): void {
  expect(status, String(body)).toBe(503);
  expect(Number(received["retry-after"])).toBeGreaterThan(0);
  expect(String(body)).toMatch(/nothing can be ordered or sent for a moment/);
}

const check = { intent: "check", fallbackCategory: "Smart Casual" };
const csvFile = () => new File([CSV], "gowns.csv", { type: "text/csv" });

async function begin() {
  expect((await post({ ...check, file: csvFile() })).status).toBe(303);
  return newestImport(library.db, library.owner);
}

test("a product file that meets a full disk is refused with a message, and accepted once there is room", async () => {
  const disk = await fillDiskAt(library.db, "product_imports");
  expectRefused(await post({ ...check, file: csvFile() }));
  expect(await library.db.$count(productImports)).toBe(0);
  await disk.empty();
  expect(await begin()).toMatchObject({ status: "checking" });
});

test("an uploaded product file stays when its import meets a full disk", async () => {
  const sent = await sendWhole(library, {
    name: "gowns.csv",
    type: "text/csv",
    bytes: Buffer.from(CSV),
  });
  const uploadId = "id" in sent ? sent.id : "";
  const disk = await fillDiskAt(library.db, "product_imports");
  expectRefused(await post({ ...check, uploadId }));
  expect(await library.uploads.find(uploadId)).toMatchObject({ received: CSV.length });
  await disk.empty();
  expect((await post({ ...check, uploadId })).status).toBe(303);
  expect(await library.uploads.find(uploadId)).toBeNull();
});

test("the check of a file that meets a full disk is repeated with the whole file", async () => {
  const { id } = await begin();
  const deps = importDeps(library.db);
  const disk = await fillDiskAt(library.db, "product_import_lines");
  await expect(advanceImport(deps, { importId: id, ...never })).rejects.toThrow();
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "checking" });
  await disk.empty();
  await advanceImport(deps, { importId: id, ...never });
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "checked" });
});

test.each([
  ["a full disk", "ENOSPC"],
  ["a database that is away", "ECONNREFUSED"],
])(
  "the check of a file that gets no connection because of %s is repeated with the whole file",
  async (_what, code) => {
    const { id } = await begin();
    let transactions = 0;
    const db = new Proxy(library.db, {
      get(target, name, receiver) {
        if (name !== "transaction") return Reflect.get(target, name, receiver);
        return (...input: Parameters<typeof target.transaction>) => {
          transactions += 1;
          // The first one holds the import.
          if (transactions === 1) return target.transaction(...input);
          return Promise.reject(Object.assign(new Error(code), { code }));
        };
      },
    });
    await expect(advanceImport(importDeps(db), { importId: id, ...never })).rejects.toThrow(code);
    expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "checking" });
    await advanceImport(importDeps(library.db), { importId: id, ...never });
    expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "checked" });
  },
);

test("a started import that meets a full disk writes nothing of the batch and goes on once there is room", async () => {
  const { id } = await begin();
  const deps = importDeps(library.db);
  await advanceImport(deps, { importId: id, ...never });
  await startImport(deps, { actor: library.owner, id });
  const disk = await fillDiskAt(library.db, "product_variants");
  await expect(advanceImport(deps, { importId: id, ...never })).rejects.toThrow();
  expect(await library.db.$count(products)).toBe(0);
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "running" });
  await disk.empty();
  await advanceImport(deps, { importId: id, ...never });
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "finished" });
  expect(await library.db.$count(products)).toBe(1);

  const stocked = await fillDiskAt(library.db, "products");
  expect(await undoImport(deps, { actor: library.owner, id })).toMatchObject({ ok: true });
  await expect(advanceImport(deps, { importId: id, ...never })).rejects.toThrow();
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "undoing" });
  await stocked.empty();
  await advanceImport(deps, { importId: id, ...never });
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "undone" });
  expect(await library.db.$count(products, isNull(products.deletedAt))).toBe(0);
});

test("an import whose images meet a full disk waits with them and stores each once", async () => {
  const bytes = await sharp({
    create: { width: 40, height: 50, channels: 3, background: "#20382D" },
  })
    .png()
    .toBuffer();
  const network = {
    resolve: async () => ["93.184.215.14"],
    open: async () => ({
      status: 200,
      location: null,
      length: bytes.length,
      close: () => undefined,
      body: (async function* () {
        yield bytes;
      })(),
    }),
  };
  const limits = { bytes: 1_000_000, ms: 10_000 };
  let isFull = true;
  const put: MediaLibrary["files"]["put"] = (...input) =>
    isFull
      ? Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }))
      : library.files.put(...input);
  const deps = importDeps(library.db, {
    files: { ...library.files, put },
    imageSource: createImageSource(["cdn.example"], limits, network),
  });
  const text = "Handle,Title,Variant Price,Image Src\nfull,Full Gown,5,https://cdn.example/a.png\n";
  await post({ ...check, file: new File([text], "gowns.csv") });
  const { id } = await newestImport(library.db, library.owner);
  await advanceImport(deps, { importId: id, ...never });
  await startImport(deps, { actor: library.owner, id });
  await expect(advanceImport(deps, { importId: id, ...never })).rejects.toThrow();
  expect([await library.db.$count(products), await library.db.$count(media)]).toEqual([0, 0]);
  isFull = false;
  await advanceImport(deps, { importId: id, ...never });
  expect(await newestImport(library.db, library.owner)).toMatchObject({ status: "finished" });
  expect([await library.db.$count(products), await library.db.$count(media)]).toEqual([1, 1]);
});
