import { getFormProps, useForm } from "@conform-to/react";
import { use } from "react";
import { Form, Link, redirect, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { cookieContextFor, signedInCookie } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext, sessionContext } from "#app/web/context.ts";
import { parseForm, rejectForm, textFields } from "#app/web/form.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { ConfirmIdentityFailure } from "#features/base/identity/confirm-identity.server.ts";
import {
  confirmIdentity,
  findConfirmation,
} from "#features/base/identity/confirm-identity.server.ts";
import { findMyProfile } from "#features/base/identity/my-profile.server.ts";
import { signOut } from "#features/base/identity/sessions.server.ts";
import { listMyUnfinishedContracts } from "#features/garments/contract/contract-queries.server.ts";
import type { DeleteAccountFailure } from "#features/office/customers/erase-customer.server.ts";
import { deleteAccount } from "#features/office/customers/erase-customer.server.ts";
import { findMyCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/delete.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";

const REFUSALS: Record<Exclude<DeleteAccountFailure, "forbidden">, string> = {
  not_confirmed: "This is not the email of your account",
  order_pending:
    "One of your orders is waiting for its payment. Pay it or cancel it first; after half an hour it ends by itself.",
  deposit_owed:
    "We still have to send money of an order back to you by bank transfer, and need your name for it. Please delete your account once it has arrived, or write to us.",
  staff: "A staff account cannot be deleted here.",
};

function unconfirmedMessage(failure: ConfirmIdentityFailure): string {
  switch (failure.code) {
    case "too_many_attempts":
      return tooManyAttemptsMessage(failure.retryAfterSeconds);
    case "wrong_password":
      return "This is not your password";
    default:
      return "Please sign in again, then delete your account within ten minutes.";
  }
}

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { db } = deps;
  const actor = context.get(actorContext);
  const sessionId = context.get(sessionContext)?.id ?? "";
  const profile = await findMyProfile(db, { actor: context.get(actorContext) });
  if (!profile.ok) return refuseAccount();
  const credit = await findMyCreditView(db, { actor: context.get(actorContext) });
  const hasCredit = credit !== null && credit.balance.minorUnits > 0;
  return {
    confirmation: await findConfirmation(deps, { actor, sessionId }),
    email: profile.value.email,
    unfinished: await listMyUnfinishedContracts(db, { actor }),
    credit: hasCredit ? credit.balance : null,
  };
}

const confirmation = textFields(["email", "password"], ok);
const hideFields = ["password"];

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, confirmation);
  if (submission.status !== "success") return rejectForm(submission, { hideFields }, 400);
  const { email: submittedEmail, password } = submission.value;
  const actor = context.get(actorContext);
  const sessionId = context.get(sessionContext)?.id ?? "";
  const confirmed = await confirmIdentity(deps, { actor, sessionId, password });
  if (!confirmed.ok) {
    const { error } = confirmed;
    const messages = [unconfirmedMessage(error)];
    const isPassword = error.code === "wrong_password" || error.code === "too_many_attempts";
    return rejectForm(
      submission,
      {
        ...(isPassword ? { fieldErrors: { password: messages } } : { formErrors: messages }),
        hideFields,
      },
      400,
    );
  }
  const deleted = await deleteAccount(deps, { actor, submittedEmail });
  if (!deleted.ok) {
    if (deleted.error === "forbidden") return refuseAccount();
    const messages = [REFUSALS[deleted.error]];
    const isUnconfirmed = deleted.error === "not_confirmed";
    return rejectForm(
      submission,
      {
        ...(isUnconfirmed ? { fieldErrors: { email: messages } } : { formErrors: messages }),
        hideFields,
      },
      400,
    );
  }
  const headers = new Headers(PRIVATE);
  const left = await signOut(deps, { request });
  for (const cookie of left.ok ? left.value.cookies : []) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", signedInCookie(0, cookieContextFor(deps.publicUrl)));
  return redirect("/", { status: 303, headers });
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Delete Account", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

/** For an account without a password whose sign-in is older than ten minutes. */
function SignInAgain() {
  return (
    <Form method="post" action="/sign-out" className="mt-8 space-y-4">
      <p className="text-ink-soft">
        To be sure that it is you, please sign in again. Then open this page within ten minutes.
      </p>
      <input type="hidden" name="next" value="/auth" />
      <Button type="submit">Sign in again</Button>
    </Form>
  );
}

/** Their measurements leave with the account, at once. */
function UnfinishedGarments({
  orders,
}: {
  orders: Route.ComponentProps["loaderData"]["unfinished"];
}) {
  return (
    <Notice kind="warning" title="A made-to-measure piece is not finished" className="mt-6">
      <p>
        Its measurements go with your account, at once. Without them we cannot cut it, and later we
        cannot alter it. Wait until it has arrived, or write to us first.
      </p>
      <ul className="mt-2">
        {orders.map(({ orderId, products }) => (
          <li key={orderId}>
            <Link to={`/profile/orders/${orderId}`} className="link inline-block py-1">
              Order {orderNumber(orderId)}: {products.join(", ")}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Store credit outlives the account: whoever has a private link to it can spend it. */
function CreditNotice({ credit, email }: { credit: MoneyAmount; email: string }) {
  const { toFiles } = use(MailRouteContext);
  const stays = "Store credit never expires, so it stays, without your name.";
  if (toFiles) {
    return (
      <Notice
        kind="warning"
        title={`Write to us first: you have ${formatMoney(credit)} of store credit`}
        className="mt-6"
      >
        {stays} Afterwards only a private link leads to it, and this shop sends no emails yet that
        could bring you one.
      </Notice>
    );
  }
  return (
    <Notice
      kind="warning"
      title={`Keep our last mail: it leads to your ${formatMoney(credit)} of store credit`}
      className="mt-6"
    >
      {stays} Afterwards only a private link leads to it. The last mail that we send to{" "}
      {shownEmail(email)} has one; those in our earlier mails about your credit work too.
    </Notice>
  );
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { confirmation } = loaderData;
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<{ email: string; password: string }>({
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
            <CreditNotice credit={loaderData.credit} email={loaderData.email} />
          )}
          {loaderData.unfinished.length > 0 && (
            <UnfinishedGarments orders={loaderData.unfinished} />
          )}
          <FormErrors form={form} className="mt-6" />
          {confirmation === "sign_in_again" ? (
            <SignInAgain />
          ) : (
            <Form method="post" {...getFormProps(form)} className="mt-8 space-y-6">
              <FormField
                field={fields.email}
                label="Type your email to confirm"
                hint={shownEmail(loaderData.email)}
                type="email"
                autoComplete="off"
                required
              />
              {confirmation === "password" && (
                <PasswordField
                  field={fields.password}
                  label="Your password"
                  autoComplete="current-password"
                />
              )}
              <div className="flex flex-col gap-3 sm:flex-row">
                <Button type="submit" variant="danger" busy={busy}>
                  Delete Account
                </Button>
                <ButtonLink to="/profile/settings" variant="secondary">
                  Keep my account
                </ButtonLink>
              </div>
            </Form>
          )}
        </div>
      </LedgerSection>
    </AccountPage>
  );
}
