import { data, redirect, replace } from "react-router";
import type { AccountNote } from "#app/components/account/account-note.ts";
import { noteCookie } from "#app/components/account/account-note.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { authPath } from "#app/web/safe-path.ts";

/** Throws to the sign-in page when the session ended after the middleware ran. */
export function refuseAccount(): never {
  throw replace(authPath("/profile"), { headers: PRIVATE });
}

/** Throws 404 for missing and other customers' records alike. */
export function notFound(): never {
  throw data(null, { status: 404, headers: PRIVATE });
}

/** Leads to a page of the account that shows the note; `cookies` are those of a session that was renewed. */
export function doneAt(
  path: string,
  note: AccountNote,
  publicUrl: string,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers(PRIVATE);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", noteCookie(note, { https: publicUrl.startsWith("https://") }));
  return redirect(path, { status: 303, headers });
}
