import type { FieldMetadata } from "@conform-to/react";
import { ChevronDown, Plus } from "lucide-react";
import { useState } from "react";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import type { EffectList } from "#features/garments/options/choice-effect.ts";
import {
  isFromStock,
  OPTION_KIND_NAMES,
  OPTION_KINDS,
} from "#features/garments/options/option-kind.ts";
import type { ChoiceForm, GroupForm } from "#features/garments/options/terms-form.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError, Select } from "#ui/field.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import type { Removed, RowProps, TermsFormMetadata } from "./option-rows.tsx";
import { focusLater, nameOf, RowButtons, UndoRemoval } from "./option-rows.tsx";

const NEW_CHOICE: ChoiceForm = {
  id: "",
  name: "",
  description: "",
  price: "",
  mediaId: "",
  clothId: "",
  effect: "",
  effectNote: "",
  pictured: "",
  offered: "on",
};
const NEW_GROUP: GroupForm = {
  id: "",
  name: "",
  kind: "choice",
  required: "on",
  choices: [NEW_CHOICE],
};

type GroupsProps = {
  form: TermsFormMetadata;
  field: FieldMetadata<GroupForm[]>;
  cloths: readonly Cloth[];
  effects: readonly EffectList[];
};

/** The options of a garment in the order in which customers are asked. */
export function OptionGroups({ cloths, effects, field, form }: GroupsProps) {
  const [removed, setRemoved] = useState<Removed<GroupForm> | null>(null);
  const groups = field.getFieldList();
  return (
    <div>
      {groups.length === 0 && (
        <p className="mb-3 text-sm text-ink-soft">
          No options yet: customers give their measurements only.
        </p>
      )}
      <ol className="space-y-6">
        {groups.map((group, index) => (
          <li key={group.key} className="border border-line p-4 sm:p-5">
            <Group
              form={form}
              field={group}
              cloths={cloths}
              effects={effects}
              row={{
                form,
                list: field.name,
                index,
                count: groups.length,
                onRemove: () =>
                  setRemoved({
                    index,
                    value: group.value as GroupForm,
                    label: nameOf(group.value, "The option"),
                  }),
              }}
            />
          </li>
        ))}
      </ol>
      <FieldError id={`${field.id}-error`} error={field.errors?.[0]} />
      <UndoRemoval
        form={form}
        list={field.name}
        removed={removed}
        onUndone={() => setRemoved(null)}
      />
      <Button
        {...form.insert.getButtonProps({ name: field.name, defaultValue: NEW_GROUP })}
        type="submit"
        variant="secondary"
        size="sm"
        className="mt-4"
        onClick={() => focusLater(`${field.name}[${groups.length}]-name`)}
      >
        <Plus size={16} aria-hidden="true" />
        Add an option
      </Button>
    </div>
  );
}

type GroupProps = {
  form: TermsFormMetadata;
  field: FieldMetadata<GroupForm>;
  cloths: readonly Cloth[];
  effects: readonly EffectList[];
  row: Omit<RowProps, "label">;
};

function Group({ cloths, effects, field, form, row }: GroupProps) {
  const [removed, setRemoved] = useState<Removed<ChoiceForm> | null>(null);
  const fields = field.getFieldset();
  const choices = fields.choices.getFieldList();
  const label = nameOf(field.value, `option ${row.index + 1}`);
  const hasCloths = OPTION_KIND_NAMES.some(
    (kind) => kind === fields.kind.value && isFromStock(kind),
  );
  const hasErrors = Object.keys(field.allErrors ?? {}).length > 0;
  const [isOpen, setOpen] = useState(() => nameOf(field.value, "") === "");
  const names = choices.map(({ value }, index) => nameOf(value, `choice ${index + 1}`));
  const pictured = names.find((_, index) => choices[index]?.getFieldset().pictured.value === "on");
  return (
    <fieldset className="relative">
      <legend className="sr-only">{label}</legend>
      <input type="hidden" name={fields.id.name} value={fields.id.initialValue ?? ""} />
      <details
        open={isOpen || hasErrors}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        className="group"
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-start gap-2 pr-34 [&::-webkit-details-marker]:hidden">
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="mt-0.5 shrink-0 transition-transform group-open:rotate-180"
          />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{label}</span>
            <span className="block text-sm wrap-anywhere text-ink-soft group-open:hidden">
              {names.join(", ")}
              {pictured && `. As pictured: ${pictured}`}
            </span>
          </span>
        </summary>
        <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
          <FormField
            field={fields.name}
            label="Option"
            className="min-w-0 grow basis-52 sm:max-w-80"
            data-option={`${field.name}-name`}
            autoComplete="off"
          />
          <FormField field={fields.kind} label="Kind" className="basis-52">
            <Select {...controlProps(fields.kind)}>
              {OPTION_KIND_NAMES.map((kind) => (
                <option key={kind} value={kind}>
                  {OPTION_KINDS[kind].label}
                </option>
              ))}
            </Select>
          </FormField>
        </div>
        <Checkbox
          key={fields.required.key}
          name={fields.required.name}
          defaultChecked={fields.required.initialValue === "on"}
          label="Customers must choose"
          className="mt-1 text-sm"
        />
        <ol className="mt-2 divide-y divide-line border-t border-line">
          {choices.map((choice, index) => (
            <li key={choice.key} className="py-4">
              <ChoiceFields
                form={form}
                field={choice}
                cloths={hasCloths ? cloths : null}
                effects={hasCloths ? null : effects}
                row={{
                  form,
                  list: fields.choices.name,
                  index,
                  count: choices.length,
                  onRemove: () =>
                    setRemoved({
                      index,
                      value: choice.value as ChoiceForm,
                      label: nameOf(choice.value, "The choice"),
                    }),
                }}
              />
            </li>
          ))}
        </ol>
        <FieldError id={`${fields.choices.id}-error`} error={fields.choices.errors?.[0]} />
        <UndoRemoval
          form={form}
          list={fields.choices.name}
          removed={removed}
          onUndone={() => setRemoved(null)}
        />
        <Button
          {...form.insert.getButtonProps({ name: fields.choices.name, defaultValue: NEW_CHOICE })}
          type="submit"
          variant="quiet"
          size="sm"
          onClick={() => focusLater(`${fields.choices.name}[${choices.length}]-name`)}
        >
          <Plus size={16} aria-hidden="true" />
          Add a choice<span className="sr-only"> to {label}</span>
        </Button>
      </details>
      <div className="absolute -top-2 -right-2">
        <RowButtons {...row} label={label} />
      </div>
    </fieldset>
  );
}
