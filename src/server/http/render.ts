import { randomInt } from "node:crypto";
import type { Outage } from "#db/database-outage.server.ts";
import { findOutage, watchOutages } from "#db/database-outage.server.ts";
import { isSafeMethod } from "./request-guards.ts";

export type Render = (request: Request, requestId: string) => Promise<Response>;

/** "overload": nothing was done. */
export type Reason = Outage | "overload";

/** Cannot be served now; repeat in a moment. */
export class Unavailable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`Unavailable: ${reason}`);
    this.name = "Unavailable";
    this.reason = reason;
  }
}

/** Why a request may be repeated in a moment, else null. */
export function unavailableReason(error: unknown): Reason | null {
  return error instanceof Unavailable ? error.reason : findOutage(error);
}

/** Seconds, spread. */
export const retryAfterS = (reason: Reason) =>
  String(reason === "overload" ? randomInt(2, 6) : randomInt(5, 11));

function withRetryAfter(response: Response, outage: Outage): Response {
  const headers = new Headers(response.headers);
  headers.set("retry-after", retryAfterS(outage));
  headers.set("cache-control", "private, no-store");
  return new Response(response.body, { status: 503, headers });
}

/**
 * A render whose 500 becomes 503 when the database or disk caused it: error pages and script results stay as
 * rendered, others throw Unavailable. Adds Retry-After to a route's own 503.
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
