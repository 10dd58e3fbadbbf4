import { useId } from "react";
import {
  shippingEstimate,
  shippingPriceWords,
  shippingReachWords,
} from "#features/settings/business-facts.ts";
import type { ShippingMethod } from "#features/settings/settings-schema.ts";
import { Field, FieldError } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Switch } from "#ui/switch.tsx";
import { NumberField } from "./number-field.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

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
              problem={(field) => draft.problems[`shipping.methods.${index}.${field}`]}
              onChange={(change) =>
                draft.set("shipping", {
                  methods: methods.map((held, at) =>
                    at === index ? { ...held, ...change } : held,
                  ),
                })
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
}

type MethodProps = {
  place: number;
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
  const parts = [shippingReachWords(method), shippingEstimate(method), shippingPriceWords(method)];
  return parts.filter(Boolean).join(" · ");
}

function Method({ place, method, problem, onChange }: MethodProps) {
  const named = (field: keyof ShippingMethod) => `shipping.methods.${place}.${field}`;
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
          name={named("priceMinor")}
          scale={100}
          value={method.priceMinor}
          error={problem("priceMinor")}
          onChange={(value) => onChange({ priceMinor: value ?? Number.NaN })}
        />
        <NumberField
          label="Free over ($)"
          name={named("freeOverMinor")}
          scale={100}
          optional
          value={method.freeOverMinor}
          error={problem("freeOverMinor")}
          onChange={(freeOverMinor) => onChange({ freeOverMinor })}
        />
        {method.beforeHour === null ? (
          <>
            <NumberField
              label="Least days"
              name={named("minBusinessDays")}
              value={method.minBusinessDays}
              error={problem("minBusinessDays")}
              onChange={(value) => onChange({ minBusinessDays: days(value) })}
            />
            <NumberField
              label="Most days"
              name={named("maxBusinessDays")}
              value={method.maxBusinessDays}
              error={problem("maxBusinessDays")}
              onChange={(value) => onChange({ maxBusinessDays: days(value) })}
            />
          </>
        ) : (
          <NumberField
            label="Before hour (1-23)"
            name={named("beforeHour")}
            value={method.beforeHour}
            error={problem("beforeHour")}
            onChange={(value) => onChange({ beforeHour: days(value) })}
          />
        )}
      </div>
    </fieldset>
  );
}
