import { data, Form, useNavigation } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { confirmEmail } from "#features/identity/register-customer.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/verify.ts";
import { resultOrFallback } from "./auth-form-result.ts";
import { authMeta } from "./auth-meta.ts";
import { AuthPage } from "./auth-page.tsx";
import { AuthRefusal } from "./auth-refusal.tsx";
import { DeadLink } from "./dead-link.tsx";

type Answer = { status: "confirmed" | "dead" } | { status: "failed"; message: string };

const FAILED = "Your email could not be confirmed. Please try again.";

export const headers: Route.HeadersFunction = () => PRIVATE;

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export function loader({ url }: Route.LoaderArgs) {
  return data({ token: tokenOf(url) }, { headers: PRIVATE });
}

const answer = (value: Answer, status = 200) => data(value, { status, headers: PRIVATE });

/** Only a press confirms: programs that read mail ahead follow links. */
export async function action({ context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  try {
    const confirmed = await confirmEmail(deps, { token: tokenOf(url) });
    return confirmed.ok ? answer({ status: "confirmed" }) : answer({ status: "dead" }, 410);
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: an email was not confirmed");
    return answer({ status: "failed", message: FAILED }, 503);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return resultOrFallback<Answer>(serverAction, (message) => ({
    status: "failed",
    message: message ?? FAILED,
  }));
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Confirm your email", matches);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const busy = useNavigation().state !== "idle";
  if (token === "" || actionData?.status === "dead") {
    return (
      <DeadLink
        words="A link that confirms an email works for three days. This one is older or was cut short on its way. Your account can send you a new one."
        to="/profile"
        label="To your account"
      />
    );
  }
  if (actionData?.status === "confirmed") {
    return (
      <AuthPage eyebrow="Your account" title="Thank you" lead="Your email is confirmed.">
        <ButtonLink to="/profile" size="lg">
          To your account
        </ButtonLink>
      </AuthPage>
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
        action={`/auth/verify?${new URLSearchParams({ token })}`}
        replace
        className="space-y-5"
      >
        {actionData?.status === "failed" && <AuthRefusal answer={actionData} />}
        <Button type="submit" size="lg" busy={busy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </AuthPage>
  );
}
