import {
  shippingEstimate,
  shippingPriceLabel,
  shippingReachLabel,
} from "#features/base/settings/business-facts.ts";
import type { SettingControl } from "#features/base/settings/setting-description.ts";
import { sectionFromForm } from "#features/base/settings/settings-form.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import type { ShippingMethod } from "#features/base/settings/shipping-section.ts";
import { Switch } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import type { LineProps, Metadata } from "./setting-line-field.tsx";
import { fieldOf, itemsOf, LineField } from "./setting-line-field.tsx";
import type { SettingsEditor } from "./use-settings-form.ts";

type MethodsProps = {
  field: Metadata;
  control: Extract<SettingControl, { kind: "list" }>;
  editor: SettingsEditor;
};

/** Edits the shipping methods, which the Shipping page and structured data show too (decision C6). */
export function ShippingMethods({ field, control, editor }: MethodsProps) {
  const { form, base } = editor;
  const entered = sectionFromForm("shipping", form.value?.shipping, base.values.shipping);
  const { methods } = entered as ShippingSettings;
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        Checkout charges these rates; the Shipping page and search engines show them.
      </p>
      <FieldError id={`${field.id}-error`} error={field.errors?.[0]} />
      <ol className="border-t border-line">
        {itemsOf(field).map(({ key, fields }, index) => {
          const method = methods[index] ?? base.values.shipping.methods[index];
          return (
            method && (
              <li key={key} className="border-b border-line py-4">
                <Method control={control} fields={fields} method={method} />
              </li>
            )
          );
        })}
      </ol>
    </>
  );
}

/** Null while a number is missing. */
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

type MethodProps = Pick<MethodsProps, "control"> & {
  fields: Record<string, Metadata | undefined>;
  method: ShippingMethod;
};

function Method({ control, fields, method }: MethodProps) {
  const id = fieldOf(fields, "id");
  const enabled = fieldOf(fields, "enabled");
  const lines = Object.entries(control.fields).filter(
    ([, { appliesTo, control }]) => control.kind !== "switch" && (!appliesTo || appliesTo(method)),
  );
  return (
    <fieldset>
      <legend className="sr-only">{method.label}</legend>
      <input type="hidden" name={id.name} value={method.id} />
      <Switch
        key={enabled.key}
        label={<span className="font-medium">{method.label || "Without a name"}</span>}
        hint={method.enabled ? promiseOf(method) : "Switched off: not offered to customers."}
        name={enabled.name}
        defaultChecked={enabled.initialValue === "on"}
      />
      <div className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        {lines.map(([name, { label, control, optional = false }]) => (
          <LineField
            key={name}
            field={fieldOf(fields, name)}
            label={label}
            optional={optional}
            control={control as LineProps["control"]}
            className={name === "label" ? "col-span-2 sm:col-span-1 xl:col-span-2" : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}
