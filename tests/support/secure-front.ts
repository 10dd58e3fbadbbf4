import type { OutgoingHttpHeaders } from "node:http";
import { request as sendRequest } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "./self-signed.ts";

/** TLS and HTTP/2 to the browser, HTTP/1.1 to the shop, as in production. */
export type SecureFront = {
  url: string;
  /** HTTP/2 connections with a request. */
  usedConnections(): number;
  close(): Promise<void>;
};

/** Headers of one connection, which are never forwarded (RFC 9113, 8.2.2). */
const OF_ONE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

function handedOn(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const stored = Object.entries(headers).filter(
    ([name]) => !name.startsWith(":") && !OF_ONE_CONNECTION.has(name),
  );
  return Object.fromEntries(stored);
}

function passOn(shop: URL, incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
  const { method, url, headers } = incoming;
  const host = headers[":authority"] ?? headers.host;
  const requested = sendRequest({
    host: shop.hostname,
    port: shop.port,
    method,
    path: url,
    headers: { ...handedOn(headers), host, "x-forwarded-proto": "https" },
  });
  requested.on("response", (response) => {
    outgoing.writeHead(response.statusCode ?? 502, handedOn(response.headers));
    response.pipe(outgoing);
  });
  requested.on("error", () => outgoing.destroy());
  incoming.pipe(requested);
}

export async function startSecureFront(shop: string): Promise<SecureFront> {
  const identity = selfSignedCertificate("127.0.0.1");
  const server = createSecureServer({ ...identity, allowHTTP1: true }, (incoming, outgoing) =>
    passOn(new URL(shop), incoming, outgoing),
  );
  const used = new Set<object>();
  const open = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    open.add(session);
    session.once("stream", () => used.add(session));
    session.once("close", () => open.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    usedConnections: () => used.size,
    async close() {
      for (const session of open) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
