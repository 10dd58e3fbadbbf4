import type { FieldMetadata } from "@conform-to/react";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { formatMetres } from "#core/metres.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import type { EffectList } from "#features/garments/options/choice-effect.ts";
import { BY_HAND } from "#features/garments/options/effect-key.ts";
import type { ChoiceForm } from "#features/garments/options/terms-form.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { ImageField } from "./image-field.tsx";
import type { RowProps, TermsFormMetadata } from "./option-rows.tsx";
import { nameOf, RowButtons } from "./option-rows.tsx";

type ChoiceProps = {
  form: TermsFormMetadata;
  field: FieldMetadata<ChoiceForm>;
  /** Null where no cloth is chosen. */
  cloths: readonly Cloth[] | null;
  /** Null for a cloth, which changes no line of the pattern. */
  effects: readonly EffectList[] | null;
  row: Omit<RowProps, "label">;
};

type EffectProps = { field: FieldMetadata<ChoiceForm>; effects: readonly EffectList[] };

/** What a choice changes on the pattern, in words, and what the tailor makes by hand. */
function EffectFields({ effects, field }: EffectProps) {
  const fields = field.getFieldset();
  const isHydrated = useHydrated();
  const isByHand = fields.effect.value === BY_HAND;
  return (
    <div className="grid gap-x-4 gap-y-3 sm:col-span-2 sm:grid-cols-2">
      <FormField field={fields.effect} label="On the pattern">
        <Select {...controlProps(fields.effect)}>
          <option value="">Not said yet</option>
          {effects.map((list) => (
            <optgroup key={list.title} label={list.title}>
              {list.effects.map(({ key, text }) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </FormField>
      <div hidden={isHydrated && !isByHand}>
        <FormField
          field={fields.effectNote}
          label="Made by hand"
          hint="For the tailor, such as: covered buttons"
          autoComplete="off"
        />
      </div>
    </div>
  );
}

/** What a customer may choose: its name, price, image, cloth, and what it changes on the pattern. */
export function ChoiceFields({ cloths, effects, field, form, row }: ChoiceProps) {
  const fields = field.getFieldset();
  const label = nameOf(field.value, `choice ${row.index + 1}`);
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1.4fr)_auto]">
      <legend className="sr-only">{label}</legend>
      <input type="hidden" name={fields.id.name} value={fields.id.initialValue ?? ""} />
      <FormField
        field={fields.name}
        label="Choice"
        data-option={`${field.name}-name`}
        autoComplete="off"
      />
      <FormField
        field={fields.price}
        label="Price difference"
        className="figures"
        inputMode="text"
        placeholder="0"
        autoComplete="off"
      />
      <FormField field={fields.description} label="Description" optional>
        <Textarea {...controlProps(fields.description)} rows={1} />
      </FormField>
      <div className="justify-self-end xl:mt-7">
        <RowButtons {...row} label={label} />
      </div>
      <ImageField
        field={fields.mediaId as FieldMetadata<string>}
        of={label}
        onChange={(value) => form.update({ name: fields.mediaId.name, value })}
      />
      {effects && <EffectFields effects={effects} field={field} />}
      {cloths && (
        <FormField field={fields.clothId} label="Made from" className="sm:col-span-1 xl:col-span-2">
          <Select {...controlProps(fields.clothId)}>
            <option value="">No cloth in stock</option>
            {cloths.map(({ id, name, lengthMm, isArchived }) => (
              <option key={id} value={id}>
                {name} ({isArchived ? "archived" : formatMetres(lengthMm)})
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <div className="self-center text-sm">
        <Checkbox
          key={fields.pictured.key}
          name={fields.pictured.name}
          defaultChecked={fields.pictured.initialValue === "on"}
          label="As pictured"
          error={fields.pictured.errors?.[0] ?? null}
        />
        <Checkbox
          key={fields.offered.key}
          name={fields.offered.name}
          defaultChecked={fields.offered.initialValue === "on"}
          label="Offered"
        />
      </div>
    </fieldset>
  );
}
