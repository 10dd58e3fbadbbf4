import { CreditCard } from "lucide-react";
import { data, Form } from "react-router";
import { SignOutForm } from "#app/shell/sign-out-form.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { countryName } from "#core/country-name.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { ProfileErrors, ProfileNames } from "#features/identity/account-input.ts";
import type { Actor } from "#features/identity/actor.ts";
import {
  chooseDefaultAddress,
  listMyAddresses,
  removeAddress,
  saveAddress,
} from "#features/identity/address-book.server.ts";
import { findMyProfile, saveProfile } from "#features/identity/my-profile.server.ts";
import { requestEmailConfirmation } from "#features/identity/register-customer.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/profile.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";
import { AddressBook } from "./address-book.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { submittedAddress } from "./submitted-address.ts";

type Props = { firstName: string; lastName: string; email: string; emailVerified: boolean };

/** The profile in view mode. */
function ProfileFacts({ firstName, lastName, email, emailVerified }: Props) {
  const rows = [
    { label: "First name", value: firstName },
    { label: "Last name", value: lastName },
    { label: "Email", value: email },
  ];
  return (
    <>
      <dl className="border-t border-line">
        {rows.map(({ label, value }) => (
          <div
            key={label}
            className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-[10rem_1fr]"
          >
            <dt className="text-sm text-ink-quiet">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value || "Not given"}</dd>
          </div>
        ))}
      </dl>
      {!emailVerified && (
        <Notice kind="info" title="Your email is not confirmed yet" className="mt-6">
          Open the link in the mail we sent to {email}. Orders placed with this email before you had
          an account appear here once it is confirmed.
          <Form method="post" action="/profile" preventScrollReset>
            <button
              type="submit"
              name="intent"
              value="confirm-email"
              className="link inline-flex min-h-11 items-center"
            >
              Send the mail again
            </button>
          </Form>
        </Notice>
      )}
      <ButtonLink
        to="/profile?edit=profile"
        variant="secondary"
        preventScrollReset
        className="mt-6 max-sm:w-full"
      >
        Edit Profile
      </ButtonLink>
    </>
  );
}

/** What the profile's page says after one of its forms, where it stays on the page. */
type ProfileFormResult =
  | { kind: "invalid"; typed: ProfileNames; errors: ProfileErrors }
  | { kind: "removed"; address: DeliveryAddress }
  | { kind: "problem"; message: string };

type Deps = Pick<AppDeps, "auth" | "clock" | "db" | "publicUrl">;

const problem = (message: string, status: number) =>
  data<ProfileFormResult>({ kind: "problem", message }, { status });

/** Takes in the forms of the profile's page: names, the mail that confirms the email, the entries of the address book. */
async function changeProfile(deps: Deps, actor: Actor, request: Request) {
  const form = await request.formData();
  switch (fieldText(form, "intent")) {
    case "save-profile":
      return saveNames(deps, actor, form);
    case "remove-address":
      return remove(deps, actor, fieldText(form, "addressId"));
    case "restore-address":
      return restore(deps, actor, form);
    case "confirm-email":
      return mailAgain(deps, actor, request);
    case "default-address":
      return makeDefault(deps, actor, fieldText(form, "addressId"));
    default:
      return problem("We could not read that form. Please try again.", 400);
  }
}

async function saveNames(deps: Deps, actor: Actor, form: FormData) {
  const typed = {
    firstName: fieldText(form, "firstName"),
    lastName: fieldText(form, "lastName"),
  };
  const saved = await saveProfile(deps, { actor, typed });
  if (saved.ok) return doneAt("/profile", "profile-updated", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  const answer: ProfileFormResult = { kind: "invalid", typed, errors: saved.error.errors };
  return data(answer, { status: 400 });
}

async function remove(deps: Deps, actor: Actor, addressId: string) {
  const removed = await removeAddress(deps, { actor, addressId });
  if (!removed.ok) return removed.error === "forbidden" ? refuseAccount() : notFound();
  const { id: _id, isDefault: _isDefault, ...address } = removed.value;
  return data<ProfileFormResult>({ kind: "removed", address });
}

async function restore(deps: Deps, actor: Actor, form: FormData) {
  const typed = submittedAddress(form);
  const saved = await saveAddress(deps, { actor, addressId: null, typed, isDefault: false });
  if (saved.ok) return doneAt("/profile", "address-saved", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  return problem("The address could not be put back. Please add it anew.", 400);
}

async function makeDefault(deps: Deps, actor: Actor, addressId: string) {
  const chosen = await chooseDefaultAddress(deps, { actor, addressId });
  if (chosen.ok) return doneAt("/profile", "default-chosen", deps.publicUrl);
  return chosen.error === "forbidden" ? refuseAccount() : notFound();
}

async function mailAgain(deps: Deps, actor: Actor, request: Request) {
  const asked = await requestEmailConfirmation(deps, { actor, request });
  if (asked.ok) return doneAt("/profile", "confirmation-sent", deps.publicUrl);
  if (asked.error.code === "forbidden") return refuseAccount();
  return problem("We have mailed you often enough for now. Please try again in an hour.", 429);
}

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
