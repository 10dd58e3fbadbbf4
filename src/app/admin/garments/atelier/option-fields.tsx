import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { formatMetres } from "#core/metres.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import type { EffectList } from "#features/garments/options/choice-effect.ts";
import { BY_HAND } from "#features/garments/options/effect-key.ts";
import type { ChoiceForm, GroupForm, TermsForm } from "#features/garments/options/terms-form.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError, Select, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { ImageField } from "./image-field.tsx";

export type TermsFormMetadata = FormMetadata<TermsForm & { version: string }>;

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

const faint = "disabled:opacity-40 disabled:hover:text-ink";

/** Moves the focus once the list has changed. */
function focusLater(target: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-option="${target}"]`)?.focus(),
  );
}

type Removed<Value> = { index: number; value: Value; label: string };

type RowProps = {
  form: TermsFormMetadata;
  list: string;
  index: number;
  count: number;
  label: string;
  onRemove: () => void;
};

/** The buttons move or remove an entry, with and without JavaScript. */
function RowButtons({ form, list, index, count, label, onRemove }: RowProps) {
  const move = (to: number) => form.reorder.getButtonProps({ name: list, from: index, to });
  const key = (at: number, way: string) => `${list}-${at}-${way}`;
  return (
    <div className="flex shrink-0 text-ink-soft">
      <IconButton
        {...move(index - 1)}
        type="submit"
        data-option={key(index, "up")}
        label={`Move ${label} up`}
        disabled={index === 0}
        className={faint}
        onClick={() => focusLater(index === 1 ? key(0, "down") : key(index - 1, "up"))}
        icon={<ArrowUp size={18} aria-hidden="true" />}
      />
      <IconButton
        {...move(index + 1)}
        type="submit"
        data-option={key(index, "down")}
        label={`Move ${label} down`}
        disabled={index === count - 1}
        className={faint}
        onClick={() =>
          focusLater(index === count - 2 ? key(index + 1, "up") : key(index + 1, "down"))
        }
        icon={<ArrowDown size={18} aria-hidden="true" />}
      />
      <IconButton
        {...form.remove.getButtonProps({ name: list, index })}
        type="submit"
        label={`Remove ${label}`}
        className="hover:text-hibiscus"
        onClick={() => {
          onRemove();
          focusLater(`${list}-undo`);
        }}
        icon={<Trash2 size={18} aria-hidden="true" />}
      />
    </div>
  );
}

type UndoProps<Value> = {
  form: TermsFormMetadata;
  list: string;
  removed: Removed<Value> | null;
  onUndone: () => void;
};

function UndoRemoval<Value>({ form, list, removed, onUndone }: UndoProps<Value>) {
  return (
    <div role="status" className="empty:hidden">
      {removed && (
        <Notice kind="info" className="my-3">
          {removed.label} is removed with the next save.{" "}
          <button
            type="button"
            data-option={`${list}-undo`}
            className="link min-h-6 font-medium"
            onClick={() => {
              const { index, value } = removed;
              form.insert({ name: list, index, defaultValue: value as never });
              onUndone();
            }}
          >
            Undo
          </button>
        </Notice>
      )}
    </div>
  );
}

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

const nameOf = (value: unknown, otherwise: string): string => {
  const name = (value as { name?: unknown } | undefined)?.name;
  return typeof name === "string" && name.trim() !== "" ? name : otherwise;
};

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
  const isCloth = fields.kind.value === "cloth";
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
              <option value="choice">Cut or detail</option>
              <option value="cloth">Cloth</option>
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
              <Choice
                form={form}
                field={choice}
                cloths={isCloth ? cloths : null}
                effects={isCloth ? null : effects}
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

function Choice({ cloths, effects, field, form, row }: ChoiceProps) {
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
