import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import program from "./measuring-worker.browser.ts?program";
import workerUrl from "./measuring-worker.browser.ts?script";

const ORIGIN = "https://shop.example";
const GUIDE = `${ORIGIN}/measurement`;

type Requested = { url: string; method: string; mode: string };
type Responded = Response | { body: string };

/** A browser with the worker: a store that the guide's page filled, and a network that each test may end. */
function startWorker() {
  const stored = new Map<string, Responded>();
  const listeners = new Map<string, (event: unknown) => void>();
  const network = { isConnected: true };
  runInNewContext(program, {
    URL,
    Response,
    fetch: async ({ url }: Requested) => {
      if (!network.isConnected) throw new Error("offline");
      return { body: `network ${url}` };
    },
    caches: { match: async ({ url }: Requested) => stored.get(url) },
    self: {
      location: new URL(ORIGIN),
      addEventListener: (type: string, listener: (event: unknown) => void) =>
        listeners.set(type, listener),
    },
  });
  return {
    network,
    stored,
    /** What a page gets; null when the worker leaves the request to the browser. */
    async request(url: string, { method = "GET", mode = "navigate" } = {}) {
      let response: Promise<Responded> | null = null;
      const respondWith = (given: Promise<Responded>) => {
        response = given;
      };
      listeners.get("fetch")?.({ request: { url, method, mode }, respondWith });
      return response as Promise<Responded> | null;
    },
  };
}

let worker: ReturnType<typeof startWorker>;

beforeEach(() => {
  worker = startWorker();
});

test("the worker has the URL that the pages of every earlier version register", () => {
  expect(workerUrl).toBe("/measuring-worker.js");
});

test("a page comes from the network although it is stored, and is the stored one without a connection", async () => {
  worker.stored.set(GUIDE, { body: "stored" });
  expect(await worker.request(GUIDE)).toEqual({ body: `network ${GUIDE}` });
  worker.network.isConnected = false;
  expect(await worker.request(GUIDE)).toEqual({ body: "stored" });
});

test("without a connection a page that was never opened says so, and a file that is not stored is an error", async () => {
  worker.network.isConnected = false;
  const response = (await worker.request(`${ORIGIN}/contact`)) as Response;
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("You are offline");
  const drawing = worker.request(`${ORIGIN}/figures/woman.webp`, { mode: "no-cors" });
  await expect(drawing).rejects.toThrow("offline");
});

test.each([
  { url: `${ORIGIN}/measurement`, method: "POST", mode: "navigate" },
  { url: `${ORIGIN}/measurement.data`, method: "GET", mode: "cors" },
  { url: "https://elsewhere.example/figures/a.webp", method: "GET", mode: "no-cors" },
])(
  "what is posted, data and other sites are left to the browser: %j",
  async ({ url, ...request }) => {
    expect(await worker.request(url, request)).toBeNull();
  },
);
