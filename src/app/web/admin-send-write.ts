import type { Result } from "#core/result.ts";
import { loginPath } from "./safe-path.ts";

/** No response, or an invalid one. */
type NotSent = "failed" | "invalid";

/** Never throws. Redirects to the login after the session ended. Browser only. */
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
