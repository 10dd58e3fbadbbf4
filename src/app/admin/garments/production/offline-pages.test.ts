import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import program from "./offline-pages.browser.ts?program";

const ORIGIN = "https://shop.example";
const BOARD = `${ORIGIN}/admin/atelier/production`;
const GARMENT = `${BOARD}/0190a5c2-7d6e-7c3a-9a51-4f6f1c2d3e4f`;

type Requested = { url: string; method: string; mode: string };
type Responded = { body: string; ok: boolean; status: number; type: string; redirected: boolean };

const respond = (body: string, changes: Partial<Responded> = {}) => {
  const response = { body, ok: true, status: 200, type: "basic", redirected: false, ...changes };
  return { ...response, clone: () => response };
};

const absolute = (request: string | Requested) =>
  new URL(typeof request === "string" ? request : request.url, ORIGIN).href;

/** A browser with the worker: its stored pages, and a network that each test may change. */
function startWorker() {
  const stored = new Map<string, unknown>();
  const listeners = new Map<string, (event: unknown) => void>();
  const network = { fetch: async (request: string | Requested) => respond(absolute(request)) };
  const cache = {
    match: async (request: string | Requested) => stored.get(absolute(request)),
    put: async (request: Requested, response: unknown) => stored.set(absolute(request), response),
    add: async (url: string) => stored.set(absolute(url), await network.fetch(url)),
  };
  runInNewContext(program, {
    URL,
    setTimeout: () => 0,
    fetch: (request: Requested) => network.fetch(request),
    caches: { open: async () => cache, delete: async () => stored.clear() },
    self: {
      location: new URL(ORIGIN),
      addEventListener: (type: string, listener: (event: unknown) => void) =>
        listeners.set(type, listener),
    },
  });
  return {
    network,
    storedUrls: () => [...stored.keys()],
    /** What a page gets; null when the worker leaves the request to the browser. */
    async request(url: string, { method = "GET", mode = "navigate" } = {}) {
      let response: Promise<{ body: string }> | null = null;
      const respondWith = (given: typeof response) => {
        response = given;
      };
      listeners.get("fetch")?.({ request: { url, method, mode }, respondWith });
      return response ? (await (response as Promise<{ body: string }>)).body : null;
    },
    async message(data: unknown) {
      let work: Promise<unknown> = Promise.resolve();
      const waitUntil = (given: Promise<unknown>) => {
        work = given;
      };
      listeners.get("message")?.({ data, waitUntil });
      await work;
    },
  };
}

let worker: ReturnType<typeof startWorker>;
const disconnect = () => {
  worker.network.fetch = async () => {
    throw new Error("offline");
  };
};

beforeEach(() => {
  worker = startWorker();
});

test("a page comes from the network, and from its stored copy without one", async () => {
  expect(await worker.request(GARMENT)).toBe(GARMENT);
  disconnect();
  expect(await worker.request(GARMENT)).toBe(GARMENT);
});

test("without a network, a page that was never opened is the board, and data is an error", async () => {
  await worker.request(BOARD);
  disconnect();
  expect(await worker.request(GARMENT)).toBe(BOARD);
  await expect(worker.request(`${GARMENT}.data`, { mode: "cors" })).rejects.toThrow("offline");
});

test.each([
  { status: 401, ok: false },
  { redirected: true },
  { type: "opaqueredirect", ok: false, status: 0 },
])("the response of somebody who is signed out empties the store: %j", async (signedOut) => {
  await worker.request(BOARD);
  worker.network.fetch = async () => respond("sign in", signedOut);
  await worker.request(BOARD);
  expect(worker.storedUrls()).toEqual([]);
});

test("a file of the shop is fetched once", async () => {
  const file = `${ORIGIN}/assets/abc1234.js`;
  await worker.request(file, { mode: "no-cors" });
  disconnect();
  expect(await worker.request(file, { mode: "no-cors" })).toBe(file);
});

test("what is posted, other pages, photos and other origins are left to the browser", async () => {
  expect(await worker.request(BOARD, { method: "POST" })).toBeNull();
  for (const url of [
    `${ORIGIN}/admin`,
    `${GARMENT}/photos/1`,
    `${GARMENT}/label.pdf`,
    "https://other.example/admin/atelier/production",
  ]) {
    expect(await worker.request(url)).toBeNull();
  }
  expect(worker.storedUrls()).toEqual([]);
});

test("the page names what it loaded before the worker ran, and that is stored", async () => {
  await worker.message("hello");
  await worker.message(["/admin/atelier/production", "/assets/abc1234.js"]);
  expect(worker.storedUrls()).toEqual([BOARD, `${ORIGIN}/assets/abc1234.js`]);
});
