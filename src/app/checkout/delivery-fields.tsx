import type { FieldMetadata } from "@conform-to/react";
import { textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { PaymentFormValues } from "#features/checkout/delivery-input.ts";
import { shippingPriceText } from "#features/orders/order-amounts.ts";
import type { ShippingOption } from "#platform/payments.server.ts";
import { Field, Input, Select } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { CountryOption } from "./country-options.ts";

type Props = {
  /** A donation is sent nowhere: it needs no address. */
  hasAddress: boolean;
  options: readonly ShippingOption[];
  countries: { near: CountryOption[]; rest: CountryOption[] };
  delivery: DeliveryForm;
};

type DeliveryForm = {
  fields: { [Name in keyof PaymentFormValues]: FieldMetadata<unknown> };
  errorOf(field: FieldMetadata<unknown>): string | undefined;
};

/** The form of a payment page of the shop's own. */
export function useDeliveryForm(defaultValue: PaymentFormValues, lastResult?: FormResult) {
  return useServerForm<PaymentFormValues>({ id: "delivery", lastResult, defaultValue });
}

type TextField = Exclude<keyof PaymentFormValues, "country" | "optionId">;

const TEXT_FIELDS: readonly {
  name: TextField;
  label: string;
  complete: string;
  optional?: boolean;
}[] = [
  { name: "fullName", label: "Full name", complete: "shipping name" },
  { name: "line1", label: "Address", complete: "shipping address-line1" },
  {
    name: "line2",
    label: "Apartment, lot, floor",
    complete: "shipping address-line2",
    optional: true,
  },
  { name: "city", label: "City or village", complete: "shipping address-level2" },
  {
    name: "region",
    label: "Region or state",
    complete: "shipping address-level1",
    optional: true,
  },
  { name: "postalCode", label: "Postal code", complete: "shipping postal-code", optional: true },
  { name: "phone", label: "Phone, for the courier", complete: "shipping tel", optional: true },
];

/** Where an order goes and how, on a payment page of the shop's own; it works without JavaScript. */
export function DeliveryFields({ hasAddress, options, countries, delivery }: Props) {
  const { fields, errorOf } = delivery;
  return (
    <>
      {hasAddress && <AddressFields countries={countries} delivery={delivery} />}
      {options.length > 0 && (
        <RadioGroup
          legend="Shipping"
          name="optionId"
          defaultValue={textProps(fields.optionId).defaultValue ?? ""}
          error={errorOf(fields.optionId)}
          options={options.map((option) => ({
            value: option.id,
            label: (
              <span className="figures">
                {option.label}: {shippingPriceText(option.price)}
              </span>
            ),
            hint: [option.promise, reachMessage(option)].filter(Boolean).join(". "),
          }))}
        />
      )}
    </>
  );
}

function AddressFields({ countries, delivery }: Pick<Props, "countries" | "delivery">) {
  const { fields, errorOf } = delivery;
  return (
    <section aria-labelledby="address" className="space-y-5">
      <h2 id="address" className="display text-xl">
        Delivery address
      </h2>
      <Field label="Country" error={errorOf(fields.country)}>
        <Select {...textProps(fields.country)} autoComplete="shipping country" required>
          <optgroup label="Near us">
            <CountryList countries={countries.near} />
          </optgroup>
          <optgroup label="Everywhere else">
            <CountryList countries={countries.rest} />
          </optgroup>
        </Select>
      </Field>
      {TEXT_FIELDS.map(({ name, label, complete, optional }) => (
        <Field key={name} label={label} optional={optional ?? false} error={errorOf(fields[name])}>
          <Input
            {...textProps(fields[name])}
            type={name === "phone" ? "tel" : "text"}
            autoComplete={complete}
            required={!optional}
          />
        </Field>
      ))}
    </section>
  );
}

function CountryList({ countries }: { countries: readonly CountryOption[] }) {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}

/** Where an option goes, where that is not everywhere. */
function reachMessage(option: ShippingOption): string {
  if (option.onlyCity) return `Within ${option.onlyCity}`;
  if (option.onlyCountries?.join() === "GY") return "Within Guyana";
  return option.exceptCountries.join() === "GY" ? "Outside Guyana" : "";
}
