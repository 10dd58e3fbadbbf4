import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import {
  AWAY_S,
  FOREIGN_ORIGIN,
  SIGN_IN_AWAY,
  tooManyAttemptsMessage,
} from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm, textFields } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { refuseRequest } from "#app/web/refusals.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { safeAdminPath } from "#app/web/safe-path.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { readSessionEnd, sessionEndMessage, sessionLifeMessage } from "#core/session-limits.ts";
import { readAdminCredentials } from "#features/base/identity/account-input.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import type { SignInFailure } from "#features/base/identity/sign-in.server.ts";
import { signInAdmin } from "#features/base/identity/sign-in.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/login.ts";
import { isAfterInvitation } from "./accepted-invitation.ts";
import { AdminSignInPage } from "./admin-sign-in-page.tsx";
import { enterAdmin, REFUSAL_KINDS, refusedFor, secondStepPath } from "./enter-admin.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SessionEndNotice } from "./session-end-notice.tsx";
import { UsernameField } from "./sign-in-fields.tsx";

type Props = {
  next: string;
  /** How long a session lasts. */
  life: string;
  lastResult: FormResult | undefined;
};

function LoginForm({ lastResult, life, next }: Props) {
  const navigation = useNavigation();
  const [form, fields] = useForm<{ username: string; password: string }>({
    id: "admin-login",
    lastResult,
    defaultNoValidate: false,
  });
  const sending = navigation.state !== "idle" && navigation.formAction?.startsWith("/login");
  const entering = navigation.location?.pathname.startsWith("/admin") === true;
  return (
    <Form
      method="post"
      action="/login"
      replace
      {...getFormProps(form)}
      noValidate={false}
      className="space-y-5"
    >
      <input type="hidden" name="next" value={next} />
      <FormErrors form={form} title="Login failed" />
      <UsernameField field={fields.username} />
      <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
      <Button type="submit" size="lg" className="w-full" busy={sending || entering}>
        Access CMS
      </Button>
      <p role="status" className="min-h-6 text-center text-sm text-ink-quiet">
        {entering ? "Checking admin privileges..." : life}
      </p>
    </Form>
  );
}

export const headers = privateFormHeaders;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const next = safeAdminPath(url.searchParams.get("next"));
  if (isAdmin(await findActor(deps, request))) throw redirect(next, { headers: PRIVATE });
  const { general } = (await deps.siteFacts()).shell;
  const end = readSessionEnd(url.searchParams.get("ended"));
  const ended = end && sessionEndMessage(end);
  const life = sessionLifeMessage("admin");
  const isInvited = isAfterInvitation(url.searchParams);
  return data({ next, ended, isInvited, life, siteName: general.siteName }, { headers: PRIVATE });
}

const credentials = textFields(["username", "password"], readAdminCredentials);

type Submitted = Extract<
  Awaited<ReturnType<typeof parseForm<typeof credentials>>>,
  { status: "success" }
>;

function refusalOf(
  failure: SignInFailure,
): [message: string, refusal: Parameters<typeof rejectForm>[2]] {
  switch (failure.code) {
    case "invalid_credentials":
      return ["Invalid username or password", 401];
    case "too_many_attempts": {
      const { retryAfterSeconds } = failure;
      return [tooManyAttemptsMessage(retryAfterSeconds), refusedFor(429, retryAfterSeconds)];
    }
    case "foreign_origin":
      return [FOREIGN_ORIGIN, 403];
  }
}

const hideFields = ["password"];

/** Throws while the database cannot be reached. */
async function signIn(
  deps: AppDeps,
  request: Request,
  { submission, next }: { submission: Submitted; next: string },
) {
  const signedIn = await signInAdmin(deps, { ...submission.value, request });
  if (signedIn.ok) {
    const { cookies, userId } = signedIn.value;
    return enterAdmin(deps, request, { userId, method: "password", cookies, next });
  }
  if (signedIn.error.code === "second_factor") {
    const { cookies, step } = signedIn.error;
    const headers = new Headers(PRIVATE);
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return redirect(secondStepPath(step, next), { headers });
  }
  const account = { by: "username", name: submission.value.username } as const;
  refuseRequest(deps, request, { kind: REFUSAL_KINDS[signedIn.error.code], account });
  const [message, refusal] = refusalOf(signedIn.error);
  return rejectForm(submission, { formErrors: [message], hideFields }, refusal);
}

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const submission = await parseForm(form, credentials);
  if (submission.status !== "success") return rejectForm(submission, { hideFields }, 400);
  const next = safeAdminPath(readFields(form, z.object({ next: buttonText })).next);
  try {
    return await signIn(deps, request, { submission, next });
  } catch (error) {
    deps.logger.error({ err: error }, "auth: an admin could not sign in");
    const errors = { formErrors: [SIGN_IN_AWAY], hideFields };
    return rejectForm(submission, errors, refusedFor(503, AWAY_S));
  }
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Admin login" },
  { name: "robots", content: "noindex" },
];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { ended, isInvited, life, next, siteName } = loaderData;
  return (
    <AdminSignInPage siteName={siteName} title="Content Management System">
      <SessionEndNotice message={ended} />
      {isInvited && !actionData && (
        <Notice kind="success" title="Your account is ready" live className="mb-6">
          Sign in with the username and the password that you have just chosen.
        </Notice>
      )}
      <LoginForm next={next} life={life} lastResult={actionData} />
      <div className="mt-5">
        <PasskeyButton next={next} />
      </div>
    </AdminSignInPage>
  );
}
