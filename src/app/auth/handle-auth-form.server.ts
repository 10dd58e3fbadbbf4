import { setTimeout as wait } from "node:timers/promises";
import { redirect } from "react-router";
import type { AuthTab } from "#app/web/auth-messages.ts";
import {
  AWAY_S,
  FAILED,
  FOREIGN_ORIGIN,
  SIGN_IN_AWAY,
  tooManyAttemptsMessage,
} from "#app/web/auth-messages.ts";
import { cookieContextFor, flashCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { parseForm, readFormData, rejectForm, textFields } from "#app/web/form.server.ts";
import { refuseRequest } from "#app/web/refusals.server.ts";
import { authPath } from "#app/web/safe-path.ts";
import {
  CREDENTIALS_MISSING,
  readCredentials,
  readRegistration,
} from "#features/base/identity/account-input.ts";
import { loadPasswordLists } from "#features/base/identity/common-passwords.server.ts";
import { registerCustomer } from "#features/base/identity/register-customer.server.ts";
import { signInCustomer } from "#features/base/identity/sign-in.server.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { enterShop, REFUSAL_KINDS, refusedFor, secondStepPath } from "./enter-admin.server.ts";

type Deps = Pick<AppDeps, "auth" | "db" | "clock" | "jobs" | "logger" | "publicUrl"> & {
  env: Pick<AppDeps["env"], "SMTP_URL">;
};

type Input = { request: Request; form: FormData; next: string };

type Rejectable = Parameters<typeof rejectForm>[0];

/** Creating an account is slower than finding one; this minimum hides the difference. */
const MIN_REGISTRATION_MS = 500;

type Failure =
  | { code: "invalid_credentials" | "refused" | "foreign_origin" }
  | { code: "too_many_attempts"; retryAfterSeconds: number };

const statuses = { invalid_credentials: 401, refused: 422, foreign_origin: 403 };

const refusalOf = (failure: Failure) =>
  failure.code === "too_many_attempts"
    ? refusedFor(429, failure.retryAfterSeconds)
    : statuses[failure.code];

function messageFor(failure: Failure, tab: AuthTab): string {
  switch (failure.code) {
    case "invalid_credentials":
      return "Invalid email or password";
    case "too_many_attempts":
      return tooManyAttemptsMessage(failure.retryAfterSeconds);
    case "foreign_origin":
      return FOREIGN_ORIGIN;
    case "refused":
      return FAILED[tab];
  }
}

/** Does not return the password. */
function refuse(
  submission: Rejectable,
  message: string,
  refusal: Parameters<typeof rejectForm>[2] = 422,
) {
  return rejectForm(submission, { formErrors: [message], hideFields: ["password"] }, refusal);
}

function redirectWith(to: string, cookies: readonly string[]) {
  const headers = new Headers(PRIVATE);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(to, { headers });
}

const credentials = textFields(["email", "password"], readCredentials);

async function signIn(deps: Deps, { request, form, next }: Input) {
  const submission = await parseForm(form, credentials);
  if (submission.status !== "success") return refuse(submission, CREDENTIALS_MISSING);
  const signedIn = await signInCustomer(deps, { ...submission.value, request });
  if (!signedIn.ok) {
    const { error } = signedIn;
    if (error.code === "second_factor") {
      const to = error.role === "admin" ? "/admin" : next;
      return redirectWith(secondStepPath(error.step, to), error.cookies);
    }
    const account = { by: "email", name: submission.value.email } as const;
    refuseRequest(deps, request, { kind: REFUSAL_KINDS[error.code], account });
    return refuse(submission, messageFor(error, "login"), refusalOf(error));
  }
  return enterShop(deps, request, { ...signedIn.value, method: "password", next });
}

async function register(deps: Deps, { request, form, next }: Input) {
  const lists = await loadPasswordLists(deps.db);
  const fields = ["firstName", "lastName", "email", "password"] as const;
  const registration = textFields(fields, (raw) => readRegistration(raw, lists));
  const submission = await parseForm(form, registration);
  if (submission.status !== "success") {
    const { email, password } = submission.payload;
    return refuse(submission, email && password ? FAILED["create-account"] : CREDENTIALS_MISSING);
  }
  const registering = registerCustomer(deps, { ...submission.value, request });
  const [registered] = await Promise.all([registering, wait(MIN_REGISTRATION_MS)]);
  if (!registered.ok) {
    const message = messageFor(registered.error, "create-account");
    return refuse(submission, message, refusalOf(registered.error));
  }
  const context = cookieContextFor(deps.publicUrl);
  const flash = mailRouteOf(deps.env).toFiles ? "account-created-unmailed" : "account-created";
  return redirectWith(authPath(next), [flashCookie(flash, context)]);
}

/** Redirects, or returns errors and the input without the password. Logs unexpected failures. */
export async function handleAuthForm(
  deps: Deps,
  { request, tab, next }: { request: Request; tab: AuthTab; next: string },
) {
  const form = await readFormData(request);
  try {
    const handle = tab === "login" ? signIn : register;
    return await handle(deps, { request, form, next });
  } catch (error) {
    deps.logger.error({ err: error, tab }, "auth: a form could not be handled");
    const message = tab === "login" ? SIGN_IN_AWAY : FAILED[tab];
    return refuse(await parseForm(form, credentials), message, refusedFor(503, AWAY_S));
  }
}
