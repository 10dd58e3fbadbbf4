import { data, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { ButtonForm } from "#app/components/form/button-form.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { emailTopicLabel } from "#features/base/identity/email-preferences.ts";
import { readUnsubscribeToken, unsubscribe } from "#features/base/identity/unsubscribe.server.ts";
import {
  readRestockAlertToken,
  unsubscribeRestockAlert,
} from "#features/catalog/inventory/restock-alerts.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/unsubscribe.ts";
import { accountMeta } from "./account-page.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;

/** Names emails that were requested without an account. */
const BACK_IN_STOCK = "Back in stock";

/** Changes nothing, because mail programs prefetch links. */
export function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  const { auth } = context.get(depsContext);
  const subject = readUnsubscribeToken(auth, token);
  const waitsForStock = readRestockAlertToken(auth, token) !== null;
  const topic = subject ? emailTopicLabel(subject.topic) : waitsForStock ? BACK_IN_STOCK : null;
  const isDone = topic !== null && url.searchParams.has("done");
  return data({ topic, token, isDone }, { status: topic ? 200 : 404, headers: PRIVATE });
}

/** A mail program's one-click request has other fields. */
const buttonForm = z.object({ intent: z.literal("unsubscribe") });

const FAILED = "That did not work. Please try again in a moment.";

/** The page's button, and mail programs' one-click request, which may not be redirected (RFC 8058). */
export async function action({ request, context, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token");
  const deps = context.get(depsContext);
  const submission = await parseForm(request, buttonForm);
  const ended = await unsubscribe(deps, { token });
  const done = ended.ok ? ended : await unsubscribeRestockAlert(deps, { token });
  if (!done.ok) return rejectForm(submission, { formErrors: [FAILED] }, 404);
  if (submission.status !== "success") return data(null, { headers: PRIVATE });
  const query = new URLSearchParams({ token: token ?? "", done: "1" });
  return redirect(`/unsubscribe?${query}`, { status: 303, headers: PRIVATE });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, FAILED);
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Mails", matches);

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { topic, token, isDone } = loaderData;
  const busy = useNavigation().state !== "idle";
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <h1 className="display text-4xl">Fewer mails</h1>
      {isDone ? (
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
          <ButtonForm
            result={actionData}
            action={`/unsubscribe?${new URLSearchParams({ token: token ?? "" })}`}
            className="space-y-5"
          >
            <Button type="submit" name="intent" value="unsubscribe" size="lg" busy={busy}>
              No more of these mails
            </Button>
          </ButtonForm>
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
