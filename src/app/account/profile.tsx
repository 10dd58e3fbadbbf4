import { CreditCard } from "lucide-react";
import { Form } from "react-router";
import { SignOutForm } from "#app/shell/sign-out-form.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { countryName } from "#core/country-name.ts";
import { listMyAddresses } from "#features/identity/address-queries.server.ts";
import { findMyProfile } from "#features/identity/profile-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/profile.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";
import { AddressBook } from "./address-book.tsx";
import { changeProfile } from "./change-profile.server.ts";
import { ProfileFacts } from "./profile-facts.tsx";
import { ProfileForm } from "./profile-form.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const profile = await findMyProfile(db, { actor });
  const addresses = await listMyAddresses(db, { actor });
  if (!profile.ok || !addresses.ok) return refuseAccount();
  return {
    profile: profile.value,
    entries: addresses.value.map((each) => ({ ...each, countryName: countryName(each.country) })),
    isEditing: url.searchParams.get("edit") === "profile",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeProfile(context.get(depsContext), context.get(actorContext), request);
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("My Account", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, entries, isEditing } = loaderData;
  const invalid = actionData?.kind === "invalid" ? actionData : null;
  return (
    <AccountPage tab="Profile">
      <LedgerSection title="Profile" lead="Who we write to, and how we greet you.">
        {isEditing || invalid ? (
          <ProfileForm
            names={invalid?.typed ?? profile}
            email={profile.email}
            errors={invalid?.errors ?? {}}
          />
        ) : (
          <ProfileFacts {...profile} />
        )}
      </LedgerSection>
      <LedgerSection id="addresses" title="Addresses" lead="Where your pieces travel to.">
        <AddressBook
          entries={entries}
          removed={actionData?.kind === "removed" ? actionData.address : null}
          problem={actionData?.kind === "problem" ? actionData.message : null}
        />
      </LedgerSection>
      <LedgerSection
        title="Payment methods"
        lead="Cards are kept by the payment provider alone, never by the shop."
      >
        <EmptyState
          title="No payment methods saved yet"
          icon={<CreditCard size={28} aria-hidden="true" />}
          action={
            <Form method="post" action="/profile/payment-methods">
              <Button type="submit" variant="secondary">
                Add Payment Method
              </Button>
            </Form>
          }
          className="border border-line"
        />
      </LedgerSection>
      <LedgerSection title="Sign out" lead="On this device. Your cart stays.">
        <SignOutForm next="/">
          <Button type="submit" variant="secondary">
            Sign Out
          </Button>
        </SignOutForm>
      </LedgerSection>
    </AccountPage>
  );
}
