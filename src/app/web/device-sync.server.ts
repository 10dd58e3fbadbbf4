import { ACCOUNT_DELETED, ACCOUNT_HEADER } from "#app/web/account-header.ts";
import { cookieContextFor, hasSignedInCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { isId } from "#core/ids.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { hasAccount } from "#features/base/identity/my-profile.server.ts";
import type { ActorAndSession } from "#features/base/identity/sessions.server.ts";
import { findActorAndSession } from "#features/base/identity/sessions.server.ts";

/** A refusal that a program reads; never cached. */
export const refuseSync = (code: string, status: number): Response =>
  Response.json({ error: { code } }, { status, headers: PRIVATE });

type SyncRequest = { actor: SignedIn; found: ActorAndSession; submitted: unknown };

/**
 * Reads what a device of a signed-in person sends; `submitted` is null where it is no JSON. Gives a response instead for a visitor:
 * 204, which also removes a stale sign-in hint, and 205 where the account whose data the device holds was deleted.
 */
export async function readSyncRequest(
  deps: AppDeps,
  request: Request,
): Promise<SyncRequest | Response> {
  const found = await findActorAndSession(deps, request);
  const { actor } = found;
  if (isSignedIn(actor)) {
    return { actor, found, submitted: await request.json().catch(() => null) };
  }
  const headers = new Headers(PRIVATE);
  // An expired session is no error: the console stays clean.
  if (hasSignedInCookie(request)) {
    headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
  }
  const account = request.headers.get(ACCOUNT_HEADER);
  const isDeleted = account !== null && isId(account) && !(await hasAccount(deps.db, account));
  return new Response(null, { status: isDeleted ? ACCOUNT_DELETED : 204, headers });
}
