import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type {
  PaymentFormErrors,
  PaymentFormValues,
} from "#features/checkout/test-payment-input.ts";
import type { PaymentRequest, ShippingOption } from "#platform/payments.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { CountryOption } from "./country-options.ts";

type Props = {
  /** A donation needs no address. */
  kind: PaymentRequest["kind"];
  offers: readonly ShippingOption[];
  countries: { near: CountryOption[]; rest: CountryOption[] };
  values: PaymentFormValues;
  errors: PaymentFormErrors;
};

type TextField = Exclude<keyof PaymentFormValues, "country" | "optionId">;

const fields: readonly { name: TextField; label: string; complete: string; optional?: boolean }[] =
  [
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

/** Address, shipping and outcome in one form that works without JavaScript. */
export function TestPaymentForm({ kind, offers, countries, values, errors }: Props) {
  const navigation = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const busy = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  return (
    <Form ref={form} method="post" noValidate className="space-y-10">
      {kind === "order" && <AddressFields countries={countries} values={values} errors={errors} />}
      {offers.length > 0 && (
        <RadioGroup
          legend="Shipping"
          name="optionId"
          defaultValue={values.optionId}
          error={errors.optionId}
          options={offers.map((offer) => ({
            value: offer.id,
            label: (
              <span className="figures">
                {offer.label}: {offer.price.minorUnits === 0 ? "Free" : formatMoney(offer.price)}
              </span>
            ),
            hint: [offer.promise, reachWords(offer)].filter(Boolean).join(". "),
          }))}
        />
      )}
      <Outcomes busy={busy} />
    </Form>
  );
}

function AddressFields({
  countries,
  values,
  errors,
}: Pick<Props, "countries" | "values" | "errors">) {
  return (
    <section aria-labelledby="address" className="space-y-5">
      <h2 id="address" className="display text-xl">
        Delivery address
      </h2>
      <Field label="Country" error={errors.country}>
        <Select
          name="country"
          autoComplete="shipping country"
          defaultValue={values.country}
          required
        >
          <optgroup label="Near us">
            <CountryList countries={countries.near} />
          </optgroup>
          <optgroup label="Everywhere else">
            <CountryList countries={countries.rest} />
          </optgroup>
        </Select>
      </Field>
      {fields.map(({ name, label, complete, optional }) => (
        <Field key={name} label={label} optional={optional ?? false} error={errors[name]}>
          <Input
            name={name}
            type={name === "phone" ? "tel" : "text"}
            autoComplete={complete}
            defaultValue={values[name]}
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

/** The countries of a shipping method; "" when it ships everywhere. */
function reachWords(offer: ShippingOption): string {
  if (offer.onlyCity) return `Within ${offer.onlyCity}`;
  if (offer.onlyCountries?.join() === "GY") return "Within Guyana";
  return offer.exceptCountries.join() === "GY" ? "Outside Guyana" : "";
}

function Outcomes({ busy }: { busy: FormDataEntryValue | null | undefined }) {
  return (
    <div className="space-y-3">
      <Button
        type="submit"
        name="intent"
        value="pay"
        size="lg"
        className="w-full"
        busy={busy === "pay"}
      >
        Pay
      </Button>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Button type="submit" name="intent" value="fail" variant="secondary" busy={busy === "fail"}>
          Fail
        </Button>
        <Button
          type="submit"
          name="intent"
          value="expire"
          variant="secondary"
          busy={busy === "expire"}
        >
          Expire
        </Button>
        <Button
          type="submit"
          name="intent"
          value="cancel"
          variant="secondary"
          busy={busy === "cancel"}
        >
          Cancel
        </Button>
      </div>
      <p className="text-sm text-ink-quiet">
        Pay confirms the order. Fail declines the card, and you can try again. Expire ends the
        session as if 30 minutes had passed. Cancel goes back to the shop.
      </p>
    </div>
  );
}
