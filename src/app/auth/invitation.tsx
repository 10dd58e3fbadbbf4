import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, readFormData, rejectForm, textFields } from "#app/web/form.server.ts";
import type { MailedLink } from "#app/web/mailed-link.server.ts";
import { clearToken, receiveToken } from "#app/web/mailed-link.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import { acceptInvitation, findInvitation } from "#features/office/staff/invitations.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/invitation.ts";
import { ACCEPTED_PATH } from "./accepted-invitation.ts";
import { AdminSignInPage } from "./admin-sign-in-page.tsx";
import { UsernameField } from "./sign-in-fields.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;

const DEAD_LINK =
  "An invitation works once, within three days. Ask for a new one if you still want to help.";

const LINK: MailedLink = { cookie: "da_invitation" };

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const token = receiveToken(LINK, { request, url, publicUrl: deps.publicUrl });
  const { siteName } = (await deps.siteFacts()).shell.general;
  const invitation = await findInvitation(deps, token);
  const email = invitation?.email ?? null;
  return data({ email, token, siteName }, { headers: PRIVATE, status: email ? 200 : 410 });
}

const fields = textFields(["username", "password", "token"], (raw) => ok(raw));

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(await readFormData(request), fields);
  const hideFields = ["password"];
  if (submission.status !== "success") return rejectForm(submission, { hideFields });
  const accepted = await acceptInvitation(deps, submission.value);
  if (accepted.ok) {
    const headers = new Headers(PRIVATE);
    headers.append("Set-Cookie", clearToken(LINK, deps.publicUrl));
    return redirect(ACCEPTED_PATH, { headers });
  }
  if (accepted.error.code === "dead_link") {
    return rejectForm(submission, { formErrors: [DEAD_LINK], hideFields }, 410);
  }
  const { errors } = accepted.error;
  const fieldErrors = Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, [message]]),
  );
  return rejectForm(submission, { fieldErrors, hideFields });
}

/** Keeps the input when the server does not respond, or refuses for a rate limit. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Invitation" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { email, siteName, token } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [form, fields] = useForm<{ username: string; password: string; token: string }>({
    id: "invitation",
    lastResult: actionData,
  });
  return (
    <AdminSignInPage siteName={siteName} title="You are invited">
      {email === null ? (
        <Notice kind="warning" title="This invitation is over">
          {DEAD_LINK}
        </Notice>
      ) : (
        <Form method="post" replace {...getFormProps(form)} className="space-y-5">
          <p className="text-ink-soft">
            Choose how you sign in. Messages about your account go to {shownEmail(email)}.
          </p>
          <input type="hidden" name="token" value={token} />
          <FormErrors form={form} title="Error" />
          <UsernameField field={fields.username} />
          <PasswordField field={fields.password} label="Password" autoComplete="new-password" />
          <Button type="submit" size="lg" className="w-full" busy={busy}>
            Accept the invitation
          </Button>
        </Form>
      )}
    </AdminSignInPage>
  );
}
