import { isRouteErrorResponse } from "react-router";

/** Covers rate limits, overload and outages. */
export function messageOfHost(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || (error.status !== 429 && error.status !== 503)) return null;
  try {
    const body: { error?: { message?: unknown } } = JSON.parse(String(error.data));
    return typeof body.error?.message === "string" ? body.error.message : null;
  } catch {
    return null;
  }
}
