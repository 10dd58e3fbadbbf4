import { data, redirect, replace } from "react-router";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { authPath } from "#app/web/safe-path.ts";
import type { AccountNote } from "./account-note.ts";
import { noteCookie } from "./account-note.ts";

/** A use case refused an actor whom the middleware let through: the session or the account ended in between. */
export function refuseAccount(): never {
  throw replace(authPath("/profile"), { headers: PRIVATE });
}

/** What is not there, or is somebody else's: the same answer for both. */
export function notFound(): never {
  throw data(null, { status: 404, headers: PRIVATE });
}

/** Leads on to a page of the account, which says what was done. */
export function doneAt(path: string, note: AccountNote, publicUrl: string): Response {
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", noteCookie(note, { https: publicUrl.startsWith("https://") }));
  return redirect(path, { headers });
}
