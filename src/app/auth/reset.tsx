import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { NEW_PASSWORD_HINT, PasswordField } from "#app/components/form/password-field.tsx";
import { AWAY_S, FOREIGN_ORIGIN } from "#app/web/auth-messages.ts";
import { cookieContextFor, flashCookie, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm, textFields } from "#app/web/form.server.ts";
import type { MailedLink } from "#app/web/mailed-link.server.ts";
import { clearToken, readToken, receiveToken } from "#app/web/mailed-link.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { ok } from "#core/result.ts";
import type { ResetPasswordFailure } from "#features/base/identity/reset-password.server.ts";
import { findResetLink, resetPassword } from "#features/base/identity/reset-password.server.ts";
import { claimOrdersOfConfirmed } from "#features/orders/order/claim-orders.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/reset.ts";
import { AuthPage, authMeta, DeadLink } from "./auth-page.tsx";
import { refusedFor, rememberBrowser } from "./enter-admin.server.ts";
import type { FormRefusal } from "./refused-password.server.ts";
import { refusedPassword } from "./refused-password.server.ts";

const FAILED = "The password could not be changed. Please try again.";
const LINK_USED = "This link no longer works. Please request a new one.";

export const headers = privateFormHeaders;

const LINK: MailedLink = { cookie: "da_reset" };

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const token = receiveToken(LINK, { request, url, publicUrl: deps.publicUrl });
  const link = await findResetLink(deps, token);
  return data({ email: link?.email ?? null }, { headers: PRIVATE });
}

function refusalOf(failure: ResetPasswordFailure): FormRefusal {
  switch (failure.code) {
    case "weak_password":
    case "too_many_attempts":
      return refusedPassword(failure);
    case "foreign_origin":
      return [{ formErrors: [FOREIGN_ORIGIN] }, 403];
    case "dead_link":
      return [{ formErrors: [LINK_USED] }, 410];
  }
}

/** The use case checks the password, because its rules depend on the account. */
const passwordForm = textFields(["password"], ({ password }) => ok(password));

export async function action({ request, context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, passwordForm);
  const hideFields = ["password"];
  if (submission.status !== "success") return rejectForm(submission, { hideFields });
  let changed: Awaited<ReturnType<typeof resetPassword>>;
  try {
    const password = submission.value;
    const token = readToken(LINK, { request, url, publicUrl: deps.publicUrl });
    changed = await resetPassword(deps, { token, password, request });
  } catch (error) {
    deps.logger.error({ err: error }, "auth: a password was not changed");
    return rejectForm(submission, { formErrors: [FAILED], hideFields }, refusedFor(503, AWAY_S));
  }
  if (!changed.ok) {
    const [errors, refusal] = refusalOf(changed.error);
    return rejectForm(submission, { ...errors, hideFields }, refusal);
  }
  // The link confirmed the email too.
  await claimOrdersOfConfirmed(deps, changed.value);
  const cookieContext = cookieContextFor(deps.publicUrl);
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", clearToken(LINK, deps.publicUrl));
  headers.append("Set-Cookie", signedInCookie(0, cookieContext));
  headers.append("Set-Cookie", flashCookie("password-changed", cookieContext));
  // The link proves the mailbox, so strangers' failed attempts do not delay its owner.
  headers.append("Set-Cookie", rememberBrowser(deps, request, changed.value.userId));
  return redirect("/auth", { headers });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Choose a new password", matches);

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  if (email === null) {
    return (
      <DeadLink
        text="A link to a new password works once and for an hour. This one has been used already, is older, or was cut short on its way."
        to="/auth/forgot"
        label="Send me a new link"
      />
    );
  }
  return <ResetForm email={email} lastResult={actionData} />;
}

type Props = { email: string; lastResult: FormResult | undefined };

function ResetForm({ email, lastResult }: Props) {
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ password: string }>({
    id: "reset-password",
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <AuthPage
      eyebrow="Your account"
      title="Choose a new password"
      lead="You will be signed out everywhere and can sign in with the new one."
    >
      <Form
        method="post"
        action="/auth/reset"
        replace
        {...getFormProps(form)}
        noValidate={false}
        className="space-y-5"
      >
        <FormErrors form={form} title="Error" />
        {/* Identifies the account to password managers. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          field={fields.password}
          label="New password"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
        />
        <Button type="submit" size="lg" className="w-full" busy={busy} busyLabel="Saving...">
          Save the new password
        </Button>
      </Form>
    </AuthPage>
  );
}
