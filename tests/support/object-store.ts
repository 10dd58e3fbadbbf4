import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { startFaultyNetwork } from "./faulty-network.ts";

/** Null passes the request on; `until` holds it until the promise settles. */
type Interception = { status: number; body: string; until?: Promise<unknown> } | null;

const errorBody = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

export const slowDown: Interception = { status: 503, body: errorBody("SlowDown") };
export const accessDenied: Interception = { status: 403, body: errorBody("AccessDenied") };
const notImplemented: Interception = { status: 501, body: errorBody("NotImplemented") };

/** A store that has no request for many deletions, and holds each deletion until so many have arrived. */
export function togetherOnly(count: number): (incoming: IncomingMessage) => Interception {
  const together = Promise.withResolvers<void>();
  let arrived = 0;
  return ({ method }) => {
    if (method === "POST") return notImplemented;
    if (method !== "DELETE") return null;
    arrived += 1;
    if (arrived === count) together.resolve();
    return { status: 0, body: "", until: together.promise };
  };
}

/** Counts requests and may respond itself. */
function startFront(port: number, intercept: (incoming: IncomingMessage) => Interception) {
  const listener: RequestListener = (incoming, outgoing) => {
    const found = intercept(incoming);
    const pass = () => {
      const { headers, method, url } = incoming;
      const server = { host: "127.0.0.1", port, agent: false } as const;
      const target = { ...server, method, path: url, headers };
      const inner = request(target, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      inner.on("error", () => outgoing.destroy());
      // Otherwise a film that nobody reads any more keeps the store from closing.
      outgoing.on("close", () => inner.destroy());
      incoming.pipe(inner);
    };
    const respond = () => {
      if (!found || found.status === 0) return pass();
      incoming.resume();
      outgoing.writeHead(found.status, { "content-type": "application/xml" });
      outgoing.end(incoming.method === "HEAD" ? undefined : found.body);
    };
    if (found?.until) void found.until.then(respond);
    else respond();
  };
  const server = createServer(listener);
  return new Promise<{ port: number; close(): void }>((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}

/** An S3 server behind a faulty network and HTTP server; `await using` ends them. The bucket is "shop". */
export async function startObjectStore() {
  const folder = await mkdtemp(join(tmpdir(), "atelier-s3-"));
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    // The server computes the signature of a bucket's own requests without the slash that the AWS client signs.
    allowMismatchedSignatures: true,
    configureBuckets: [
      { name: "shop", configs: [] },
      { name: "other", configs: [] },
    ],
  });
  const { port } = await s3.run();
  let intercept: (incoming: IncomingMessage) => Interception = () => null;
  const requests: string[] = [];
  const front = await startFront(port, (incoming) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    return intercept(incoming);
  });
  const network = await startFaultyNetwork(front.port);
  return {
    network,
    /** Arrived requests, "METHOD /path". */
    requests,
    respondWith(next: (incoming: IncomingMessage) => Interception) {
      intercept = next;
    },
    env: {
      DATA_DIR: join(folder, "data"),
      S3_BUCKET: "shop",
      S3_REGION: undefined,
      S3_ENDPOINT: `http://127.0.0.1:${network.port}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async [Symbol.asyncDispose]() {
      await network[Symbol.asyncDispose]();
      front.close();
      await s3.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;
