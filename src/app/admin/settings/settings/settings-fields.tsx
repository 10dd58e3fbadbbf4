import { Images } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { CountryChoices } from "#app/components/address/country-choices.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { ImagePicker } from "#app/components/media/image-picker.tsx";
import { imagePath } from "#features/base/media/image-url.ts";
import type { SettingField } from "#features/base/settings/setting-description.ts";
import type { SectionName } from "#features/base/settings/settings-sections.ts";
import { SETTINGS_SECTIONS } from "#features/base/settings/settings-sections.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Switch } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError, Select, Textarea } from "#ui/field.tsx";
import { FooterLinks } from "./footer-links-field.tsx";
import type { Metadata } from "./setting-line-field.tsx";
import { fieldOf, LineField } from "./setting-line-field.tsx";
import type { SettingsContent } from "./settings-actions.server.ts";
import { ShippingMethods } from "./shipping-methods-field.tsx";
import type { SettingsEditor } from "./use-settings-form.ts";

type SectionProps = {
  name: SectionName;
  editor: SettingsEditor;
  images: SettingsContent["images"];
};

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
    case "select":
      return (
        <FormField {...common}>
          <Select {...controlProps(field)} className="max-w-60">
            {control.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </Select>
        </FormField>
      );
    case "choices":
      return <Choices key={field.key} field={field} label={label} options={control.options} />;
    case "countries":
      return (
        <CountryChoices
          key={field.key}
          name={field.name}
          label={label}
          hint={hint}
          error={field.errors?.[0]}
          chosen={[field.initialValue].flat().filter((code) => typeof code === "string")}
          className={common.className}
        />
      );
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

/** Appends an example title. */
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

/** Defaults to the shop's social card. */
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
