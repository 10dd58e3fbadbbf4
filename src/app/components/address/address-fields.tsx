import { useState } from "react";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { AddressErrors } from "#features/base/identity/address.ts";
import { addressFormat } from "#features/base/identity/address.ts";
import { Field, Input, Select } from "#ui/field.tsx";
import type { CountryOption } from "./country-options.ts";

type Props = {
  countries: { near: CountryOption[]; rest: CountryOption[] };
  values: DeliveryAddress;
  errors: AddressErrors;
  /** False prevents autofilling the user's address into another person's. */
  completes?: boolean;
};

/** The country decides fields and labels. */
export function AddressFields({ countries, values, errors, completes = true }: Props) {
  const [country, setCountry] = useState(values.country);
  const format = addressFormat(country);
  const text = (name: keyof DeliveryAddress, complete: string, required: boolean) => (
    <Input
      name={name}
      type={name === "phone" ? "tel" : "text"}
      autoComplete={completes ? complete : "off"}
      defaultValue={values[name]}
      required={required}
    />
  );
  return (
    <>
      <Field label="Country" error={errors.country}>
        <Select
          name="country"
          autoComplete={completes ? "country" : "off"}
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
      <Field label={format.city} optional={!format.needsCity} error={errors.city}>
        {text("city", "address-level2", format.needsCity)}
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
    </>
  );
}

function Countries({ countries }: { countries: readonly CountryOption[] }) {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}
