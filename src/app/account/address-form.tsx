import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { CountryOption } from "#app/checkout/country-options.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { AddressErrors } from "#features/identity/address.ts";
import { addressFormat } from "#features/identity/address.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Select } from "#ui/select.tsx";

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
  const [country, setCountry] = useState(values.country);
  const busy = useNavigation().state === "submitting";
  const format = addressFormat(country);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const text = (name: keyof DeliveryAddress, complete: string, required: boolean) => (
    <Input
      name={name}
      type={name === "phone" ? "tel" : "text"}
      autoComplete={complete}
      defaultValue={values[name]}
      required={required}
    />
  );
  return (
    <Form ref={form} method="post" noValidate className="max-w-form space-y-5">
      <Field label="Country" error={errors.country}>
        <Select
          name="country"
          autoComplete="country"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
          required
        >
          <optgroup label="Near us">
            <Countries countries={countries.near} />
          </optgroup>
          <optgroup label="Everywhere else">
            <Countries countries={countries.rest} />
          </optgroup>
        </Select>
      </Field>
      <Field label="Full name" error={errors.fullName}>
        {text("fullName", "name", true)}
      </Field>
      <Field label="Address" error={errors.line1}>
        {text("line1", "address-line1", true)}
      </Field>
      <Field label="Apartment, lot, floor" optional error={errors.line2}>
        {text("line2", "address-line2", false)}
      </Field>
      <Field label="City or village" error={errors.city}>
        {text("city", "address-level2", true)}
      </Field>
      <Field label={format.region} optional={!format.needsRegion} error={errors.region}>
        {text("region", "address-level1", format.needsRegion)}
      </Field>
      {(format.postalCode !== null || values.postalCode !== "") && (
        <Field
          label={format.postalCode ?? "Postal code"}
          optional={!format.needsPostalCode}
          error={errors.postalCode}
        >
          {text("postalCode", "postal-code", format.needsPostalCode)}
        </Field>
      )}
      <Field label="Phone, for the courier" optional error={errors.phone}>
        {text("phone", "tel", false)}
      </Field>
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

function Countries({ countries }: { countries: readonly CountryOption[] }) {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}
