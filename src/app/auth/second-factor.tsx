import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { AWAY_S, SIGN_IN_AWAY, tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { refuseRequest } from "#app/web/refusals.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { safeAdminPath } from "#app/web/safe-path.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { requiredText } from "#core/text-schema.ts";
import type { RefusalKind } from "#features/base/identity/refusal.ts";
import type { SecondFactorFailure } from "#features/office/staff/second-factor.server.ts";
import {
  findAwaitedAccount,
  isAppCode,
  signInWithCode,
} from "#features/office/staff/second-factor.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/second-factor.ts";
import { AdminSignInPage } from "./admin-sign-in-page.tsx";
import { enterAdmin, refusedFor } from "./enter-admin.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export const headers = privateFormHeaders;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { general } = (await context.get(depsContext).siteFacts()).shell;
  const next = safeAdminPath(url.searchParams.get("next"));
  const step = url.searchParams.get("step") === "passkey" ? "passkey" : "code";
  return data({ next, step, siteName: general.siteName } as const, { headers: PRIVATE });
}

function messageFor(failure: SecondFactorFailure): string {
  if (failure.code === "too_many_attempts") {
    return tooManyAttemptsMessage(failure.retryAfterSeconds);
  }
  if (failure.code === "used_code") {
    return "This code was used before, and each opens one session. Please start again with your password, and enter the next code of your app.";
  }
  if (failure.code === "locked") {
    return "Too many wrong codes were entered for this account, so codes of the app are not looked at for up to 15 minutes. A recovery code or a passkey signs you in now.";
  }
  if (failure.code === "started_over") {
    return "This sign-in has ended: ten minutes have passed, or its code was used already. Please start again with your password.";
  }
  if (failure.code === "unreadable") {
    return "The shop's secret key has changed, so it cannot check codes. Please sign in with a passkey, or ask the person who runs the server to set AUTH_SECRET_OLD.";
  }
  return "This code is not right. Please enter the newest one of your app, or an unused recovery code.";
}

/** The lock of an account lasts a quarter of an hour. */
const LOCKED_S = 15 * 60;

function refusalOf(failure: SecondFactorFailure): Parameters<typeof rejectForm>[2] {
  if (failure.code === "too_many_attempts") return refusedFor(429, failure.retryAfterSeconds);
  return failure.code === "locked" ? refusedFor(429, LOCKED_S) : 401;
}

function refusalKindOf(failure: SecondFactorFailure, isOfApp: boolean): RefusalKind {
  switch (failure.code) {
    case "too_many_attempts":
    case "locked":
      return "code-limit";
    case "started_over":
      return "code-alone";
    default:
      return isOfApp ? "app-code" : "recovery-code";
  }
}

/** The library forgets whose code it awaits with the sixth wrong one, so it is read before the check. */
async function checkCode(deps: AppDeps, input: { code: string; request: Request }) {
  const awaitedId = await findAwaitedAccount(deps, input);
  return { awaitedId, signedIn: await signInWithCode(deps, input) };
}

const codeForm = z.object({ code: requiredText("Code", 40), next: z.string().default("") });

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(await readFormData(request), codeForm);
  const hideFields = ["code"];
  if (submission.status !== "success") return rejectForm(submission, { hideFields });
  const { code, next } = submission.value;
  const isOfApp = isAppCode(code.replaceAll(/\s/g, ""));
  const checked = await checkCode(deps, { code, request }).catch((error: unknown) => {
    deps.logger.error({ err: error }, "auth: a second factor could not be checked");
    return null;
  });
  if (!checked) {
    const errors = { formErrors: [SIGN_IN_AWAY], hideFields };
    return rejectForm(submission, errors, refusedFor(503, AWAY_S));
  }
  const { awaitedId, signedIn } = checked;
  if (!signedIn.ok) {
    const { error } = signedIn;
    refuseRequest(deps, request, {
      kind: refusalKindOf(error, isOfApp),
      account: awaitedId === null ? { by: "nothing" } : { by: "id", name: awaitedId },
    });
    const refusal = refusalOf(error);
    return rejectForm(submission, { formErrors: [messageFor(error)], hideFields }, refusal);
  }
  const { cookies, userId } = signedIn.value;
  const method = isOfApp ? "authenticator app" : "recovery code";
  return enterAdmin(deps, request, { userId, method, cookies, next: safeAdminPath(next) });
}

/** Keeps the input when the server does not respond, or refuses for a rate limit. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Second factor" },
  { name: "robots", content: "noindex" },
];

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, siteName, step } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ code: string; next: string }>({
    id: "second-factor",
    lastResult: actionData,
  });
  return (
    <AdminSignInPage siteName={siteName} title="One more step">
      {step === "passkey" && (
        <div className="mb-8">
          <p className="mb-5 text-ink-soft">
            The password is right. Please use one of your passkeys now, or a recovery code.
          </p>
          <PasskeyButton next={next} />
        </div>
      )}
      <Form method="post" replace {...getFormProps(form)} className="space-y-5">
        <input type="hidden" name="next" value={next} />
        <FormErrors form={form} title="Not signed in" />
        <FormField
          field={fields.code}
          label={step === "code" ? "Code" : "Recovery code"}
          hint={
            step === "code"
              ? "Six digits from your authenticator app, or one of your recovery codes."
              : "One of the ten you received with your first passkey."
          }
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button
          type="submit"
          size="lg"
          variant={step === "code" ? "primary" : "secondary"}
          className="w-full"
          busy={busy}
        >
          Sign in
        </Button>
      </Form>
      {step === "code" && (
        <div className="mt-5">
          <PasskeyButton next={next} />
        </div>
      )}
      <p className="mt-8 text-center text-sm">
        <Link to={`/login?${new URLSearchParams({ next })}`} className="link">
          Start again
        </Link>
      </p>
    </AdminSignInPage>
  );
}
