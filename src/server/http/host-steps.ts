import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import { SCRIPT_NONCE_HEADER, sealPage } from "#app/web/page-scripts.ts";
import { clientKeyOf } from "#core/client-key.ts";
import { newId } from "#core/ids.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { ClientIpOf } from "./client-ip.ts";
import { acceptedEncoding, encodeBody, isCompressible } from "./content-encoding.ts";
import type { MatchedRoute } from "./matched-route.ts";
import type { Metrics } from "./metrics.ts";
import type { RetryForm } from "./plain-response.ts";
import { isPageRequest, plainResponse } from "./plain-response.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { rateKindOf } from "./rate-limit.ts";
import { ALLOWED_METHODS, isForeignOrigin, isSafeMethod, validateUrl } from "./request-guards.ts";
import type { HeaderPair, TransportSecurity } from "./security-headers.ts";
import { fileSecurityHeaders, securityHeaders } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";

// A response for one visitor does not earn more effort.
const BROTLI_QUALITY = 4;
const WORTH_COMPRESSING = 1_024;

function addMissing(headers: Headers, pairs: readonly HeaderPair[]): void {
  for (const [name, value] of pairs) if (!headers.has(name)) headers.set(name, value);
}

const FILE_TYPES = /^(image|font|audio|video)\/|^text\/(css|javascript)|^application\/javascript/;

function isFile(headers: Headers): boolean {
  return FILE_TYPES.test(headers.get("content-type") ?? "");
}

/** Adds security headers, no-store by default and compression, as the page cache does. */
async function finishResponse(
  request: Request,
  response: Response,
  options: {
    https: boolean;
    formTargets?: readonly string[];
    requestId: string;
  } & TransportSecurity,
): Promise<Response> {
  const headers = new Headers(response.headers);
  const cacheControl = headers.get("cache-control");
  if (cacheControl?.startsWith("public") && isFile(headers)) {
    addMissing(headers, fileSecurityHeaders(headers.get("content-type") ?? ""));
    return new Response(response.body, { status: response.status, headers });
  }
  headers.set("x-request-id", options.requestId);
  if (cacheControl === null) headers.set("cache-control", "private, no-store");
  const { status, statusText } = response;
  const readable = response.body !== null && isCompressible(headers.get("content-type"));
  // Such streams are encoded and too large to buffer.
  const isFinal = headers.has("content-encoding") || /no-transform/.test(cacheControl ?? "");
  if (!readable || isFinal) {
    headers.delete(SCRIPT_NONCE_HEADER);
    addMissing(headers, securityHeaders(options));
    return new Response(response.body, { status, statusText, headers });
  }
  const sealed = sealPage(Buffer.from(await response.arrayBuffer()), headers);
  headers.delete(SCRIPT_NONCE_HEADER);
  addMissing(headers, securityHeaders({ ...options, scriptHashes: sealed.scriptHashes }));
  const encoding =
    sealed.body.length > WORTH_COMPRESSING
      ? acceptedEncoding(request.headers.get("accept-encoding") ?? undefined)
      : "identity";
  const body = await encodeBody(sealed.body, encoding, BROTLI_QUALITY);
  headers.append("vary", "accept-encoding");
  headers.set("content-length", String(body.length));
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(new Uint8Array(body), { status, statusText, headers });
}

export type HostEnv = {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse };
  Variables: {
    requestId: string;
    pathname: string;
    /** Of the route that the path belongs to; "*" for an unknown one. */
    pattern: string;
    /** Aborted when the client leaves before the response; of requests that wait long. */
    left: AbortSignal | undefined;
    /** What a failed write offers to resend. */
    retryForm: RetryForm | null | undefined;
    /** Logged in sum. */
    isRefused: boolean | undefined;
  };
};
type Step = MiddlewareHandler<HostEnv>;

const CLIENT_LEFT = 499;
const SENSIBLE_ID = /^[\w.:-]{8,128}$/;
/** Signed requests of other servers, and Apple's form post, which changes nothing. */
const OPEN_TO_ANY_ORIGIN: ReadonlySet<string> = new Set([
  "/payments/events",
  "/api/auth/callback/apple",
]);

function statusOf(c: Context<HostEnv>): number {
  const { statusCode } = c.env.outgoing;
  const responded = c.res === RESPONSE_ALREADY_SENT ? statusCode : c.res.status;
  // No server error: the visitor left.
  return responded >= 500 && c.req.raw.signal.aborted ? CLIENT_LEFT : responded;
}

function logLevelOf(status: number, isRefused: boolean | undefined): "error" | "info" | "debug" {
  if (status >= 500 && !isRefused) return "error";
  return status >= 400 && status < 500 ? "info" : "debug";
}

