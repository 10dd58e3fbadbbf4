import { data, redirect } from "react-router";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { openCardPage } from "#features/sales/payments/provider-customers.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/payment-methods.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";

export async function action({ context }: Route.ActionArgs) {
  const opened = await openCardPage(context.get(depsContext), { actor: context.get(actorContext) });
  if (opened.ok) return redirect(opened.value, { status: 303, headers: PRIVATE });
  if (opened.error === "forbidden") return refuseAccount();
  if (opened.error === "away") return data({ isAway: true }, { status: 502, headers: PRIVATE });
  return redirect("/profile/payment-methods", { status: 303, headers: PRIVATE });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Payment methods", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

/** Offers nothing to add when the provider stores no cards. */
export default function PaymentMethods({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage tab="Profile">
      <LedgerSection title="Payment methods">
        {actionData?.isAway ? <Away /> : <NothingToSave />}
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ButtonLink to="/profile">Back to your profile</ButtonLink>
          <ButtonLink to="/shop" variant="secondary">
            Browse the shop
          </ButtonLink>
        </div>
      </LedgerSection>
    </AccountPage>
  );
}

function Away() {
  return (
    <Notice kind="error" live title="Your cards could not be opened just now">
      The payment provider did not answer. Nothing was changed; please try again in a moment.
    </Notice>
  );
}

function NothingToSave() {
  return (
    <div className="max-w-prose space-y-4 text-ink-soft">
      <p className="text-lg text-ink">There is nothing to save here.</p>
      <p>
        You enter your card on the payment page each time you pay. The shop never sees or stores it,
        and neither does the current payment page.
      </p>
      <p>Paying takes a minute, and nobody else can pay in your name.</p>
    </div>
  );
}
