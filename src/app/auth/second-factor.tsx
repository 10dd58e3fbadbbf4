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
import { authPath, loginPath, safeAdminPath, safeCustomerPath } from "#app/web/safe-path.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { requiredText } from "#core/text-schema.ts";
import type { SecondFactorFailure } from "#features/base/identity/factor-request.server.ts";
import type { RefusalKind } from "#features/base/identity/refusal.ts";
import {
  findAwaitedAccount,
  isAppCode,
  signInWithCode,
} from "#features/base/identity/second-step.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/second-factor.ts";
import { AdminSignInPage } from "./admin-sign-in-page.tsx";
import { enterAdmin, enterShop, refusedFor } from "./enter-admin.server.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export const headers = privateFormHeaders;

/** Staff come from the admin's sign-in, or are led to the admin; everybody else is a customer. */
const isOfStaff = (next: string | null) => next === null || /^\/admin(?:[/?]|$)/.test(next);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { general } = (await context.get(depsContext).siteFacts()).shell;
  const requested = url.searchParams.get("next");
  const isStaff = isOfStaff(requested);
  const next = isStaff ? safeAdminPath(requested) : safeCustomerPath(requested);
  const step = url.searchParams.get("step") === "passkey" ? "passkey" : "code";
  const { siteName } = general;
  return data({ next, step, isStaff, siteName } as const, { headers: PRIVATE });
}

const UNREADABLE = {
  staff:
    "The shop's secret key has changed, so it cannot check codes. Please sign in with a passkey, or ask the person who runs the server to set AUTH_SECRET_OLD.",
  customer:
    "We cannot check codes at the moment. Please sign in with a passkey if you have one, or write to us.",
};

function messageFor(failure: SecondFactorFailure, isStaff: boolean): string {
  if (failure.code === "too_many_attempts") {
    return tooManyAttemptsMessage(failure.retryAfterSeconds);
  }
  if (failure.code === "used_code") {
    return "This code was used before, and each opens one session. Please start again, and enter the next code of your app.";
  }
  if (failure.code === "locked") {
    return "Too many wrong codes were entered for this account, so codes of the app are not looked at for up to 15 minutes. A recovery code or a passkey signs you in now.";
  }
  if (failure.code === "started_over") {
    return "This sign-in has ended: ten minutes have passed, or its code was used already. Please start again.";
  }
  if (failure.code === "unreadable") {
    return UNREADABLE[isStaff ? "staff" : "customer"];
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
    const formErrors = [messageFor(error, isOfStaff(next === "" ? null : next))];
    return rejectForm(submission, { formErrors, hideFields }, refusal);
  }
  const { cookies, lifetimeS, role, userId } = signedIn.value;
  const method = isOfApp ? "authenticator app" : "recovery code";
  const entered = { userId, method, cookies } as const;
  if (role === "admin") {
    return enterAdmin(deps, request, { ...entered, next: safeAdminPath(next) });
  }
  const path = safeCustomerPath(isOfStaff(next) ? null : next);
  return enterShop(deps, request, { ...entered, lifetimeS, next: path });
}

/** Keeps the input when the server does not respond, or refuses for a rate limit. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Second factor" },
  { name: "robots", content: "noindex" },
];

const RECOVERY_CODE_HINT = {
  staff: "One of the ten you received with your first passkey.",
  customer: "One of the ten that you wrote down when you set up the second step.",
};

/** What a customer does who has lost phone and recovery codes; staff ask an owner or the server. */
function LostEverything() {
  return (
    <p className="mt-8 border-t border-line pt-5 text-sm text-ink-soft">
      Lost your phone and your recovery codes?{" "}
      <Link to="/contact" className="link">
        Write to us
      </Link>{" "}
      from the email of your account. We send a code to that email, and once you have told it to us
      we remove the second step.
    </p>
  );
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isStaff, next, siteName, step } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ code: string; next: string }>({
    id: "second-factor",
    lastResult: actionData,
  });
  return (
    <AdminSignInPage
      siteName={siteName}
      eyebrow={isStaff ? "For the house" : "Your account"}
      title="One more step"
    >
      {step === "passkey" && (
        <div className="mb-8">
          <p className="mb-5 text-ink-soft">
            {isStaff && "The password is right. "}Please use one of your passkeys now, or a recovery
            code.
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
              : RECOVERY_CODE_HINT[isStaff ? "staff" : "customer"]
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
        <Link
          to={isStaff ? loginPath(next) : authPath(next)}
          className="link inline-flex min-h-11 items-center"
        >
          Start again
        </Link>
      </p>
      {!isStaff && <LostEverything />}
    </AdminSignInPage>
  );
}
