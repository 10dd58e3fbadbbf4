import { data, Form, Link, useNavigation } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { emailError, submittedAccount } from "#features/identity/account-input.ts";
import { requestPasswordReset } from "#features/identity/reset-password.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { Route } from "./+types/forgot.ts";
import { resultOrFallback, tooManyAttemptsMessage } from "./auth-form-result.ts";
import { authMeta } from "./auth-meta.ts";
import { AuthPage } from "./auth-page.tsx";
import { AuthRefusal } from "./auth-refusal.tsx";

type Answer =
  | { status: "asked"; email: string }
  | { status: "refused"; email: string; error: string | null; message: string };

const FAILED = "The mail could not be asked for. Please try again.";

export const headers: Route.HeadersFunction = () => PRIVATE;

export function loader() {
  return data(null, { headers: PRIVATE });
}

const answer = (value: Answer, status = 200) => data(value, { status, headers: PRIVATE });

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { email } = submittedAccount(await readFormData(request));
  const error = emailError(email);
  if (error) return answer({ status: "refused", email, error, message: error }, 422);
  try {
    const asked = await requestPasswordReset(deps, { email, request });
    if (asked.ok) return answer({ status: "asked", email });
    const message = tooManyAttemptsMessage(asked.error.retryAfterSeconds);
    return answer({ status: "refused", email, error: null, message }, 429);
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: a reset was not taken down");
    return answer({ status: "refused", email, error: null, message: FAILED }, 503);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return resultOrFallback<Answer>(serverAction, (message) => ({
    status: "refused",
    email: "",
    error: null,
    message: message ?? FAILED,
  }));
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Forgot password", matches);

export default function Forgot({ actionData }: Route.ComponentProps) {
  if (actionData?.status === "asked") return <Asked email={actionData.email} />;
  return <Ask answer={actionData} />;
}

function Ask({ answer }: { answer: Extract<Answer, { status: "refused" }> | undefined }) {
  const busy = useNavigation().state !== "idle";
  return (
    <AuthPage
      eyebrow="Your account"
      title="Forgot your password?"
      lead="It happens. Tell us the email of your account, and we send you a link to choose a new one."
    >
      <Form method="post" action="/auth/forgot" replace className="space-y-5">
        {answer && !answer.error && <AuthRefusal answer={answer} />}
        <Field label="Email" error={answer?.error}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            defaultValue={answer?.email}
            required
          />
        </Field>
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

/** The same for every address, so that it tells nobody who is a customer. */
function Asked({ email }: { email: string }) {
  return (
    <AuthPage eyebrow="Your account" title="Look into your mailbox">
      <div role="status" className="space-y-4 wrap-anywhere text-ink-soft">
        <p>
          If <strong className="font-medium text-ink">{email}</strong> has an account with us, a
          mail with a link is on its way. The link works once and for an hour.
        </p>
        <p className="text-sm">
          Nothing there after a few minutes? Look among the unwanted mail, or try another address.
        </p>
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
