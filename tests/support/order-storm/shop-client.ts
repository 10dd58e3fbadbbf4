import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { waitUntil } from "../wait-until.ts";

/** Behind https the shop trusts the proxy's client IP. */
export const PUBLIC_URL = "https://shop.example";

/** Then lost. */
const PATIENCE_MS = 20_000;

export type ShopResponse = { status: number; headers: IncomingHttpHeaders; text: string };

export type ShopQuestion = {
  method?: "GET" | "POST";
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** The visitor's IP address. */
  visitor: number;
};

const addressOf = (visitor: number) =>
  ["10", visitor >> 16, (visitor >> 8) & 255, visitor & 255].map(String).join(".");

/** The storm's time passes with the requests that end, so that it is as long on a slow machine. */
function createPassing() {
  const waiting = new Set<{ due: number; resolve: () => void }>();
  let inFlight = 0;
  let ended = 0;
  function settle(): void {
    for (const each of waiting) {
      if (each.due > ended && inFlight > 0) continue;
      waiting.delete(each);
      each.resolve();
    }
  }
  return {
    begin() {
      inFlight += 1;
    },
    end() {
      inFlight -= 1;
      ended += 1;
      settle();
    },
    later: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.add({ due: ended + count, resolve });
        setImmediate(settle);
      }),
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** A client that sends as the proxy does; it rejects while the shop is down. */
export function createShopClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const passing = createPassing();
  return {
    /** Resolves once so many more requests have ended, or none is in flight. */
    later: passing.later,
    /** Resolves once the shop listens again. */
    untilOpen: () => waitUntil("the shop listens", () => listens(port), { everyMs: 25 }),
    request: ({ method = "GET", path, body = "", headers = {}, visitor }: ShopQuestion) => {
      passing.begin();
      return new Promise<ShopResponse>((resolve, reject) => {
        const sent = {
          host: new URL(PUBLIC_URL).host,
          "x-forwarded-for": addressOf(visitor),
          "content-length": Buffer.byteLength(body),
          ...headers,
        };
        const where = { host: "127.0.0.1", port, path, method, agent, headers: sent };
        const asking = request({ ...where, timeout: PATIENCE_MS }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => {
            text += part;
          });
          response.on("error", reject);
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        asking.on("timeout", () => asking.destroy(new Error("The shop does not answer")));
        asking.on("error", reject);
        asking.end(body);
      }).finally(passing.end);
    },
    close: () => agent.destroy(),
  };
}

export type ShopClient = ReturnType<typeof createShopClient>;
