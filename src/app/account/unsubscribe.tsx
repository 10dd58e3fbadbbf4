import { data, Form } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { emailTopicLabel } from "#features/identity/email-preferences.ts";
import { readUnsubscribeToken, unsubscribe } from "#features/identity/unsubscribe.server.ts";
import {
  readRestockAlertToken,
  unsubscribeRestockAlert,
} from "#features/inventory/restock-alerts.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/unsubscribe.ts";
import { accountMeta } from "./account-page.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;

/** The name of emails that were requested without an account. */
const BACK_IN_STOCK = "Back in stock";

/** Changes nothing, because mail programs prefetch links. */
export function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  const { auth } = context.get(depsContext);
  const subject = readUnsubscribeToken(auth, token);
  const waitsForStock = readRestockAlertToken(auth, token) !== null;
  const topic = subject ? emailTopicLabel(subject.topic) : waitsForStock ? BACK_IN_STOCK : null;
  return data({ topic }, { status: topic ? 200 : 404, headers: PRIVATE });
}

/** Serves the page's button and the one-click request of mail programs (RFC 8058). */
export async function action({ context, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token");
  const deps = context.get(depsContext);
  const asked = await unsubscribe(deps, { token });
  const done = asked.ok ? asked : await unsubscribeRestockAlert(deps, { token });
  return data({ done: done.ok }, { status: done.ok ? 200 : 404, headers: PRIVATE });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Mails", matches);

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { topic } = loaderData;
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <h1 className="display text-4xl">Fewer mails</h1>
      {actionData?.done ? (
        <Notice kind="success" live title={`No more ${topic}`} className="mt-8">
          {topic === BACK_IN_STOCK
            ? "All alerts for this email address are cancelled. You can subscribe again at any sold-out piece."
            : "You still receive confirmations and receipts. You can change this in your account settings."}
        </Notice>
      ) : topic ? (
        <>
          <p className="mt-4 mb-8 text-ink-soft">
            One press ends the mails called {topic}. Confirmations and receipts still come.
          </p>
          <Form method="post">
            <Button type="submit" size="lg">
              No more of these mails
            </Button>
          </Form>
        </>
      ) : (
        <>
          <p className="mt-4 mb-8 text-ink-soft">
            This link is incomplete. Please open it again from the email, or change your preferences
            in your account settings.
          </p>
          <ButtonLink to="/profile/settings" variant="secondary">
            Settings
          </ButtonLink>
        </>
      )}
    </div>
  );
}
