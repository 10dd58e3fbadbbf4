import type { FieldMetadata } from "@conform-to/react";
import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";
import { controlProps, FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { parseFields } from "#app/web/form-fields.ts";
import { countLabel } from "#core/format-number.ts";
import { formatMetres } from "#core/metres.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money, parseMoney } from "#core/money-amount.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import type { EffectList } from "#features/garments/options/choice-effect.ts";
import { madeToMeasurePrice } from "#features/garments/options/made-to-measure-terms.ts";
import type { TermsForm } from "#features/garments/options/terms-form.ts";
import { parseDifference, termsInput } from "#features/garments/options/terms-form.ts";
import type { TermsEditorContent } from "#features/garments/options/terms-form-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { TermsFormResult } from "./handle-terms-form.server.ts";
import { MeasurementFields } from "./measurement-fields.tsx";

import { OptionGroups } from "./option-fields.tsx";
import type { TermsFormMetadata } from "./option-rows.tsx";
import { PicturedFields } from "./pictured-fields.tsx";

type Props = {
  content: TermsEditorContent;
  cloths: readonly Cloth[];
  effects: readonly EffectList[];
  result: TermsFormResult | undefined;
};

type Values = TermsForm & { version: string };

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-6">
      <h2 className="display text-xl">{title}</h2>
      {lead && <p className="mt-1 max-w-prose text-sm text-ink-soft">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

export function TermsEditor({ cloths, content, effects, result }: Props) {
  const { product, inherited, defaultMeasurements } = content;
  const [form, fields] = useForm<Values, unknown>({
    id: "terms",
    lastResult: result?.done ? undefined : result,
    defaultValue: { ...content.form, version: String(content.version) },
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseFields(formData, termsInput),
  });
  const { state, formData } = useNavigation();
  const isSaving = state === "submitting" && formData?.has("offered") === true;
  const chosen = asList(fields.measurements.value);
  const hasOwn = product === null || fields.ownOptions.value === "on";
  const reset = () =>
    form.update({ name: fields.measurements.name, value: [...defaultMeasurements] as never });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="space-y-10">
      <input type="hidden" name="version" value={String(fields.version.initialValue ?? "0")} />
      <FormErrors form={form} title="The terms were not saved" />
      {result?.replaces !== undefined && (
        <Notice kind="warning" title="Your changes are still here">
          <a href="?" target="_blank" rel="noopener" className="link">
            See what is saved now<span className="sr-only"> (opens in a new tab)</span>
          </a>{" "}
          and compare.{" "}
          <button
            type="submit"
            name="replaces"
            value={result.replaces}
            className="link font-medium"
          >
            Save mine instead
          </button>
        </Notice>
      )}
      <Part title="Offer" lead={leadOf(content)}>
        <OfferFields fields={fields} inherited={inherited} isProduct={product !== null} />
      </Part>
      <Part
        title="Measurements"
        lead="What a customer must give before this garment can be ordered in the size Custom."
      >
        <MeasurementFields
          id={fields.measurements.id}
          name={fields.measurements.name}
          chosen={chosen}
          defaults={defaultMeasurements}
          resetKey={fields.measurements.key}
          error={fields.measurements.errors?.[0]}
          onReset={reset}
        />
      </Part>
      <Part
        title="Options"
        lead="Customers choose in this order. A price difference is added to the price; a minus makes it cheaper. An option starts with the choice as pictured. What a choice changes on the pattern is drafted from the order; customers do not read it."
      >
        {product && (
          <Checkbox
            key={fields.ownOptions.key}
            name={fields.ownOptions.name}
            defaultChecked={fields.ownOptions.initialValue === "on"}
            label="Options of its own"
            hint="Otherwise this product has the options of its garment type. To start, they are copied here."
            className="mb-3"
          />
        )}
        {product && (
          <div hidden={hasOwn}>
            <PicturedFields name={fields.pictured.name} options={content.inheritedOptions} />
          </div>
        )}
        <div hidden={!hasOwn}>
          <OptionGroups
            form={form as unknown as TermsFormMetadata}
            field={fields.groups as FieldMetadata<TermsForm["groups"]>}
            cloths={cloths}
            effects={effects}
          />
        </div>
      </Part>
      <SaveBar
        isSaving={isSaving}
        sample={<SampleTotal content={content} value={form.value as Partial<Values> | undefined} />}
      />
      <LeaveGuard
        isChanged={form.dirty && !isSaving}
        keepsChanges={({ currentLocation, nextLocation }) =>
          currentLocation.pathname === nextLocation.pathname
        }
        description="What you changed in these terms is not saved yet."
      />
    </Form>
  );
}

const asList = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((each) => typeof each === "string")
    : value
      ? [String(value)]
      : [];

function leadOf({ product }: TermsEditorContent): string {
  return product
    ? "A field that is left empty is as the garment type has it."
    : "For every product of this garment type that has the size Custom and no terms of its own.";
}

type OfferProps = {
  fields: ReturnType<typeof useForm<Values, unknown>>[1];
  inherited: TermsEditorContent["inherited"];
  isProduct: boolean;
};

function OfferFields({ fields, inherited, isProduct }: OfferProps) {
  const otherwise = (text: string) =>
    `${isProduct ? "As the garment type" : "By default"}: ${text}`;
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      <FormField field={fields.offered} label="Offered">
        <Select {...controlProps(fields.offered)}>
          <option value="">{otherwise(inherited.isOffered ? "yes" : "no")}</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      </FormField>
      <FormField
        field={fields.surcharge}
        label="Surcharge"
        optional
        hint={otherwise(formatMoney(inherited.surcharge))}
        inputMode="decimal"
        autoComplete="off"
      />
      <FormField
        field={fields.extraDays}
        label="Days of making, at most"
        optional
        hint={otherwise(countLabel(inherited.extraDays, "day"))}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormField
        field={fields.clothLength}
        label="Cloth of one garment (metres)"
        optional
        hint={otherwise(formatMetres(inherited.clothLengthMm))}
        inputMode="decimal"
        autoComplete="off"
      />
      <FormField field={fields.monogram} label="Monogram">
        <Select {...controlProps(fields.monogram)}>
          <option value="">{otherwise(inherited.hasMonogram ? "yes" : "no")}</option>
          <option value="yes">Yes, up to five letters</option>
          <option value="no">No</option>
        </Select>
      </FormField>
    </div>
  );
}

