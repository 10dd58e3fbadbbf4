import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, Link, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { AWAY_S, tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm, textFields } from "#app/web/form.server.ts";
import { privateFormHeaders } from "#app/web/require-admin.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { shownEmail } from "#core/shown-email.ts";
import { readEmailField } from "#features/base/identity/account-input.ts";
import { requestPasswordReset } from "#features/base/identity/reset-password.server.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText, mailRouteOf, promisedEmailText } from "#features/base/mail/outbox.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/forgot.ts";
import { AuthPage, authMeta } from "./auth-page.tsx";
import { refusedFor } from "./enter-admin.server.ts";
import { EmailField } from "./sign-in-fields.tsx";

const FAILED = "The email could not be requested. Please try again.";

export const headers = privateFormHeaders;

export function loader({ context }: Route.LoaderArgs) {
  return data({ mailRoute: mailRouteOf(context.get(depsContext).env) }, { headers: PRIVATE });
}

const emailForm = textFields(["email"], readEmailField);

/** Responds alike to every email, to reveal no account. */
export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, emailForm);
  if (submission.status !== "success") return rejectForm(submission);
  const email = submission.value;
  try {
    const requested = await requestPasswordReset(deps, { email, request });
    if (requested.ok) return { sentTo: email, mailRoute: mailRouteOf(deps.env) };
    const { retryAfterSeconds } = requested.error;
    const formErrors = [tooManyAttemptsMessage(retryAfterSeconds)];
    return rejectForm(submission, { formErrors }, refusedFor(429, retryAfterSeconds));
  } catch (error) {
    deps.logger.error({ err: error }, "auth: a password reset was not recorded");
    return rejectForm(submission, { formErrors: [FAILED] }, refusedFor(503, AWAY_S));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Forgot password", matches);

export default function Forgot({ actionData, loaderData }: Route.ComponentProps) {
  if (actionData && "sentTo" in actionData) return <Sent {...actionData} />;
  return <RequestForm lastResult={actionData} mailRoute={loaderData.mailRoute} />;
}

type RequestProps = { lastResult: FormResult | undefined; mailRoute: MailRoute };

function RequestForm({ lastResult, mailRoute }: RequestProps) {
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ email: string }>({
    id: "forgot-password",
    lastResult,
    defaultNoValidate: false,
  });
  return (
    <AuthPage
      eyebrow="Your account"
      title="Forgot your password?"
      lead={promisedEmailText(
        {
          promised:
            "It happens. Tell us the email of your account, and we send you a link to choose a new one.",
          instead:
            "It happens. The link to choose a new one comes by email, and this shop sends no emails yet: please write to us.",
        },
        mailRoute,
      )}
    >
      <Form
        method="post"
        action="/auth/forgot"
        replace
        {...getFormProps(form)}
        noValidate={false}
        className="space-y-5"
      >
        <FormErrors form={form} title="Error" />
        <EmailField field={fields.email} />
        <Button type="submit" size="lg" className="w-full" busy={busy} busyLabel="Sending...">
          Send me a link
        </Button>
        <p className="text-center text-sm">
          <Link to="/auth" className="link inline-flex min-h-11 items-center">
            Back to Login
          </Link>
        </p>
      </Form>
    </AuthPage>
  );
}

function Sent({ mailRoute, sentTo }: { sentTo: string; mailRoute: MailRoute }) {
  const { toFiles } = mailRoute;
  const link = `If ${shownEmail(sentTo)} has an account with us, a mail with a link is on its way. The link works once and for an hour.`;
  return (
    <AuthPage
      eyebrow="Your account"
      title={toFiles ? "No email was sent" : "Look into your mailbox"}
    >
      <div role="status" className="space-y-4 wrap-anywhere text-ink-soft">
        <p>{emailedText(link, mailRoute)}</p>
        {toFiles ? (
          <p className="text-sm">Please write to us or call us: we help you in.</p>
        ) : (
          <p className="text-sm">
            Nothing there after a few minutes? Check your spam folder, or try another email address.
            After several requests within an hour, please use the newest link you have: it still
            works.
          </p>
        )}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/auth">Back to Login</ButtonLink>
        <ButtonLink to="/auth/forgot" variant="secondary" reloadDocument>
          Try another address
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
