import { data, Form, useNavigation } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { confirmEmail } from "#features/identity/register-customer.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/verify.ts";
import { AuthPage, authMeta, DeadLink } from "./auth-page.tsx";

type Confirmation = "confirmed" | "dead" | "failed";

const FAILED = "Your email could not be confirmed. Please try again.";

export const headers: Route.HeadersFunction = () => PRIVATE;

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

export function loader({ url }: Route.LoaderArgs) {
  return data({ token: tokenOf(url) }, { headers: PRIVATE });
}

const respond = (confirmation: Confirmation, status = 200) =>
  data({ confirmation }, { status, headers: PRIVATE });

/** Confirms only by a button, because mail scanners follow links. */
export async function action({ context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  try {
    const confirmed = await confirmEmail(deps, { token: tokenOf(url) });
    return confirmed.ok ? respond("confirmed") : respond("dead", 410);
  } catch (cause) {
    deps.logger.error({ err: cause }, "auth: an email was not confirmed");
    return respond("failed", 503);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => authMeta("Confirm your email", matches);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const busy = useNavigation().state !== "idle";
  const result = actionData && "confirmation" in actionData ? actionData.confirmation : null;
  if (token === "" || result === "dead") {
    return (
      <DeadLink
        text="A link that confirms an email works for three days. This one is older or was cut short on its way. Your account can send you a new one."
        to="/profile"
        label="To your account"
      />
    );
  }
  if (result === "confirmed") {
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
        {actionData && (
          <Notice kind="error" title="Error">
            {FAILED}
          </Notice>
        )}
        <Button type="submit" size="lg" busy={busy} busyLabel="Confirming...">
          Confirm my email
        </Button>
      </Form>
    </AuthPage>
  );
}
