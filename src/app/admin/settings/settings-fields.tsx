import type { FieldMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Images, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { imagePath } from "#features/media/image-url.ts";
import {
  shippingEstimate,
  shippingPriceLabel,
  shippingReachLabel,
} from "#features/settings/business-facts.ts";
import { sectionFromForm } from "#features/settings/settings-form.ts";
import type {
  SectionName,
  SettingControl,
  SettingField,
  ShippingMethod,
  ShippingSettings,
} from "#features/settings/settings-sections.ts";
import { SETTINGS_SECTIONS } from "#features/settings/settings-sections.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox, Switch } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError, Textarea } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { ImagePicker } from "../media/image-picker.tsx";
import type { SettingsContent } from "./settings-actions.server.ts";
import type { SettingsEditor } from "./use-settings-form.ts";

type Metadata = FieldMetadata<unknown>;
type Lists = Readonly<Record<string, unknown>>[];
type Link = { text: string; url: string };

const fieldOf = (fields: Record<string, Metadata | undefined>, name: string): Metadata => {
  const field = fields[name];
  if (!field) throw new Error(`There is no field ${name}`);
  return field;
};
const itemsOf = (field: Metadata) =>
  (field as FieldMetadata<Lists>).getFieldList().map((item) => ({
    key: item.key,
    fields: item.getFieldset() as Record<string, Metadata | undefined>,
  }));

type SectionProps = {
  name: SectionName;
  editor: SettingsEditor;
  images: SettingsContent["images"];
};

/** The fields of one section, from its description. */
export function SectionFields({ name, editor, images }: SectionProps) {
  const { heading, fields } = SETTINGS_SECTIONS[name];
  const set = editor.fields[name].getFieldset() as Record<string, Metadata | undefined>;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {heading && <h3 className="display text-lg sm:col-span-2">{heading}</h3>}
      {Object.entries<SettingField>(fields).map(([fieldName, described]) => (
        <SettingFieldInput
          key={fieldName}
          path={`${name}.${fieldName}`}
          described={described}
          field={fieldOf(set, fieldName)}
          editor={editor}
          images={images}
        />
      ))}
    </div>
  );
}

type InputProps = Omit<SectionProps, "name"> & {
  path: string;
  described: SettingField;
  field: Metadata;
};

function SettingFieldInput({ path, described, field, editor, images }: InputProps) {
  const { control, label, optional = false, isHalf = false } = described;
  const hint = path === "seo.titlePattern" ? titleHint(described, editor) : described.hint;
  const common = { field, label, optional, hint, className: isHalf ? undefined : "sm:col-span-2" };
  switch (control.kind) {
    case "textarea":
      return (
        <FormField {...common}>
          <Textarea {...controlProps(field)} rows={3} />
        </FormField>
      );
    case "switch":
      return (
        <Switch
          key={field.key}
          className="border-y border-line py-2 sm:col-span-2"
          label={<span className="font-medium">{label}</span>}
          hint={hint}
          name={field.name}
          defaultChecked={field.initialValue === "on"}
        />
      );
    case "choices":
      return <Choices key={field.key} field={field} label={label} options={control.options} />;
    case "image":
      return <SocialImage field={field} label={label} editor={editor} images={images} />;
    case "list":
      return (
        <div className="sm:col-span-2">
          {control.isFixed ? (
            <ShippingMethods field={field} control={control} editor={editor} />
          ) : (
            <FooterLinks field={field} editor={editor} />
          )}
        </div>
      );
    default:
      return <LineField {...common} control={control} />;
  }
}

type LineProps = Omit<Parameters<typeof FormField>[0], "children"> & {
  control: Extract<SettingControl, { kind: "text" | "number" }>;
};

function LineField({ control, ...props }: LineProps) {
  if (control.kind === "number") {
    const inputMode = control.scale === 1 ? "numeric" : "decimal";
    return <FormField {...props} inputMode={inputMode} autoComplete="off" />;
  }
  const { type = "text", isRequired = false, spellCheck } = control;
  return (
    <FormField
      {...props}
      type={type}
      required={isRequired}
      autoComplete="off"
      spellCheck={spellCheck}
    />
  );
}

/** The hint of the title pattern, with an example title. */
function titleHint({ hint }: SettingField, { form }: SettingsEditor): string {
  const { general, seo } = form.value ?? {};
  const names: Record<string, unknown> = { "{page}": "Shop", "{site}": general?.siteName ?? "" };
  const example = String(seo?.titlePattern ?? "").replace(/\{\w+\}/g, (name) =>
    String(names[name] ?? name),
  );
  return `${hint}: “${example}”`;
}

type ChoicesProps = { field: Metadata; label: string; options: readonly string[] };

