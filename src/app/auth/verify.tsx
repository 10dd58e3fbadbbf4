import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import type { MailedLink } from "#app/web/mailed-link.server.ts";
import { clearToken, receiveToken } from "#app/web/mailed-link.server.ts";
import { readOneTimeCookie, writeOneTimeCookie } from "#app/web/one-time-cookie.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { confirmEmail } from "#features/base/identity/register-customer.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/verify.ts";
import { AuthPage, authMeta, DeadLink } from "./auth-page.tsx";

const FAILED = "Your email could not be confirmed. Please try again.";

const verifyForm = z.object({ token: z.string("The link is incomplete.") });

export const headers: Route.HeadersFunction = () => PRIVATE;

/** Proves that an email was confirmed, which a URL cannot. Also covers /auth/verify.data. */
const CONFIRMED = { name: "da_confirmed", path: "/auth" };

const LINK: MailedLink = { cookie: "da_verify" };

export function loader({ context, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const token = receiveToken(LINK, { request, url, publicUrl: deps.publicUrl });
  const isAfterwards = url.searchParams.has("confirmed");
  const proof = isAfterwards ? readOneTimeCookie(CONFIRMED, request, deps) : null;
  return data({ token, isAfterwards, isConfirmed: proof !== null }, { headers: PRIVATE });
}

/** Confirms only by a button, because mail scanners follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, verifyForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 410);
  try {
    const confirmed = await confirmEmail(deps, submission.value);
    if (!confirmed.ok) return rejectForm(submission, { fieldErrors: { token: ["expired"] } }, 410);
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: an email was not confirmed");
    return rejectForm(submission, { formErrors: [FAILED] }, 503);
  }
  const headers = new Headers(PRIVATE);
  const proof = writeOneTimeCookie(CONFIRMED, true, deps);
  if (proof) headers.append("Set-Cookie", proof);
  headers.append("Set-Cookie", clearToken(LINK, deps.publicUrl));
  throw redirect("/auth/verify?confirmed=1", { status: 303, headers });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Confirm your email", matches);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isAfterwards, isConfirmed } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ token: string }>({ id: "verify", lastResult: actionData });
  if (isConfirmed) {
    return (
      <AuthPage eyebrow="Your account" title="Thank you" lead="Your email is confirmed.">
        <ButtonLink to="/profile" size="lg">
          To your account
        </ButtonLink>
      </AuthPage>
    );
  }
  if (isAfterwards) {
    return (
      <AuthPage
        eyebrow="Your account"
        title="Confirm your email"
        lead="Your account shows whether your email is confirmed, and can send you a new link."
      >
        <ButtonLink to="/profile" size="lg">
          To your account
        </ButtonLink>
      </AuthPage>
    );
  }
  if (token === "" || fields.token.errors) {
    return (
      <DeadLink
        text="A link that confirms an email works for three days. This one is older or was cut short on its way. Your account can send you a new one."
        to="/profile"
        label="To your account"
      />
    );
  }
  return (
    <AuthPage
      eyebrow="Your account"
      title="Is this address yours?"
      lead="One press confirms it. You made the account? Then go ahead; if not, simply close this page."
    >
      <Form
        method="post"
        action="/auth/verify"
        {...getFormProps(form)}
        replace
        className="space-y-5"
      >
        <FormErrors form={form} title="Error" />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" busy={busy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </AuthPage>
  );
}
