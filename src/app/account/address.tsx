import { useEffect, useRef } from "react";
import { data, Form, useNavigation } from "react-router";
import type { CountryOption } from "#app/checkout/country-options.ts";
import { countryOptions } from "#app/checkout/country-options.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { AddressErrors } from "#features/identity/address.ts";
import { MAX_ADDRESSES } from "#features/identity/address.ts";
import {
  findMyAddress,
  listMyAddresses,
  saveAddress,
} from "#features/identity/address-book.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/address.ts";
import { AccountError } from "./account-error.tsx";
import { accountMeta } from "./account-meta.ts";
import { AccountPage, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";
import { AddressFields } from "./address-fields.tsx";
import { EMPTY_ADDRESS, submittedAddress } from "./submitted-address.ts";

type Props = {
  countries: { near: CountryOption[]; rest: CountryOption[] };
  values: DeliveryAddress;
  errors: AddressErrors;
  /** Offered where there is another address that is the default now. */
  offersDefault: boolean;
};

/** One address, in the words of its country: what there is no such thing as is not asked for. */
function AddressForm({ countries, values, errors, offersDefault }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return (
    <Form ref={form} method="post" noValidate className="max-w-form space-y-5">
      <AddressFields countries={countries} values={values} errors={errors} />
      {offersDefault && (
        <Checkbox label="Make this my default address" name="isDefault" value="1" />
      )}
      <div className="flex flex-col gap-3 pt-2 sm:flex-row">
        <Button type="submit" busy={busy}>
          Save Address
        </Button>
        <ButtonLink to="/profile#addresses" variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

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