function Choices({ field, label, options }: ChoicesProps) {
  const chosen = [field.initialValue].flat();
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-8">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            name={field.name}
            value={option}
            defaultChecked={chosen.includes(option)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ImageProps = { field: Metadata; label: string; editor: SettingsEditor } & Pick<
  SectionProps,
  "images"
>;

/** The image of shared links; the default is the shop's social card. */
function SocialImage({ field, label, editor, images }: ImageProps) {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  const { form } = editor;
  const id = typeof field.value === "string" && field.value !== "" ? field.value : null;
  const change = (value: string) => form.update({ name: field.name, value });
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex aspect-[1200/630] w-44 items-center justify-center overflow-hidden bg-cloth">
          {id ? (
            <img
              src={imagePath(id, 480, "webp")}
              alt="Shown with shared links"
              className="size-full object-cover"
            />
          ) : (
            <span className="px-3 text-center text-xs text-ink-quiet">
              The shop's own card, drawn from its name and the home page's picture
            </span>
          )}
        </div>
        <div className="flex flex-wrap gap-x-5">
          <Button
            {...form.validate.getButtonProps()}
            type="submit"
            formAction={`${pathname}${search}&choose=image`}
            id={field.name}
            size="sm"
            variant="secondary"
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            <Images size={16} aria-hidden="true" />
            Choose from library
          </Button>
          {id && (
            <Button
              {...form.update.getButtonProps({ name: field.name, value: "" })}
              type="submit"
              size="sm"
              variant="quiet"
            >
              Use the shop's own card
            </Button>
          )}
        </div>
      </div>
      {images ? (
        <ImageRadios key={field.key} field={field} images={images} />
      ) : (
        <input key={field.key} type="hidden" {...controlProps(field)} defaultValue={id ?? ""} />
      )}
      <FieldError id={`${field.id}-error`} error={field.errors?.[0]} />
      {open && (
        <Dialog open onOpenChange={setOpen} title="Choose the social image" size="lg" fillsPhone>
          <ImagePicker
            verb="Use"
            onChoose={(image) => {
              setOpen(false);
              change(image.id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

type RadiosProps = { field: Metadata; images: NonNullable<SectionProps["images"]> };

function ImageRadios({ field, images }: RadiosProps) {
  return (
    <fieldset className="mt-4">
      <legend className="text-sm">The library's newest pictures</legend>
      <div className="mt-2 grid max-h-96 grid-cols-3 gap-3 overflow-y-auto sm:grid-cols-5">
        {images.map((image) => (
          <label key={image.id} className="block text-xs">
            <img
              src={imagePath(image.id, 160, "webp")}
              alt=""
              loading="lazy"
              className="aspect-square w-full bg-cloth object-cover"
            />
            <span className="mt-1 flex items-center gap-2">
              <input
                type="radio"
                name={field.name}
                value={image.id}
                defaultChecked={image.id === field.initialValue}
                className="choice"
              />
              <span className="min-w-0 truncate">{image.name}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function focusLater(target: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-footer="${target}"]`)?.focus(),
  );
}

/** The owner's links in the footer (specification 2, Footer). */
function FooterLinks({ field, editor: { form } }: { field: Metadata; editor: SettingsEditor }) {
  const list = field as FieldMetadata<Link[]>;
  const { name } = field;
  const links = itemsOf(field);
  const add = {
    ...form.insert.getButtonProps({ name: list.name, defaultValue: { text: "", url: "" } }),
    type: "submit" as const,
    onClick: () => focusLater(`text-${links.length}`),
  };
  if (links.length === 0) {
    return (
      <EmptyState
        title="No footer links added yet"
        action={<Button {...add}>Add your first link</Button>}
      >
        The links for customer service are always in the footer.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        These appear in the footer beside the links for customer service.
      </p>
      <ol className="border-t border-line">
        {links.map(({ key, fields }, index) => (
          <li key={key} className="border-b border-line py-3">
            <LinkRow list={name} index={index} count={links.length} fields={fields} form={form} />
          </li>
        ))}
      </ol>
      <FieldError id={`${field.id}-error`} error={field.errors?.[0]} />
      <Button {...add} data-footer="add" size="sm" variant="secondary" className="mt-4">
        <Plus size={16} aria-hidden="true" />
        Add Link
      </Button>
    </>
  );
}

type RowProps = {
  list: string;
  index: number;
  count: number;
  fields: Record<string, Metadata | undefined>;
  form: SettingsEditor["form"];
};

function LinkRow({ list, index, count, fields, form }: RowProps) {
  const [text, url] = [fieldOf(fields, "text"), fieldOf(fields, "url")];
  const label = text.value ? String(text.value) : `link ${index + 1}`;
  const faint = "disabled:opacity-40 disabled:hover:text-ink";
  const move = (to: number) => form.reorder.getButtonProps({ name: list, from: index, to });
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <FormField field={text} label="Text" autoComplete="off" data-footer={`text-${index}`} />
      <FormField
        field={url}
        label="URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="/about or https://"
      />
      <div className="flex justify-end sm:mt-7">
        <IconButton
          {...move(index - 1)}
          type="submit"
          data-footer={`up-${index}`}
          label={`Move ${label} up`}
          title="Move up"
          disabled={index === 0}
          className={faint}
          onClick={() => focusLater(index === 1 ? "down-0" : `up-${index - 1}`)}
          icon={<ArrowUp size={18} aria-hidden="true" />}
        />
        <IconButton
          {...move(index + 1)}
          type="submit"
          data-footer={`down-${index}`}
          label={`Move ${label} down`}
          title="Move down"
          disabled={index === count - 1}
          className={faint}
          onClick={() => focusLater(`${index === count - 2 ? "up" : "down"}-${index + 1}`)}
          icon={<ArrowDown size={18} aria-hidden="true" />}
        />
        <IconButton
          {...form.remove.getButtonProps({ name: list, index })}
          type="submit"
          label={`Delete ${label}`}
          title="Delete"
          onClick={() => focusLater("add")}
          icon={<Trash2 size={18} aria-hidden="true" />}
        />
      </div>
    </div>
  );
}

type MethodsProps = {
  field: Metadata;
  control: Extract<SettingControl, { kind: "list" }>;
  editor: SettingsEditor;
};

/** Shipping methods and rates (decision C6), also for the Shipping page and structured data. */
function ShippingMethods({ field, control, editor }: MethodsProps) {
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

/** The method's delivery promise, or null while a number is missing. */
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
  const [id, enabled] = [fieldOf(fields, "id"), fieldOf(fields, "enabled")];
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
