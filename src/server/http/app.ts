import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { Hono } from "hono";
import { clientKeyOf } from "#core/client-key.ts";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { withinTime } from "../page-cache/freshness.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import type { Admission } from "./admission.ts";
import type { ClientIpOf, TrustedProxies } from "./client-ip.ts";
import { createClientIpOf } from "./client-ip.ts";
import type { FairTurns } from "./fair-turns.ts";
import { createFairTurns } from "./fair-turns.ts";
import type { HostEnv } from "./host-steps.ts";
import {
  findRoute,
  finishEveryResponse,
  guardOrigin,
  guardUrl,
  limitRate,
  serveBuiltFiles,
  watchLeaving,
} from "./host-steps.ts";
import type { MatchedRoute } from "./matched-route.ts";
import type { Metrics } from "./metrics.ts";
import { createMetrics } from "./metrics.ts";
import { plainResponse, unreadable } from "./plain-response.ts";
import type { RateLimits } from "./rate-limit.ts";
import { createRateLimiter, defaultRateLimits } from "./rate-limit.ts";
import type { MayReceive } from "./receive-write.ts";
import { createWriteReceiver } from "./receive-write.ts";
import { createRefusalPause } from "./refusal-pause.ts";
import { createEarlyRefusal } from "./refuse-early.ts";
import type { Render } from "./render.ts";
import { Unavailable, unavailableReason } from "./render.ts";
import { isLocal, isSafeMethod, withTrustedOrigin } from "./request-guards.ts";
import { securityHeaders } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";
import { createStaticFiles } from "./static-files.ts";
import { unavailableResponse } from "./unavailable.ts";

export type ShopServerOptions = {
  render: Render;
  /** "build/client". */
  clientDirectory: string;
  cache: PageCache;
  /** Why the shop is not ready (/readyz), or null. */
  findFault(): Promise<string | null>;
  /** Unusable servers beside the database. */
  findProblems?(): Promise<readonly { server: string; reason: string }[]>;
  admission: Pick<Admission, "stats" | "refuses" | "countArrival">;
  logger: Logger;
  publicUrl: string;
  /** Forms may redirect to these origins. */
  formTargets?: readonly string[];
  hstsSubdomains?: boolean;
  trustedProxies?: TrustedProxies;
  matchedRoute: MatchedRoute;
  /** Whether a long body is received for this request; asked before any of it is read. */
  mayReceive: MayReceive;
  /** Where forms with photos wait for their turn; created with the first. */
  bodyDirectory: string;
  /** The id of a browser that opened an account, or null. */
  knownDeviceOf?(request: Request): string | null;
  /** Shares the limits between processes. */
  db?: Database;
  /** "off" for load tests. */
  rateLimits?: RateLimits | "off";
};

const READY_LIMIT_MS = 2_000;
const PROBLEMS_LIMIT_MS = 500;
/** Longer than a load balancer keeps connections, so that it never reuses a closed one. */
const KEEP_ALIVE_MS = 65_000;

const broken = {
  status: 500,
  code: "internal",
  title: "Something went wrong",
  message: "The fault is ours. Nothing you ordered was lost; please try again in a moment.",
};