/** Request id, timing, log line and headers of every response. */
export function finishEveryResponse(options: {
  publicUrl: string;
  formTargets?: readonly string[];
  hstsSubdomains?: boolean;
  logger: Logger;
  metrics: Metrics;
}): Step {
  const { formTargets, hstsSubdomains } = options;
  const https = options.publicUrl.startsWith("https:");
  return async (c, next) => {
    const startedMs = performance.now();
    const requested = c.req.header("x-request-id") ?? "";
    const requestId = SENSIBLE_ID.test(requested) ? requested : newId();
    c.set("requestId", requestId);
    c.set("pathname", new URL(c.req.url).pathname);
    await next();
    if (c.res !== RESPONSE_ALREADY_SENT) {
      const finished = await finishResponse(c.req.raw, c.res, {
        https,
        formTargets,
        hstsSubdomains,
        requestId,
      });
      // Otherwise the old headers are merged.
      c.res = undefined;
      c.res = finished;
    }
    const status = statusOf(c);
    const durationMs = performance.now() - startedMs;
    options.metrics.count(status, durationMs);
    options.logger[logLevelOf(status, c.get("isRefused"))](
      {
        requestId,
        method: c.req.method,
        path: c.get("pathname"),
        status,
        ms: Math.round(durationMs),
      },
      "request",
    );
  };
}

/** Redirects to canonical URLs; refuses unknown methods. */
export const guardUrl: Step = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const verdict = validateUrl(pathname, search);
  if (verdict.kind === "bad") {
    return plainResponse(c.req.raw, {
      status: 404,
      code: "bad_address",
      title: "We could not read that address",
      message: "The address of this page is damaged. Please check the link you followed.",
    });
  }
  if (!ALLOWED_METHODS.has(c.req.method)) {
    return plainResponse(c.req.raw, {
      status: 405,
      code: "method_not_allowed",
      title: "That is not possible here",
      message: "This address does not answer that kind of request.",
      headers: { allow: [...ALLOWED_METHODS].join(", ") },
    });
  }
  if (verdict.kind === "moved") {
    // 308 keeps a write's body; every crawler knows 301.
    const status = isSafeMethod(c.req.method) ? 301 : 308;
    return new Response(null, { status, headers: { location: verdict.location } });
  }
  return next();
};

/** Refuses writes from other sites' pages. */
export function guardOrigin(publicUrl: string): Step {
  return async (c, next) => {
    const open = isSafeMethod(c.req.method) || OPEN_TO_ANY_ORIGIN.has(c.get("pathname"));
    if (open || !isForeignOrigin(c.req.raw.headers, publicUrl)) return next();
    return plainResponse(c.req.raw, {
      status: 403,
      code: "foreign_origin",
      title: "That request came from another website",
      message: "For your safety the shop only accepts forms sent from its own pages.",
    });
  };
}

/** Finds the route that a request is for, once. */
export function findRoute(matchedRoute: MatchedRoute): Step {
  return (c, next) => {
    c.set("pattern", matchedRoute(c.get("pathname")));
    return next();
  };
}

/** Watches whether the client leaves before the response, for these routes. */
export function watchLeaving(patterns: ReadonlySet<string>): Step {
  return (c, next) => {
    if (patterns.has(c.get("pattern"))) {
      const { outgoing } = c.env;
      const left = new AbortController();
      c.set("left", left.signal);
      outgoing.once("close", () => {
        if (!outgoing.writableFinished) left.abort();
      });
    }
    return next();
  };
}

function asText(seconds: number): string {
  if (seconds === 1) return "a second";
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

type LimitOptions = {
  limiter: RateLimiter;
  clientIpOf: ClientIpOf;
  /** The id of a browser that opened an account, or null. */
  knownDeviceOf(request: Request): string | null;
  pauseRefusal(): Promise<void>;
};

/**
 * Refuses requests over their limit, with Retry-After and after a pause. A browser that opened an account may still sign in
 * when strangers on its IP used up the limit.
 */
export function limitRate({ limiter, ...options }: LimitOptions): Step {
  return async (c, next) => {
    const kind = rateKindOf(c.req.method, c.get("pattern"));
    if (!kind) return next();
    let waitS = await limiter.consume(kind, clientKeyOf(options.clientIpOf(c.env.incoming)));
    if (waitS > 0 && kind === "auth") {
      const device = options.knownDeviceOf(c.req.raw);
      if (device !== null) waitS = await limiter.consume(kind, `device ${device}`);
    }
    if (waitS === 0) return next();
    await options.pauseRefusal();
    const back = isSafeMethod(c.req.method) ? "" : " Then go back and send the form again.";
    return plainResponse(c.req.raw, {
      status: 429,
      code: "too_many_requests",
      title: "One moment, please",
      message: `Too many requests came from your connection. Please wait ${asText(waitS)} and try again.${isPageRequest(c.req.raw) ? back : ""}`,
      headers: { "retry-after": String(waitS) },
    });
  };
}

/** Serves the build's files, else 404 under /assets/. */
export function serveBuiltFiles(files: StaticFiles): Step {
  return async (c, next) => {
    if (!isSafeMethod(c.req.method)) return next();
    const found = await files.find(c.req.raw, c.get("pathname"));
    if (found) return found;
    if (!c.get("pathname").startsWith("/assets/")) return next();
    return plainResponse(c.req.raw, {
      status: 404,
      code: "not_found",
      title: "That file is not here any more",
      message: "The shop was updated. Please load the page again.",
    });
  };
}
