import { sealedSchema } from "#platform/secrets.server.ts";
import type { AppDeps } from "./context.ts";

/** Sealed, because the page posts parts of the value. */
export type OneTimeCookie = { name: string; path: string };

type Deps = Pick<AppDeps, "secretBox" | "publicUrl">;

const LIFETIME_S = 60;
/** A cookie holds about 4,000 bytes. */
const MAX_VALUE_LENGTH = 3_500;

/** Returns null for a value that is too long. */
export function writeOneTimeCookie(
  cookie: OneTimeCookie,
  value: unknown,
  deps: Deps,
): string | null {
  const sealed = deps.secretBox.seal(JSON.stringify(value), cookie.name);
  const text = Buffer.from(JSON.stringify(sealed)).toString("base64url");
  return text.length > MAX_VALUE_LENGTH ? null : header(cookie, text, LIFETIME_S, deps);
}

function header({ name, path }: OneTimeCookie, text: string, maxAge: number, deps: Deps): string {
  const secure = deps.publicUrl.startsWith("https://") ? "; Secure" : "";
  return `${name}=${text}; Max-Age=${maxAge}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns value and clearing header; null when missing or altered. */
export function readOneTimeCookie<Value>(
  cookie: OneTimeCookie,
  request: Request,
  deps: Deps,
): { value: Value; clear: string } | null {
  const pair = request.headers
    .get("cookie")
    ?.split(/;\s*/)
    .find((each) => each.startsWith(`${cookie.name}=`));
  if (!pair) return null;
  try {
    const json = Buffer.from(pair.slice(cookie.name.length + 1), "base64url").toString();
    const text = deps.secretBox.open(sealedSchema.parse(JSON.parse(json)), cookie.name);
    return text ? { value: JSON.parse(text), clear: header(cookie, "", 0, deps) } : null;
  } catch {
    return null;
  }
}
