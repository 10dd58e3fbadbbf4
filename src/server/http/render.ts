import { randomInt } from "node:crypto";
import type { Outage } from "#db/database-outage.server.ts";
import { findOutage, watchOutages } from "#db/database-outage.server.ts";
import { isSafeMethod } from "./request-guards.ts";

/** Renders a page or runs a route's action. */
export type Render = (request: Request, requestId: string) => Promise<Response>;

/** "overload": more requests than can be served in time; nothing was done for this one. */
export type Reason = Outage | "overload";

/** A request that cannot be served now and that may be repeated in a moment. */
export class Unavailable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`Unavailable: ${reason}`);
    this.name = "Unavailable";
    this.reason = reason;
  }
}

/** Why a failed request may be repeated in a moment; null for any other failure. */
export function unavailableReason(error: unknown): Reason | null {
  return error instanceof Unavailable ? error.reason : findOutage(error);
}

/** In seconds. Spread, so that not all visitors return in the same second. */
export const retryAfterS = (reason: Reason) =>
  String(reason === "overload" ? randomInt(2, 6) : randomInt(5, 11));

function withRetryAfter(response: Response, outage: Outage): Response {
  const headers = new Headers(response.headers);
  headers.set("retry-after", retryAfterS(outage));
  headers.set("cache-control", "private, no-store");
  return new Response(response.body, { status: 503, headers });
}

/**
 * A render whose status 500 becomes 503 when the database or the disk was the reason: error pages and the results of
 * scripts stay as rendered, anything else throws Unavailable. A 503 of the route's own gets Retry-After.
 */
export function explainOutages(render: Render): Render {
  return async (request, requestId) => {
    const { value: response, outage } = await watchOutages(() => render(request, requestId));
    if (!outage || (response.status !== 500 && response.status !== 503)) return response;
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    const isReadable =
      response.headers.has("x-remix-response") || (isPage && isSafeMethod(request.method));
    if (response.status === 503 || isReadable) return withRetryAfter(response, outage);
    await response.body?.cancel();
    throw new Unavailable(outage);
  };
}
