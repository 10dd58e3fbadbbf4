import { getFormProps, useForm } from "@conform-to/react";
import { useLocation } from "react-router";
import { FormDialog, HiddenFields } from "#app/components/admin/page-dialog.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { ActionResult } from "#app/web/admin-action.ts";
import { parseFields } from "#app/web/form-fields.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import { categoryInput } from "#features/catalog/categories/category-input.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { categoryRefusal } from "./category-messages.ts";

type Props = {
  open: boolean;
  /** Null adds a category. */
  changed: AdminCategory | null;
  /** Set after a post without JavaScript. */
  posted: ActionResult | null;
  onClose: () => void;
};

/** Keeps the input until it is saved (specification 2). */
export function CategoryDialog({ open, changed, posted, onClose }: Props) {
  const { pathname, search } = useLocation();
  const { post, busy, result: latest } = useAdminAction(categoryRefusal);
  const intent = changed ? "update-category" : "create-category";
  const result = latest ?? (posted?.intent === intent ? posted : null);
  const fields = { intent, id: changed?.id, version: changed?.version };
  const [form, { name, description }] = useForm<{ name: string; description: string }>({
    id: intent,
    lastResult: result?.form,
    defaultValue: { name: changed?.name ?? "", description: changed?.description ?? "" },
    // Not on blur: a closing dialog blurs its field, and Conform would submit.
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    defaultNoValidate: false,
    onValidate: ({ formData }) => parseFields(formData, categoryInput),
    onSubmit(event, { formData }) {
      event.preventDefault();
      if (busy) return;
      const [name, description] = ["name", "description"].map((each) => `${formData.get(each)}`);
      const inMenu = formData.get("inMenu") === null ? undefined : "on";
      void post({ ...fields, name, description, inMenu }).then(({ done }) => done && onClose());
    },
  });
  return (
    <FormDialog
      open={open}
      title={changed ? "Edit Category" : "Add New Category"}
      form={form.id}
      submitLabel={changed ? "Update Category" : "Create Category"}
      busy={busy}
      onClose={onClose}
    >
      <form
        {...getFormProps(form)}
        method="post"
        action={pathname + search}
        noValidate
        className="space-y-5"
      >
        <HiddenFields fields={fields} />
        {result && result.formErrors.length > 0 && (
          <Notice kind="error" live title="Failed to save category">
            {result.formErrors.join(" ")}
          </Notice>
        )}
        <FormField
          field={name}
          label="Category Name"
          autoComplete="off"
          required
          readOnly={changed?.isSystem === true}
          hint={changed?.isSystem ? "A system category keeps its name." : undefined}
        />
        <FormField field={description} label="Description" optional>
          <Textarea {...controlProps(description)} rows={3} />
        </FormField>
        {changed?.isSystem !== true && (
          <Checkbox
            name="inMenu"
            defaultChecked={result ? result.form?.initialValue?.inMenu === "on" : changed?.inMenu}
            label="Show in the menu"
            hint={
              changed?.slug
                ? `Under Collections, after the six. Its page is /collections/${changed.slug}.`
                : "Under Collections, after the six. It has a page of its own in any case."
            }
          />
        )}
      </form>
    </FormDialog>
  );
}
