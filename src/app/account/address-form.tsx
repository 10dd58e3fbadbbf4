import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { CountryOption } from "#app/checkout/country-options.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { AddressErrors } from "#features/identity/address.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { AddressFields } from "./address-fields.tsx";

type Props = {
  countries: { near: CountryOption[]; rest: CountryOption[] };
  values: DeliveryAddress;
  errors: AddressErrors;
  /** Offered where there is another address that is the default now. */
  offersDefault: boolean;
};

/** One address, in the words of its country: what there is no such thing as is not asked for. */
export function AddressForm({ countries, values, errors, offersDefault }: Props) {
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
