import type { Auth } from "#platform/auth.server.ts";

/**
 * Prolongs a customer's session by this visit, at most once a day, and gives the cookies to set; none when it is not yet time. For
 * customers only: an admin's session ends a day after it began.
 */
export async function prolongSession(
  deps: { auth: Auth },
  request: Request,
): Promise<readonly string[]> {
  const answer = await deps.auth.api.getSession({
    headers: request.headers,
    query: { disableCookieCache: true },
    asResponse: true,
  });
  const session: unknown = answer.ok ? await answer.json() : null;
  return session === null ? [] : answer.headers.getSetCookie();
}
