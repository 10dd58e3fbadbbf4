import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import type { CountryOption } from "#app/components/address/country-options.ts";
import { lastAddress, rememberAddress } from "#app/components/cart/checkout-attempt.browser.ts";
import { LineImage } from "#app/components/cart/line-image.tsx";
import { textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import type { SwatchImage } from "#app/components/orders/cloth-swatch.tsx";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { reaches } from "#core/delivery-address.ts";
import { methodMessage } from "#core/delivery-promise.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, formatMoney, money } from "#core/money-amount.ts";
import { addressFormat, fieldLabel, needsField } from "#features/base/identity/address.ts";
import type { DutiesTerms } from "#features/base/settings/shipping-methods.ts";
import { dutiesNotice } from "#features/base/settings/shipping-methods.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";
import type { PaymentFormValues } from "#features/sales/checkout/delivery-input.server.ts";
import type { PaymentLine, ShippingOption } from "#platform/payments.server.ts";
import { Field, Input, Select } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

type Props = {
  /** A donation needs no address. */
  hasAddress: boolean;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  delivery: DeliveryForm;
  /** From when the days are counted, where that is not now. */
  countedFrom?: string | null;
};

type Fields = { [Name in keyof PaymentFormValues]: FieldMetadata<unknown> };

export type DeliveryForm = ReturnType<typeof useDeliveryForm>;

const textOf = ({ initialValue, value }: FieldMetadata<unknown>): string => {
  const now = value ?? initialValue;
  return typeof now === "string" ? now : "";
};

/** Offers a city's method until another city is entered. */
function offeredTo(fields: Fields, options: readonly ShippingOption[]): readonly ShippingOption[] {
  const country = textOf(fields.country);
  const city = textOf(fields.city).trim();
  return options.filter((option) =>
    reaches(option, { country, city: city || (option.onlyCity ?? "") }),
  );
}

export function useDeliveryForm(
  order: {
    options: readonly ShippingOption[];
    total: MoneyAmount;
    values: PaymentFormValues;
    duties: DutiesTerms;
  },
  lastResult?: FormResult,
) {
  const { options, total, values } = order;
  const server = useServerForm<PaymentFormValues>({
    id: "delivery",
    lastResult,
    defaultValue: values,
  });
  const { fields } = server;
  const offered = offeredTo(fields, options);
  const chosen = offered.find(({ id }) => id === textOf(fields.optionId)) ?? offered[0] ?? null;
  return {
    ...server,
    offered,
    chosen,
    /** The shop ships, but not to this country. */
    isUnserved: options.length > 0 && offered.length === 0,
    /** Names charges on arrival; null if there are none. */
    duties: offered.length > 0 ? dutiesNotice(order.duties, textOf(fields.country)) : null,
    total: chosen ? addMoney([total, chosen.price]) : total,
  };
}

type TextField = Exclude<keyof PaymentFormValues, "country" | "optionId">;

/** The fields of the form and what a browser fills in. */
const TEXT_FIELDS: readonly { name: TextField; complete: string }[] = [
  { name: "fullName", complete: "shipping name" },
  { name: "line1", complete: "shipping address-line1" },
  { name: "line2", complete: "shipping address-line2" },
  { name: "city", complete: "shipping address-level2" },
  { name: "region", complete: "shipping address-level1" },
  { name: "postalCode", complete: "shipping postal-code" },
  { name: "phone", complete: "shipping tel" },
  { name: "buyerTaxNumber", complete: "off" },
];

const OWN_LABELS: Partial<Record<TextField, string>> = {
  phone: "Phone, for the courier",
  buyerTaxNumber: "Company tax number, for the invoice",
};

/** The fields that the chosen country has, with their local names; one that holds a text stays. */
function fieldsOf(country: string, fields: Fields) {
  const format = addressFormat(country);
  return TEXT_FIELDS.filter(
    ({ name }) =>
      name !== "postalCode" || format.postalCode !== null || textOf(fields[name]) !== "",
  ).map(({ complete, name }) => {
    const isAddress = name !== "buyerTaxNumber";
    return {
      name,
      complete,
      label: OWN_LABELS[name] ?? (isAddress ? fieldLabel(name, format) : name),
      optional: !isAddress || !needsField(name, format),
    };
  });
}

const REMEMBERED: Readonly<Record<string, true>> = Object.fromEntries(
  ["country", ...TEXT_FIELDS.map(({ name }) => name)].map((name) => [name, true]),
);

/** Works without JavaScript. */
export function DeliveryFields({ hasAddress, countedFrom, countries, delivery }: Props) {
  const { chosen, errorOf, fields, isUnserved, offered } = delivery;
  return (
    <>
      {hasAddress && <AddressFields countries={countries} delivery={delivery} />}
      {isUnserved && (
        <Notice kind="warning" title="We do not ship to this country yet" live>
          Please choose another country, or{" "}
          <a href="/contact" className="link">
            write to us
          </a>
          .
        </Notice>
      )}
      {offered.length > 0 && (
        <RadioGroup
          // A new set of methods resets the choice.
          key={offered.map(({ id }) => id).join()}
          legend="Shipping"
          name="optionId"
          defaultValue={chosen?.id ?? ""}
          error={errorOf(fields.optionId)}
          options={offered.map((option) => ({
            value: option.id,
            label: (
              <span className="figures">
                <UnbrokenDays text={methodMessage(option)} />
              </span>
            ),
            hint: option.onlyCity && `Within ${option.onlyCity}`,
          }))}
        />
      )}
      {countedFrom && offered.length > 0 && (
        <p className="-mt-4 text-sm text-ink-soft">{countedFrom}</p>
      )}
      {delivery.duties && <p className="-mt-4 text-sm text-ink-quiet">{delivery.duties}</p>}
    </>
  );
}

type SummaryProps = {
  credit: MoneyAmount | null;
  lines: readonly PaymentLine[];
  total: MoneyAmount;
  delivery: DeliveryForm;
  children?: ReactNode;
};

export function PaymentSummary({ credit, lines, total, delivery, children }: SummaryProps) {
  const nothing = money(0, total.currency);
  const before = (rest: MoneyAmount) => addMoney([rest, credit ?? nothing]);
  const { chosen } = delivery;
  const rows = chosen
    ? listAmounts({
        totals: {
          subtotal: before(total),
          discount: nothing,
          promotion: nothing,
          tax: nothing,
          shipping: chosen.price,
          total: before(delivery.total),
        },
        shippingMethod: chosen.label,
        status: "pending",
        credit: credit ?? nothing,
      })
    : [{ label: "Total", amount: formatMoney(delivery.total), isSum: true }];
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={`${line.name} ${line.detail}`} className="flex gap-4 py-4 first:pt-0">
            <LineImage address={pathOf(line.imageUrl)} width="narrow" swatch={swatchImage(line)} />
            <div className="min-w-0 grow">
              <div className="flex items-baseline justify-between gap-4">
                <p className="font-medium leading-tight wrap-anywhere">{line.name}</p>
                <p className="figures shrink-0 text-sm">{formatMoney(line.total)}</p>
              </div>
              <p className="mt-1 text-sm text-ink-quiet">{line.detail}</p>
              <p className="text-sm text-ink-quiet">Quantity: {line.quantity}</p>
              {line.swatch && (
                <p className="mt-1 text-sm wrap-anywhere text-ink-quiet">{line.swatch.sentence}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <output aria-label="Total" className="block">
        <AmountRows rows={rows} className="border-t border-line pt-4" />
      </output>
      {children}
    </>
  );
}

/** Independent of the shop's host name. */
function pathOf(imageUrl: string | null): string {
  return imageUrl && URL.canParse(imageUrl) ? new URL(imageUrl).pathname : "";
}

const swatchImage = ({ swatch }: PaymentLine): SwatchImage | null =>
  swatch
    ? { name: swatch.name, colorHex: swatch.colorHex, address: pathOf(swatch.imageUrl) }
    : null;

/** Fills empty fields with the address of a cancelled or expired payment for the same country. */
function useLastAddress(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const entered = () => new FormData(form);
    const last = lastAddress();
    if (last.country === entered().get("country")) {
      for (const { name } of TEXT_FIELDS) {
        const input = form.elements.namedItem(name);
        if (!(input instanceof HTMLInputElement) || input.value !== "" || !last[name]) continue;
        input.value = last[name];
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    const remember = () => {
      const fields = [...entered()].filter(([name, value]) => name in REMEMBERED && value !== "");
      rememberAddress(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])));
    };
    form.addEventListener("change", remember);
    return () => form.removeEventListener("change", remember);
  }, [formId]);
}

function AddressFields({ countries, delivery }: Pick<Props, "countries" | "delivery">) {
  const { fields, errorOf } = delivery;
  useLastAddress(delivery.form.id);
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
      {fieldsOf(textOf(fields.country), fields).map(({ name, label, complete, optional }) => (
        <Field key={name} label={label} optional={optional} error={errorOf(fields[name])}>
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
