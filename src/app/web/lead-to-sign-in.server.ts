import { redirect, replace } from "react-router";
import { sessionEndCode } from "#core/session-limits.ts";
import type { ActorAndSession } from "#features/base/identity/sessions.server.ts";
import { deleteEndedSession } from "#features/base/identity/sessions.server.ts";
import type { AppDeps } from "./context.ts";
import { sendAgainPath } from "./identity-request.ts";

const isForm = (request: Request) =>
  request.method === "POST" &&
  request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;

/**
 * Throws a visitor to the sign-in page. If a session ended by itself, that page says so, and a form that was posted goes on by
 * 307 to the page "Please sign in again", which holds what was typed until its sender is signed in.
 */
export async function leadToSignIn(
  deps: Pick<AppDeps, "db">,
  input: {
    request: Request;
    /** The page that was opened or posted to. */
    path: string;
    signInPath: string;
    ended: ActorAndSession["ended"];
    headers: Headers;
  },
): Promise<never> {
  const { ended, headers, path, request, signInPath } = input;
  if (!ended) throw replace(signInPath, { headers });
  await deleteEndedSession(deps, ended);
  if (isForm(request)) throw redirect(sendAgainPath(path, ended), { status: 307, headers });
  throw replace(withEnd(signInPath, sessionEndCode(ended)), { headers });
}

const withEnd = (path: string, code: string) =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ ended: code })}`;
