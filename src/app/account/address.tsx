import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import { AddressFields } from "#app/components/address/address-fields.tsx";
import type { CountryOption } from "#app/components/address/country-options.ts";
import { countryOptions } from "#app/components/address/country-options.ts";
import { EMPTY_ADDRESS } from "#app/components/address/empty-address.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import {
  fieldErrorsOf,
  parseForm,
  readFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { ok } from "#core/result.ts";
import { ADDRESS_FIELDS, MAX_ADDRESSES } from "#features/base/identity/address.ts";
import {
  findMyAddress,
  listMyAddresses,
  saveAddress,
} from "#features/base/identity/address-book.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/address.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";

type Props = {
  countries: { near: CountryOption[]; rest: CountryOption[] };
  address: DeliveryAddress;
  lastResult: FormResult | undefined;
  offersDefault: boolean;
};

function AddressForm({ countries, address, lastResult, offersDefault }: Props) {
  const [form, fields] = useForm<DeliveryAddress>({ id: "address", lastResult });
  const busy = useNavigation().state === "submitting";
  const submitted = lastResult?.initialValue as Partial<DeliveryAddress> | null | undefined;
  const errors = Object.fromEntries(
    ADDRESS_FIELDS.map((name) => [name, fields[name].errors?.join(" ")]),
  );
  return (
    <Form method="post" {...getFormProps(form)} className="max-w-form space-y-5">
      {form.errors && (
        <Notice kind="error" live>
          {form.errors.join(" ")} Everything you wrote is still here.
        </Notice>
      )}
      <AddressFields
        countries={countries}
        values={submitted ? { ...EMPTY_ADDRESS, ...submitted } : address}
        errors={errors}
      />
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

const addressForm = textFields(ADDRESS_FIELDS, ok);

export async function action({ request, context, params }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const submission = await parseForm(form, addressForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const saved = await saveAddress(deps, {
    actor: context.get(actorContext),
    addressId: idOf(params),
    address: submission.value,
    isDefault: readFields(form, z.object({ isDefault: buttonText })).isDefault === "1",
  });
  if (saved.ok) return doneAt("/profile#addresses", "address-saved", deps.publicUrl);
  switch (saved.error.code) {
    case "forbidden":
      return refuseAccount();
    case "not_found":
      return notFound();
    case "too_many": {
      const message = `An account holds up to ${MAX_ADDRESSES} addresses.`;
      return rejectForm(submission, { formErrors: [message] }, 400);
    }
    case "invalid":
      return rejectForm(submission, { fieldErrors: fieldErrorsOf(saved.error.errors) }, 400);
  }
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
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
        <AddressForm
          countries={countries}
          address={address}
          lastResult={actionData}
          offersDefault={offersDefault}
        />
      </LedgerSection>
    </AccountPage>
  );
}
