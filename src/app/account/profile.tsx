import { getFormProps, useForm } from "@conform-to/react";
import { CreditCard } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { FormField } from "#app/components/form/form-field.tsx";
import { SignOutForm } from "#app/shell/main-content.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import {
  fieldErrorsOf,
  isPagePost,
  parseForm,
  readFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { readOneTimeCookie, writeOneTimeCookie } from "#app/web/one-time-cookie.server.ts";
import { addressLines } from "#core/address-lines.server.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { PersonName } from "#features/base/identity/account-input.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import {
  chooseDefaultAddress,
  listMyAddresses,
  removeAddress,
  saveAddress,
} from "#features/base/identity/address-book.server.ts";
import { findMyProfile, saveProfile } from "#features/base/identity/my-profile.server.ts";
import { requestEmailConfirmation } from "#features/base/identity/register-customer.server.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText, mailRouteOf } from "#features/base/mail/outbox.ts";
import { listSetApart } from "#features/body/measurement/set-apart-people.server.ts";
import { findMyCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/profile.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";
import { AddressBook } from "./address-book.tsx";
import { SetApartHint } from "./measurements/set-apart-people.tsx";
import { ProfileCredit } from "./profile-credit.tsx";

type Props = { firstName: string; lastName: string; email: string; emailVerified: boolean };

/** `mailRoute`: how the email that confirms the address leaves. */
type FactsProps = Props & { mailRoute: MailRoute };

function ProfileFacts({ firstName, lastName, email, emailVerified, mailRoute }: FactsProps) {
  const rows = [
    { label: "First name", value: firstName },
    { label: "Last name", value: lastName },
    { label: "Email", value: shownEmail(email) },
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
          {emailedText(`Open the link in the mail we sent to ${shownEmail(email)}.`, mailRoute)}{" "}
          Orders placed with this email before you had an account appear here once it is confirmed.
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

type ProfileFormProps = { profile: Props; lastResult: FormResult | undefined };

/** The email cannot be edited (specification 2). */
function ProfileForm({ profile, lastResult }: ProfileFormProps) {
  const { firstName, lastName } = profile;
  const [form, fields] = useForm<PersonName>({
    id: "profile",
    lastResult,
    defaultValue: { firstName, lastName },
  });
  const busy = useNavigation().formData?.get("intent") === "save-profile";
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector<HTMLElement>("[name=firstName]")?.focus(), []);
  return (
    <Form
      ref={formRef}
      method="post"
      action="/profile?edit=profile"
      preventScrollReset
      {...getFormProps(form)}
      className="max-w-form space-y-5"
    >
      <FormField field={fields.firstName} label="First name" autoComplete="given-name" required />
      <FormField field={fields.lastName} label="Last name" autoComplete="family-name" optional />
      <Field label="Email" hint="Email cannot be changed">
        <Input type="email" value={shownEmail(profile.email)} disabled readOnly />
      </Field>
      <div className="flex flex-col gap-3 pt-2 sm:flex-row">
        <Button type="submit" name="intent" value="save-profile" busy={busy}>
          Save Changes
        </Button>
        <ButtonLink to="/profile" variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

type Deps = Pick<AppDeps, "auth" | "clock" | "db" | "env" | "publicUrl" | "secretBox">;

/** Offers Undo after a post without JavaScript. */
const REMOVED_ADDRESS = { name: "da_removed_address", path: "/profile" };

const failed = (problem: string, status: number) => data({ problem }, { status });

const removedAddress: z.ZodType<DeliveryAddress> = z.object({
  fullName: buttonText,
  phone: buttonText,
  line1: buttonText,
  line2: buttonText,
  city: buttonText,
  region: buttonText,
  postalCode: buttonText,
  country: buttonText,
});

const profileButtons = z.object({ intent: buttonText, addressId: buttonText });

/** Handles the name, the confirmation email and the address book. */
async function changeProfile(deps: Deps, actor: Actor, request: Request) {
  const form = await readFormData(request);
  const { addressId, intent } = readFields(form, profileButtons);
  switch (intent) {
    case "save-profile":
      return saveName(deps, actor, form);
    case "remove-address":
      return remove(deps, actor, { request, addressId });
    case "restore-address":
      return restore(deps, actor, form);
    case "confirm-email":
      return sendConfirmation(deps, actor);
    case "default-address":
      return makeDefault(deps, actor, addressId);
    default:
      return failed("We could not read that form. Please try again.", 400);
  }
}

const nameForm = textFields(["firstName", "lastName"], ok);

async function saveName(deps: Deps, actor: Actor, form: FormData) {
  const submission = await parseForm(form, nameForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const saved = await saveProfile(deps, { actor, name: submission.value });
  if (saved.ok) return doneAt("/profile", "profile-updated", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  return rejectForm(submission, { fieldErrors: fieldErrorsOf(saved.error.errors) }, 400);
}

async function remove(
  deps: Deps,
  actor: Actor,
  { request, addressId }: { request: Request; addressId: string },
) {
  const removed = await removeAddress(deps, { actor, addressId });
  if (!removed.ok) return removed.error === "forbidden" ? refuseAccount() : notFound();
  const { id: _id, isDefault: _isDefault, ...address } = removed.value;
  const cookie = isPagePost(request) ? writeOneTimeCookie(REMOVED_ADDRESS, address, deps) : null;
  if (!cookie) return data({ removed: address });
  const headers = new Headers(PRIVATE);
  headers.append("Set-Cookie", cookie);
  return redirect("/profile#addresses", { status: 303, headers });
}

async function restore(deps: Deps, actor: Actor, form: FormData) {
  const address = readFields(form, removedAddress);
  const saved = await saveAddress(deps, { actor, addressId: null, address, isDefault: false });
  if (saved.ok) return doneAt("/profile", "address-saved", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  return failed("The address could not be put back. Please add it anew.", 400);
}

async function makeDefault(deps: Deps, actor: Actor, addressId: string) {
  const chosen = await chooseDefaultAddress(deps, { actor, addressId });
  if (chosen.ok) return doneAt("/profile", "default-chosen", deps.publicUrl);
  return chosen.error === "forbidden" ? refuseAccount() : notFound();
}

async function sendConfirmation(deps: Deps, actor: Actor) {
  const requested = await requestEmailConfirmation(deps, { actor });
  const note = mailRouteOf(deps.env).toFiles ? "confirmation-stored" : "confirmation-sent";
  if (requested.ok) return doneAt("/profile", note, deps.publicUrl);
  if (requested.error.code === "forbidden") return refuseAccount();
  return failed("We have mailed you often enough for now. Please try again in an hour.", 429);
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { db } = deps;
  const actor = context.get(actorContext);
  const profile = await findMyProfile(db, { actor });
  const addresses = await listMyAddresses(db, { actor });
  const setApart = await listSetApart(deps, { actor });
  if (!profile.ok || !addresses.ok || !setApart.ok) return refuseAccount();
  const removed = readOneTimeCookie<DeliveryAddress>(REMOVED_ADDRESS, request, deps);
  const headers = new Headers(PRIVATE);
  if (removed) headers.append("Set-Cookie", removed.clear);
  const shown = {
    profile: profile.value,
    setApart: setApart.value,
    removed: removed?.value ?? null,
    credit: await findMyCreditView(db, { actor }),
    entries: addresses.value.map((each) => ({ ...each, addressLines: addressLines(each) })),
    mailRoute: mailRouteOf(deps.env),
    isEditing: url.searchParams.get("edit") === "profile",
  };
  return data(shown, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeProfile(context.get(depsContext), context.get(actorContext), request);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("My Account", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, entries, isEditing } = loaderData;
  const lastResult = actionData && "error" in actionData ? actionData : undefined;
  return (
    <AccountPage tab="Profile">
      <SetApartHint {...loaderData.setApart} />
      <LedgerSection title="Profile" lead="Who we write to, and how we greet you.">
        {isEditing || lastResult ? (
          <ProfileForm profile={profile} lastResult={lastResult} />
        ) : (
          <ProfileFacts {...profile} mailRoute={loaderData.mailRoute} />
        )}
      </LedgerSection>
      <LedgerSection id="addresses" title="Addresses" lead="Where your pieces travel to.">
        <AddressBook
          entries={entries}
          removed={actionData && "removed" in actionData ? actionData.removed : loaderData.removed}
          problem={actionData && "problem" in actionData ? actionData.problem : null}
        />
      </LedgerSection>
      <LedgerSection
        title="Payment methods"
        lead="Cards are stored by the payment provider, never by the shop."
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
      <ProfileCredit credit={loaderData.credit} />
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
