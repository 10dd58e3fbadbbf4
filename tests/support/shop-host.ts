import type { IncomingHttpHeaders, RequestOptions } from "node:http";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { pino } from "pino";
import routeTable from "#app/routes.ts";
import type { AdmissionOptions } from "#server/http/admission.ts";
import { createAdmission } from "#server/http/admission.ts";
import type { ShopServerOptions } from "#server/http/app.ts";
import { createShopServer } from "#server/http/app.ts";
import { createMatchedRoute } from "#server/http/matched-route.ts";
import { explainOutages } from "#server/http/render.ts";
import type { PageCache } from "#server/page-cache/page-cache.ts";
import { createPageCache } from "#server/page-cache/page-cache.ts";

export const PUBLIC_PAGE = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** Not decompressed or redirected. */
export type WireResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** The shop's HTTP server around the render of a test. */
export type ShopHost = AsyncDisposable & {
  url: string;
  port: number;
  cache: PageCache;
  request(
    path: string,
    options?: RequestOptions & { body?: string | Buffer },
  ): Promise<WireResponse>;
  /** Unchanged bytes. */
  requestRaw(text: string): Promise<string>;
};

type HostOptions = Partial<Omit<ShopServerOptions, "render" | "cache" | "admission">> & {
  render(request: Request): Promise<Response> | Response;
  maxBytes?: number;
  admission?: Partial<AdmissionOptions>;
  /** Whether the cache is fresh; true by default. */
  sure?: boolean;
};

type Listed = { id: string; parentId?: string; path?: string; index?: boolean };

function listRoutes(table: readonly RouteConfigEntry[], parentId?: string): Listed[] {
  return table.flatMap(({ children = [], file, id = file, index, path }) => [
    { id, parentId, path, index },
    ...listRoutes(children, id),
  ]);
}

export const shopRoutes = listRoutes(routeTable);

/** One request on a connection of its own. */
export function sendRequest(
  port: number,
  path: string,
  { body, ...options }: RequestOptions & { body?: string | Buffer } = {},
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { headers, statusCode = 0 } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks) });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let response = "";
    socket.on("data", (chunk) => {
      response += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(response));
    socket.on("error", reject);
  });
}

/** `await using` closes it. */
export async function startShopHost(options: HostOptions): Promise<ShopHost> {
  const logger = pino({ level: "silent" });
  const publicUrl = options.publicUrl ?? "http://shop.example";
  const admission = createAdmission({ logger, ...options.admission });
  const render = admission.admit(explainOutages(async (request) => options.render(request)));
  const cache = createPageCache({
    render,
    maxBytes: options.maxBytes ?? 16_000_000,
    logger,
    publicUrl,
    hstsSubdomains: options.hstsSubdomains,
  });
  if (options.sure !== false) cache.freshness.confirm(1, Number.POSITIVE_INFINITY);
  const server = createShopServer({
    clientDirectory: "nowhere",
    matchedRoute: createMatchedRoute(shopRoutes),
    mayReceive: async () => true,
    bodyDirectory: join(tmpdir(), "demerara-bodies"),
    findFault: async () => null,
    logger,
    ...options,
    admission,
    publicUrl,
    render,
    cache,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cache,
    request: (path, request) => sendRequest(port, path, request),
    requestRaw: (text) => sendRaw(port, text),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      admission.close();
    },
  };
}

export function publicPage(
  text: string,
  headers: Record<string, string> = {},
  status = 200,
): Response {
  return new Response(`<!doctype html><p>${text}</p>${" ".repeat(2_000)}`, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": PUBLIC_PAGE,
      ...headers,
    },
  });
}
