import { data, Form, redirect, useNavigation } from "react-router";
import { cookieContextFor, flashCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import type { ResetPasswordFailure } from "#features/identity/reset-password.server.ts";
import { findResetLink, resetPassword } from "#features/identity/reset-password.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/reset.ts";
import { resultOrFallback, tooManyAttemptsMessage } from "./auth-form-result.ts";
import { authMeta } from "./auth-meta.ts";
import { AuthPage } from "./auth-page.tsx";
import { AuthRefusal } from "./auth-refusal.tsx";
import { DeadLink } from "./dead-link.tsx";
import { PasswordField } from "./password-field.tsx";

type Answer = { message: string | null; error: string | null };

const FAILED = "The password could not be changed. Please try again.";

export const headers: Route.HeadersFunction = () => PRIVATE;

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const link = await findResetLink(context.get(depsContext), token);
  return data({ token, email: link?.email ?? null }, { headers: PRIVATE });
}

function refusal(failure: ResetPasswordFailure): { answer: Answer; status: number } {
  switch (failure.code) {
    case "weak_password":
      return { answer: { message: null, error: failure.reasons }, status: 422 };
    case "too_many_attempts":
      return {
        answer: { message: tooManyAttemptsMessage(failure.retryAfterSeconds), error: null },
        status: 429,
      };
    case "foreign_origin":
      return {
        answer: { message: "Please open this page at the shop's own address.", error: null },
        status: 403,
      };
    case "dead_link":
      return { answer: { message: null, error: null }, status: 410 };
  }
}

function changed({ publicUrl }: Pick<AppDeps, "publicUrl">) {
  const place = cookieContextFor(publicUrl);
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", signedInCookie(0, place));
  headers.append("Set-Cookie", flashCookie("password-changed", place));
  return redirect("/auth", { headers });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const password = String((await readFormData(request)).get("password") ?? "");
  try {
    const done = await resetPassword(deps, { token: tokenOf(url), password, request });
    if (done.ok) return changed(deps);
    const { answer, status } = refusal(done.error);
    return data(answer, { status, headers: PRIVATE });
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: a password was not changed");
    const answer: Answer = { message: FAILED, error: null };
    return data(answer, { status: 503, headers: PRIVATE });
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return resultOrFallback<Answer>(serverAction, (message) => ({
    message: message ?? FAILED,
    error: null,
  }));
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Choose a new password", matches);

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email } = loaderData;
  const busy = useNavigation().state !== "idle";
  if (email === null) {
    return (
      <DeadLink
        words="A link to a new password works once and for an hour. This one has been used already, is older, or was cut short on its way."
        to="/auth/forgot"
        label="Send me a new link"
      />
    );
  }
  return (
    <AuthPage
      eyebrow="Your account"
      title="Choose a new password"
      lead="You will be signed out everywhere and can sign in with the new one."
    >
      <Form
        method="post"
        action={`/auth/reset?${new URLSearchParams({ token })}`}
        replace
        className="space-y-5"
      >
        {actionData?.message && <AuthRefusal answer={{ message: actionData.message }} />}
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters. A few words in a row are easy to keep in mind."
          error={actionData?.error ?? null}
        />
        <Button type="submit" size="lg" className="w-full" busy={busy} busyLabel="Saving...">
          Save the new password
        </Button>
      </Form>
    </AuthPage>
  );
}
