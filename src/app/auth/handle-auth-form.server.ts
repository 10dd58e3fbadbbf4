import { setTimeout as wait } from "node:timers/promises";
import { data, redirect } from "react-router";
import { cookieContextFor, flashCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import type { AppDeps } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { authPath } from "#app/web/safe-path.ts";
import {
  CREDENTIALS_MISSING,
  readCredentials,
  readRegistration,
  submittedAccount,
} from "#features/identity/account-input.ts";
import { registerCustomer } from "#features/identity/register-customer.server.ts";
import { signInCustomer } from "#features/identity/sign-in-customer.server.ts";
import type { AuthFormResult, AuthTab } from "./auth-form-result.ts";
import { FAILED, tooManyAttemptsMessage } from "./auth-form-result.ts";

type Deps = Pick<AppDeps, "auth" | "db" | "clock" | "logger" | "publicUrl">;

/** Making an account takes more writing than finding that there is one: whoever waits as long for both learns nothing from a watch. */
const REGISTERED_AFTER_MS = 500;

type Failure =
  | { code: "invalid_credentials" | "refused" | "foreign_origin" }
  | { code: "too_many_attempts"; retryAfterSeconds: number };

const statuses = {
  invalid_credentials: 401,
  refused: 422,
  foreign_origin: 403,
  too_many_attempts: 429,
};

const refusal = (answer: AuthFormResult, status: number) =>
  data(answer, { status, headers: PRIVATE });

function wordsOf(failure: Failure, tab: AuthTab): string {
  switch (failure.code) {
    case "invalid_credentials":
      return "Invalid email or password";
    case "too_many_attempts":
      return tooManyAttemptsMessage(failure.retryAfterSeconds);
    case "foreign_origin":
      return "Please open this page at the shop's own address.";
    case "refused":
      return FAILED[tab];
  }
}

function leadOn(to: string, cookies: readonly string[]) {
  const headers = new Headers(PRIVATE);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}

async function signIn(deps: Deps, request: Request, form: FormData, next: string) {
  const typed = submittedAccount(form);
  const read = readCredentials(form);
  if (!read.ok) return refusal({ message: CREDENTIALS_MISSING, errors: read.error, typed }, 422);
  const signedIn = await signInCustomer(deps, { ...read.value, request });
  if (!signedIn.ok) {
    const message = wordsOf(signedIn.error, "login");
    return refusal({ message, errors: {}, typed }, statuses[signedIn.error.code]);
  }
  const place = cookieContextFor(deps.publicUrl);
  const { cookies, lifetimeS } = signedIn.value;
  return leadOn(next, [
    ...cookies,
    signedInCookie(lifetimeS, place),
    flashCookie("welcome-back", place),
  ]);
}

async function register(deps: Deps, request: Request, form: FormData, next: string) {
  const typed = submittedAccount(form);
  const read = readRegistration(form);
  if (!read.ok) {
    const isEmpty = typed.email === "" || form.get("password") === "";
    const message = isEmpty ? CREDENTIALS_MISSING : FAILED["create-account"];
    return refusal({ message, errors: read.error, typed }, 422);
  }
  const registering = registerCustomer(deps, { ...read.value, request });
  const [made] = await Promise.all([registering, wait(REGISTERED_AFTER_MS)]);
  if (!made.ok) {
    const message = wordsOf(made.error, "create-account");
    return refusal({ message, errors: {}, typed }, statuses[made.error.code]);
  }
  return leadOn(authPath(next), [flashCookie("account-created", cookieContextFor(deps.publicUrl))]);
}

/**
 * Takes in one of the sign-in page's two forms: leads on when it was accepted, and answers with reasons in words and with what was
 * typed when it was not, even when the shop itself is at fault.
 */
export async function handleAuthForm(
  deps: Deps,
  input: { request: Request; form: FormData; tab: AuthTab; next: string },
) {
  const { request, form, tab, next } = input;
  try {
    const answer = tab === "login" ? signIn : register;
    return await answer(deps, request, form, next);
  } catch (error) {
    deps.logger.error({ err: error, tab }, "auth: a form could not be answered");
    const answer = { message: FAILED[tab], errors: {}, typed: submittedAccount(form) };
    return refusal(answer, 503);
  }
}
