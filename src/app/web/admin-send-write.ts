import type { Result } from "#core/result.ts";
import { loginPath } from "./safe-path.ts";

/** Beside what the use case refuses: the shop did not answer, or did not understand. */
type NotSent = "failed" | "invalid";

/**
 * Sends a write of the admin and gives its answer; never throws. Whoever is not signed in any more goes to the login, which leads back
 * to this page. For the browser only.
 */
export async function sendWrite<Value, Failure extends string>(
  path: string,
  body: unknown,
): Promise<Result<Value, Failure | NotSent>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (response.redirected) {
      location.assign(loginPath(location.pathname + location.search));
      return { ok: false, error: "failed" };
    }
    return await response.json();
  } catch {
    return { ok: false, error: "failed" };
  }
}
