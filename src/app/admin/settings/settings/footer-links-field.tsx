import type { FieldMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { FormField } from "#app/components/form/form-field.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import type { Metadata } from "./setting-line-field.tsx";
import { fieldOf, itemsOf } from "./setting-line-field.tsx";
import type { SettingsEditor } from "./use-settings-form.ts";

type Link = { text: string; url: string };

function focusLater(target: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-footer="${target}"]`)?.focus(),
  );
}

/** Edits the links of the footer (specification 2, Footer). */
export function FooterLinks({
  field,
  editor: { form },
}: {
  field: Metadata;
  editor: SettingsEditor;
}) {
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
  const text = fieldOf(fields, "text");
  const url = fieldOf(fields, "url");
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