function addHealth(app: Hono<HostEnv>, options: ShopServerOptions, metrics: Metrics): void {
  const { findProblems = async () => [] } = options;
  app.get("/readyz", async (c) => {
    const found = withinTime(options.findFault(), READY_LIMIT_MS);
    const fault = await found.catch(() => "database away");
    if (fault !== null) return c.json({ status: fault }, 503);
    const problems = await withinTime(findProblems(), PROBLEMS_LIMIT_MS).catch(() => []);
    if (problems.length === 0) return c.json({ status: "ready" });
    // Reasons may name hosts.
    const shown = isLocal(c.env.incoming) ? problems : problems.map(({ server }) => ({ server }));
    return c.json({ status: "degraded", problems: shown });
  });
  app.get("/metrics", (c) => {
    if (!isLocal(c.env.incoming)) return c.notFound();
    return c.text(metrics.text(options.cache.stats(), options.admission.stats()), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });
}

/** Reads that sign in: checked like writes, never cached. */
const SIGNS_IN = /^\/api\/auth\//;

/** Routes that read the atelier's queue; by pattern. They cost more than a page. */
const QUOTES: ReadonlySet<string> = new Set([
  "cart/quote",
  "cart/simple",
  "cart/simple/lines",
  "checkout/need-by",
  "product/:id/ready",
  "product/:id/ready-days",
]);
/** A second quote uses the processor while the first waits for the database. */
const QUOTE_TURNS = { atOnce: 2, maxWaitingOfClient: 12, maxWaitMs: 5_000, maxPauseMs: 25 };

/** Drawings for visitors; drafted one after the other in a process of their own. */
const PREVIEWS: ReadonlySet<string> = new Set(["product/:id/pattern"]);
const PREVIEW_TURNS = { atOnce: 2, maxWaitingOfClient: 4, maxWaitMs: 60_000, maxPauseMs: 0 };

/** Writes that check every measurement, price the garment and seal it; by pattern. */
const SPECIFICATIONS: ReadonlySet<string> = new Set(["product/:id/made-to-measure"]);
/** One at a time, then as long for everybody else: strangers who send them from many addresses get half of the time at most. */
const SPECIFICATION_TURNS = {
  atOnce: 1,
  maxWaitingOfClient: 12,
  maxWaitMs: 10_000,
  maxPauseMs: 50,
};

/** The pages that answer a long body which nobody receives. */
const REFUSED_BODY_TURNS = { atOnce: 1, maxWaitingOfClient: 12, maxWaitMs: 10_000, maxPauseMs: 50 };

const tooManyTurns = {
  status: 429,
  code: "too_many_requests",
  title: "One moment, please",
  message:
    "Your connection asks for more than we can work out at once. Please wait a few seconds and try again.",
  headers: { "retry-after": "2" },
};

type Refusing = { clientIpOf: ClientIpOf; pauseRefusal(): Promise<void> };

function respond(options: ShopServerOptions, { clientIpOf, pauseRefusal }: Refusing) {
  const { publicUrl } = options;
  const quoteTurns = createFairTurns(QUOTE_TURNS);
  const previewTurns = createFairTurns(PREVIEW_TURNS);
  const specificationTurns = createFairTurns(SPECIFICATION_TURNS);
  const refusedBodyTurns = createFairTurns(REFUSED_BODY_TURNS);

  function turnsOf(c: Context<HostEnv>): FairTurns | null {
    const pattern = c.get("pattern");
    if (QUOTES.has(pattern)) return quoteTurns;
    if (PREVIEWS.has(pattern)) return previewTurns;
    const isWrite = !isSafeMethod(c.req.method);
    return isWrite && SPECIFICATIONS.has(pattern) ? specificationTurns : null;
  }

  /** What costs much waits for its own kind, addresses in turn; nothing else waits for it. */
  async function inTurn(
    c: Context<HostEnv>,
    turns: FairTurns | null,
    work: () => Promise<Response>,
  ): Promise<Response> {
    if (turns === null) return work();
    const end = await turns.enter(clientKeyOf(clientIpOf(c.env.incoming)), c.get("left"));
    if (end === "full") {
      await pauseRefusal();
      return plainResponse(c.req.raw, tooManyTurns);
    }
    if (end === "late") throw new Unavailable("overload");
    return work().finally(end);
  }

  const receiveWrite = createWriteReceiver({
    ...options,
    clientIpOf,
    render: (c, request) =>
      inTurn(c, turnsOf(c), () => options.render(request, c.get("requestId"))),
    renderRefused: (c, request) =>
      inTurn(c, refusedBodyTurns, () => options.render(request, c.get("requestId"))),
  });

  async function read(c: Context<HostEnv>): Promise<Response> {
    const requestId = c.get("requestId");
    const request = c.req.raw;
    const { incoming, outgoing } = c.env;
    if (SIGNS_IN.test(c.get("pathname"))) {
      const address = clientIpOf(incoming);
      return options.render(
        withTrustedOrigin(request, null, { publicUrl, header: CLIENT_IP_HEADER, address }),
        requestId,
      );
    }
    return inTurn(c, turnsOf(c), async () => {
      const sent = await options.cache.serve({ incoming, outgoing, request, requestId });
      return sent === "sent" ? RESPONSE_ALREADY_SENT : sent;
    });
  }
  return (c: Context<HostEnv>): Promise<Response> =>
    isSafeMethod(c.req.method) ? read(c) : receiveWrite(c);
}

function createApp(
  options: ShopServerOptions,
  { metrics, files }: { metrics: Metrics; files: StaticFiles },
): Hono<HostEnv> {
  const { publicUrl, formTargets, hstsSubdomains, logger } = options;
  const app = new Hono<HostEnv>();
  app.onError((error, c) => {
    const reason = unavailableReason(error);
    if (reason === "overload") c.set("isRefused", true);
    if (reason) return unavailableResponse(c.req.raw, reason, c.get("retryForm"));
    logger.error({ err: error, requestId: c.get("requestId") }, "request failed");
    return plainResponse(c.req.raw, broken);
  });
  app.use(finishEveryResponse({ publicUrl, formTargets, hstsSubdomains, logger, metrics }));
  app.use(guardUrl);
  addHealth(app, options, metrics);
  app.use(serveBuiltFiles(files));
  const clientIpOf = createClientIpOf(options.trustedProxies);
  const pauseRefusal = createRefusalPause();
  app.use(findRoute(options.matchedRoute));
  if (options.rateLimits !== "off") {
    const { db = null, knownDeviceOf = () => null } = options;
    const limiter = createRateLimiter(options.rateLimits ?? defaultRateLimits, db);
    app.use(limitRate({ limiter, clientIpOf, knownDeviceOf, pauseRefusal }));
  }
  app.use(guardOrigin(publicUrl));
  app.use(watchLeaving(PREVIEWS));
  app.all("*", respond(options, { clientIpOf, pauseRefusal }));
  return app;
}

/** Serves /healthz in its turn of the event loop; Hono would wait for several renders. */
function createHealthCheck({ hstsSubdomains, publicUrl }: ShopServerOptions, metrics: Metrics) {
  const body = JSON.stringify({ status: "ok" });
  const head = [
    ...securityHeaders({ https: publicUrl.startsWith("https:"), hstsSubdomains }),
    ["content-type", "application/json"],
    ["cache-control", "private, no-store"],
    ["content-length", String(body.length)],
  ].flat();
  return ({ method = "", url }: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (url !== "/healthz" || !isSafeMethod(method)) return false;
    outgoing.writeHead(200, [...head, "x-request-id", newId()]);
    outgoing.end(method === "HEAD" ? undefined : body);
    metrics.count(200, 0);
    return true;
  };
}

/**
 * The HTTP server, not yet listening: cached pages, health checks and refusals directly from node, the rest
 * through Hono.
 */
export function createShopServer(options: ShopServerOptions): Server {
  const { cache, admission } = options;
  const metrics = createMetrics();
  const files = createStaticFiles(options.clientDirectory);
  const listener = getRequestListener(createApp(options, { metrics, files }).fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => plainResponse(null, unreadable),
  });
  const serveHealth = createHealthCheck(options, metrics);
  const refuseEarly = createEarlyRefusal({ ...options, metrics, files });
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 20_000, requestTimeout: 120_000 },
    (incoming, outgoing) => {
      admission.countArrival();
      const isSent =
        cache.tryServe(incoming, outgoing) ||
        serveHealth(incoming, outgoing) ||
        refuseEarly(incoming, outgoing);
      if (!isSent) void listener(incoming, outgoing);
    },
  );
  server.on("connection", admission.countArrival);
  return server;
}
