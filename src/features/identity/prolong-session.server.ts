import type { Auth } from "#platform/auth.server.ts";
import { CUSTOMER_SESSION_S, PROLONGED_EVERY_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { OpenSession } from "./actor.ts";

/**
 * Prolongs a customer's session by this visit, at most once a day, and gives the cookies to set; none when it is not yet time, which
 * is told from the session as it was found. For customers only: an admin's session ends a day after it began.
 */
export async function prolongSession(
  deps: { auth: Auth; clock: Clock },
  input: { session: OpenSession; request: Request },
): Promise<readonly string[]> {
  const { session, request } = input;
  const dueMs = session.expiresAt.getTime() - (CUSTOMER_SESSION_S - PROLONGED_EVERY_S) * 1000;
  if (deps.clock.now().getTime() < dueMs) return [];
  const answer = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    asResponse: true,
  });
  const prolonged: unknown = answer.ok ? await answer.json() : null;
  return prolonged === null ? [] : answer.headers.getSetCookie();
}