type Sample = { label: string; from: MoneyAmount; to: MoneyAmount };

/** The least and the most that a customer pays for the example with these options; null while an amount cannot be read. */
function sampleOf(content: TermsEditorContent, value: Partial<Values> | undefined): Sample | null {
  const { example, inherited, form, product } = content;
  if (!example) return null;
  const entered = value ?? form;
  const { currency } = example.price;
  const surchargeText = entered.surcharge ?? "";
  const surcharge =
    surchargeText.trim() === "" ? inherited.surcharge : parseMoney(surchargeText, currency);
  if (!surcharge) return null;
  const ends = { from: 0, to: 0 };
  for (const group of entered.groups ?? []) {
    const prices = (group?.choices ?? [])
      .filter((choice) => choice?.offered === "on")
      .map((choice) => parseDifference(choice?.price ?? ""));
    if (prices.some((price) => price === null)) return null;
    const known = prices as number[];
    if (known.length === 0) continue;
    const none = group?.required === "on" ? [] : [0];
    ends.from += Math.min(...known, ...none);
    ends.to += Math.max(...known, ...none);
  }
  const totalOf = (difference: number) =>
    madeToMeasurePrice(example.price, money(surcharge.minorUnits, currency), [
      { price: money(difference, currency) },
    ]);
  return {
    label: product ? "Price" : `Example: ${example.name}`,
    from: totalOf(ends.from),
    to: totalOf(ends.to),
  };
}

function SampleTotal({
  content,
  value,
}: {
  content: TermsEditorContent;
  value: Partial<Values> | undefined;
}) {
  const sample = sampleOf(content, value);
  if (!sample) return null;
  const from = formatMoney(sample.from);
  const to = formatMoney(sample.to);
  return (
    <output className="figures min-w-0 text-sm text-ink-soft">
      {sample.label}, made to measure:{" "}
      <span className="font-medium whitespace-nowrap text-ink">
        {from === to ? from : `${from} to ${to}`}
      </span>
    </output>
  );
}

function SaveBar({ isSaving, sample }: { isSaving: boolean; sample: ReactNode }) {
  return (
    <div
      data-bottom-bar=""
      data-save-bar=""
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-white px-4 py-3 sm:-mx-8 sm:px-8 lg:-mx-10 lg:px-10"
    >
      <Button type="submit" busy={isSaving} busyLabel="Saving...">
        Save
      </Button>
      {sample}
    </div>
  );
}
