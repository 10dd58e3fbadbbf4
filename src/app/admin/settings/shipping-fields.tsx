import { useId, useState } from "react";
import {
  shippingEstimate,
  shippingPriceLabel,
  shippingReachLabel,
} from "#features/settings/business-facts.ts";
import type { ShippingMethod } from "#features/settings/settings-schema.ts";
import { Switch } from "#ui/checkbox.tsx";
import { Field, FieldError, Input } from "#ui/field.tsx";
import { numberText, readNumber } from "./number-text.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";

type Props = {
  label: string;
  /** Its name in the form. */
  name: string;
  value: number | null;
  /** Null where an empty field means nothing; NaN stands for what is no number. */
  onChange: (value: number | null) => void;
  /** How many of the stored units one shown unit is: 100 for dollars. */
  scale?: number;
  /** Whether the field may stay empty. */
  optional?: boolean;
  error?: string | undefined;
  /** What was typed where that is more than the value. */
  typed?: string | undefined;
};

/** A number as it is typed, kept as text until it is one. */
function NumberField(props: Props) {
  const { label, name, value, onChange, scale = 1, optional = false, error, typed } = props;
  const [text, setText] = useState(typed ?? numberText(value, scale));
  return (
    <Field label={label} optional={optional} error={error}>
      <Input
        name={name}
        value={text}
        inputMode={scale === 1 ? "numeric" : "decimal"}
        autoComplete="off"
        className="figures"
        onChange={(event) => {
          setText(event.target.value);
          onChange(readNumber(event.target.value, { scale, optional }));
        }}
      />
    </Field>
  );
}

/** The shipping methods and rates (decision C6): checkout, the Shipping page and structured data all read them here. */
export function ShippingFields({ draft }: { draft: SettingsDraft }) {
  const { methods } = draft.values.shipping;
  const errorId = useId();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        Checkout charges these rates, and the Shipping page and search engines tell of them.
      </p>
      <FieldError id={errorId} error={draft.problems["shipping.methods"]} />
      <ol className="border-t border-line">
        {methods.map((method, index) => (
          <li key={method.id} className="border-b border-line py-4">
            <Method
              place={index}
              method={method}
              typed={draft.typed}
              problem={(field) => draft.problems[`shipping.methods.${index}.${field}`]}
              onChange={(change) =>
                draft.set("shipping", {
                  ...draft.values.shipping,
                  methods: methods.map((held, at) =>
                    at === index ? { ...held, ...change } : held,
                  ),
                })
              }
            />
          </li>
        ))}
      </ol>
      <div className="max-w-prose pt-6">
        <Switch
          label={<span className="font-medium">Taxes worked out by Stripe</span>}
          hint="On the payment page, by the customer's address. Switch Stripe Tax on in the Stripe dashboard first and enter where you are registered: without that, no payment page opens."
          name="shipping.automaticTax"
          checked={draft.values.shipping.automaticTax}
          onChange={(event) =>
            draft.set("shipping", {
              ...draft.values.shipping,
              automaticTax: event.target.checked,
            })
          }
        />
      </div>
    </>
  );
}

type MethodProps = {
  place: number;
  typed: SettingsDraft["typed"];
  method: ShippingMethod;
  problem: (field: keyof ShippingMethod) => string | undefined;
  onChange: (change: Partial<ShippingMethod>) => void;
};

/** What the shop will say of the method, or null while a number is missing. */
function promiseOf(method: ShippingMethod): string | null {
  const { priceMinor, freeOverMinor, minBusinessDays, maxBusinessDays, beforeHour } = method;
  const numbers = [
    priceMinor,
    freeOverMinor ?? 0,
    minBusinessDays,
    maxBusinessDays,
    beforeHour ?? 1,
  ];
  if (!numbers.every(Number.isInteger)) return null;
  const parts = [shippingReachLabel(method), shippingEstimate(method), shippingPriceLabel(method)];
  return parts.filter(Boolean).join(" · ");
}

function Method({ place, typed, method, problem, onChange }: MethodProps) {
  const named = (field: keyof ShippingMethod) => `shipping.methods.${place}.${field}`;
  const bind = (field: keyof ShippingMethod) => ({
    name: named(field),
    typed: typed[named(field)],
    error: problem(field),
  });
  const days = (value: number | null) => value ?? Number.NaN;
  return (
    <fieldset>
      <legend className="sr-only">{method.label}</legend>
      <Switch
        label={<span className="font-medium">{method.label || "Without a name"}</span>}
        hint={method.enabled ? promiseOf(method) : "Switched off: nobody is offered it."}
        name={named("enabled")}
        checked={method.enabled}
        onChange={(event) => onChange({ enabled: event.target.checked })}
      />
      <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        <Field
          label="Name"
          error={problem("label")}
          className="col-span-2 sm:col-span-1 xl:col-span-2"
        >
          <Input
            name={named("label")}
            value={method.label}
            autoComplete="off"
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        <NumberField
          label="Rate ($)"
          {...bind("priceMinor")}
          scale={100}
          value={method.priceMinor}
          onChange={(value) => onChange({ priceMinor: value ?? Number.NaN })}
        />
        <NumberField
          label="Free over ($)"
          {...bind("freeOverMinor")}
          scale={100}
          optional
          value={method.freeOverMinor}
          onChange={(freeOverMinor) => onChange({ freeOverMinor })}
        />
        {method.beforeHour === null ? (
          <>
            <NumberField
              label="Least days"
              {...bind("minBusinessDays")}
              value={method.minBusinessDays}
              onChange={(value) => onChange({ minBusinessDays: days(value) })}
            />
            <NumberField
              label="Most days"
              {...bind("maxBusinessDays")}
              value={method.maxBusinessDays}
              onChange={(value) => onChange({ maxBusinessDays: days(value) })}
            />
          </>
        ) : (
          <NumberField
            label="Before hour (1-23)"
            {...bind("beforeHour")}
            value={method.beforeHour}
            onChange={(value) => onChange({ beforeHour: days(value) })}
          />
        )}
      </div>
    </fieldset>
  );
}
