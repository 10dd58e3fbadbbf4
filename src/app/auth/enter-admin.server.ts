import { redirect } from "react-router";
import {
  cookieContextFor,
  flashCookie,
  readStaffDevice,
  signedInCookie,
  staffDeviceCookie,
} from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { deviceSecretsOf, knownDeviceCookie } from "#features/base/identity/known-device.server.ts";
import type { RefusalKind } from "#features/base/identity/refusal.ts";
import type { SignInFailure } from "#features/base/identity/sign-in.server.ts";
import type { SignInDevice, SignInMethod } from "#features/office/staff/record-sign-in.server.ts";
import { recordSignIn } from "#features/office/staff/record-sign-in.server.ts";
import { ADMIN_SESSION_S, CLIENT_IP_HEADER } from "#platform/auth.server.ts";

/** Names a device for Activity and for the report of a new device. */
function deviceOf(request: Request): SignInDevice {
  return {
    token: readStaffDevice(request),
    userAgent: request.headers.get("user-agent"),
    clientIp: request.headers.get(CLIENT_IP_HEADER) ?? "",
  };
}

/** Makes this browser known to the account (features/base/identity/known-device). */
export function rememberBrowser(
  deps: Pick<AppDeps, "auth" | "clock" | "publicUrl">,
  request: Request,
  userId: string,
): string {
  const now = deps.clock.now();
  const { https } = cookieContextFor(deps.publicUrl);
  return knownDeviceCookie(deviceSecretsOf(deps.auth), { request, userId, now, https });
}

/** What Activity says of a sign-in by password that failed. */
export const REFUSAL_KINDS: Readonly<Record<SignInFailure["code"], RefusalKind>> = {
  invalid_credentials: "password",
  too_many_attempts: "limit",
  foreign_origin: "foreign-site",
};

/** Builds a refusal whose Retry-After is in seconds. */
export const refusedFor = (status: 429 | 503, seconds: number) => ({
  status,
  headers: { "Retry-After": String(seconds) },
});

/** Creates session cookies, writes Activity, reports a new device, and redirects. */
export async function enterAdmin(
  deps: AppDeps,
  request: Request,
  signedIn: { userId: string; method: SignInMethod; cookies: readonly string[]; next: string },
): Promise<Response> {
  const { cookies, method, next, userId } = signedIn;
  const device = deviceOf(request);
  const token = await recordSignIn(deps, { userId, method, device });
  const context = cookieContextFor(deps.publicUrl);
  const headers = new Headers(PRIVATE);
  for (const cookie of [
    ...cookies,
    signedInCookie(ADMIN_SESSION_S, context),
    flashCookie("access-granted", context),
    ...(token ? [staffDeviceCookie(token, context)] : []),
    rememberBrowser(deps, request, userId),
  ]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(next, { headers });
}

/** Creates the cookies of a session that was opened at the customers' sign-in, welcomes, and redirects to where she was. */
export async function enterShop(
  deps: Pick<AppDeps, "auth" | "clock" | "db" | "jobs" | "publicUrl">,
  request: Request,
  signedIn: {
    userId: string;
    method: SignInMethod;
    /** Of an unused session, in seconds. */
    lifetimeS: number;
    cookies: readonly string[];
    next: string;
  },
): Promise<Response> {
  const { cookies, lifetimeS, method, next, userId } = signedIn;
  await recordSignIn(deps, { userId, method, device: deviceOf(request) });
  const context = cookieContextFor(deps.publicUrl);
  const headers = new Headers(PRIVATE);
  for (const cookie of [
    ...cookies,
    signedInCookie(lifetimeS, context),
    flashCookie("welcome-back", context),
    rememberBrowser(deps, request, userId),
  ]) {
    headers.append("Set-Cookie", cookie);
  }
  return redirect(next, { headers });
}

/** The page that asks for the second step of a sign-in and leads on afterwards; of staff for pages of the admin. */
export function secondStepPath(step: "code" | "passkey", next: string): string {
  return `/login/second-factor?${new URLSearchParams({ step, next })}`;
}
