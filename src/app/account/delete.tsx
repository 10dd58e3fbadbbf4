import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link, redirect, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { cookieContextFor, signedInCookie } from "#app/web/browser-cookies.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm, textFields } from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { formatMoney } from "#core/money-amount.ts";
import { ok } from "#core/result.ts";
import type { DeleteAccountFailure } from "#features/customers/erase-customer.server.ts";
import { deleteAccount } from "#features/customers/erase-customer.server.ts";
import { findMyProfile } from "#features/identity/my-profile.server.ts";
import { signOut } from "#features/identity/sessions.server.ts";
import { creditPath } from "#features/store-credit/store-credit.ts";
import { findMyCreditView } from "#features/store-credit/store-credit-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/delete.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";

const REFUSALS: Record<Exclude<DeleteAccountFailure, "forbidden">, string> = {
  not_confirmed: "This is not the email of your account",
  order_pending:
    "One of your orders is waiting for its payment. Pay it or cancel it first; after half an hour it ends by itself.",
  staff: "A staff account cannot be deleted here.",
};

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const profile = await findMyProfile(db, { actor: context.get(actorContext) });
  if (!profile.ok) return refuseAccount();
  const credit = await findMyCreditView(db, context.get(actorContext));
  const hasCredit = credit !== null && credit.balance.minorUnits > 0;
  return {
    email: profile.value.email,
    credit: hasCredit ? { balance: credit.balance, path: creditPath(credit.token) } : null,
  };
}

const confirmation = textFields(["email"], ok);

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, confirmation);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const submittedEmail = submission.value.email;
  const deleted = await deleteAccount(deps, { actor: context.get(actorContext), submittedEmail });
  if (!deleted.ok) {
    if (deleted.error === "forbidden") return refuseAccount();
    const messages = [REFUSALS[deleted.error]];
    const isUnconfirmed = deleted.error === "not_confirmed";
    return rejectForm(
      submission,
      isUnconfirmed ? { fieldErrors: { email: messages } } : { formErrors: messages },
      400,
    );
  }
  const headers = new Headers(PRIVATE);
  const left = await signOut(deps, { request });
  for (const cookie of left.ok ? left.value.cookies : []) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
  return redirect("/", { status: 303, headers });
}

/** Without a response what was entered stays. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Delete Account", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<{ email: string }>({
    id: "delete-account",
    lastResult: actionData,
  });
  return (
    <AccountPage tab="Settings">
      <LedgerSection title="Delete Account">
        <div className="max-w-form">
          <p>
            <strong className="font-medium">
              This action cannot be undone. All of your data will be permanently deleted.
            </strong>
          </p>
          <p className="mt-3 text-ink-soft">
            Your name, addresses, measurements and messages go, and you are signed out everywhere.
            What you bought stays in our books without saying that it was you; a piece that is still
            on its way to you then has no address, so wait until it has arrived.
          </p>
          {loaderData.credit && (
            <Notice
              kind="warning"
              title={`Keep the link to your ${formatMoney(loaderData.credit.balance)} of store credit`}
              className="mt-6"
            >
              Store credit never expires, so it stays, without your name. Afterwards only its
              private link leads to it:{" "}
              <Link to={loaderData.credit.path} className="link">
                your store credit
              </Link>
              . The last mail that we send you has it too.
            </Notice>
          )}
          <FormErrors form={form} className="mt-6" />
          <Form method="post" {...getFormProps(form)} className="mt-8 space-y-6">
            <FormField
              field={fields.email}
              label="Type your email to confirm"
              hint={loaderData.email}
              type="email"
              autoComplete="off"
              required
            />
            <div className="flex flex-col gap-3 sm:flex-row">
              <Button type="submit" variant="danger" busy={busy}>
                Delete Account
              </Button>
              <ButtonLink to="/profile/settings" variant="secondary">
                Keep my account
              </ButtonLink>
            </div>
          </Form>
        </div>
      </LedgerSection>
    </AccountPage>
  );
}
