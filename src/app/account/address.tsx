import { data } from "react-router";
import { countryOptions } from "#app/checkout/country-options.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { AddressErrors } from "#features/identity/address.ts";
import { MAX_ADDRESSES } from "#features/identity/address.ts";
import { findMyAddress, listMyAddresses } from "#features/identity/address-queries.server.ts";
import { saveAddress } from "#features/identity/save-address.server.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/address.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";
import { AddressForm } from "./address-form.tsx";
import { EMPTY_ADDRESS, submittedAddress } from "./submitted-address.ts";

const idOf = (params: { id?: string }) => params.id ?? null;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const addressId = idOf(params);
  const book = await listMyAddresses(db, { actor });
  if (!book.ok) return refuseAccount();
  const countries = countryOptions();
  if (!addressId) {
    return { address: EMPTY_ADDRESS, isNew: true, offersDefault: book.value.length > 0, countries };
  }
  const found = await findMyAddress(db, { actor, addressId });
  if (!found.ok) return found.error === "forbidden" ? refuseAccount() : notFound();
  const { value } = found;
  return { address: value, isNew: false, offersDefault: !value.isDefault, countries };
}

const refused = (message: string | null, errors: AddressErrors, form: FormData) =>
  data({ message, errors, typed: submittedAddress(form) }, { status: 400 });

export async function action({ request, context, params }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await request.formData();
  const saved = await saveAddress(deps, {
    actor: context.get(actorContext),
    addressId: idOf(params),
    typed: submittedAddress(form),
    isDefault: form.get("isDefault") === "1",
  });
  if (saved.ok) return doneAt("/profile#addresses", "address-saved", deps.publicUrl);
  switch (saved.error.code) {
    case "forbidden":
      return refuseAccount();
    case "not_found":
      return notFound();
    case "too_many":
      return refused(`An account holds up to ${MAX_ADDRESSES} addresses.`, {}, form);
    case "invalid":
      return refused(null, saved.error.errors, form);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Address", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Address({ loaderData, actionData }: Route.ComponentProps) {
  const { address, countries, isNew, offersDefault } = loaderData;
  return (
    <AccountPage tab="Profile">
      <LedgerSection
        title={isNew ? "New address" : "Edit address"}
        lead="We ask only for what exists in the country you choose."
      >
        {actionData?.message && (
          <Notice kind="error" live className="mb-6">
            {actionData.message} Everything you wrote is still here.
          </Notice>
        )}
        <AddressForm
          countries={countries}
          values={actionData?.typed ?? address}
          errors={actionData?.errors ?? {}}
          offersDefault={offersDefault}
        />
      </LedgerSection>
    </AccountPage>
  );
}
