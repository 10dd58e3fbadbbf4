import type { FormEvent } from "react";
import { useId, useRef, useState } from "react";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { CategoryInput } from "#features/catalog/admin/category-input.ts";
import { categoryInput } from "#features/catalog/admin/category-input.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { categoryRefusal, DUPLICATE_CATEGORY_NAME } from "./category-messages.ts";

type Props = {
  open: boolean;
  /** The category to change; null for a new one. */
  changed: AdminCategory | null;
  busy: boolean;
  onClose: () => void;
  /** Answers with the refusal's code, or null when it is done. */
  onSave: (category: CategoryInput) => Promise<string | null>;
};

/** Add New Category and Edit Category (specification 2); what was typed stays until it is saved. */
export function CategoryDialog({ open, changed, busy, onClose, onSave }: Props) {
  const form = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissible={false}
      size="sm"
      title={changed ? "Edit Category" : "Add New Category"}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {changed ? "Update Category" : "Create Category"}
          </Button>
        </>
      }
    >
      <CategoryForm id={form} changed={changed} busy={busy} onSave={onSave} onSaved={onClose} />
    </Dialog>
  );
}

type FormProps = Pick<Props, "changed" | "busy" | "onSave"> & { id: string; onSaved: () => void };

type Problems = { name?: string | undefined; description?: string | undefined; form?: string };

function problemsOf(typed: unknown): Problems {
  const { error } = categoryInput.safeParse(typed);
  const of = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  return { name: of("name"), description: of("description") };
}

function CategoryForm({ id, changed, busy, onSave, onSaved }: FormProps) {
  const [typed, setTyped] = useState({
    name: changed?.name ?? "",
    description: changed?.description ?? "",
  });
  const [problems, setProblems] = useState<Problems>({});
  const name = useRef<HTMLInputElement>(null);
  const say = (field: keyof CategoryInput, text: string) => {
    setTyped((held) => ({ ...held, [field]: text }));
    setProblems((held) => ({ ...held, [field]: undefined }));
  };
  const check = (field: keyof CategoryInput) =>
    setProblems((held) => ({ ...held, [field]: problemsOf(typed)[field] }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const { data } = categoryInput.safeParse(typed);
    if (!data) {
      setProblems(problemsOf(typed));
      name.current?.form?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      name.current?.focus();
      return;
    }
    const refusal = await onSave(data);
    if (refusal === null) onSaved();
    else if (refusal === "name_taken") setProblems({ name: DUPLICATE_CATEGORY_NAME });
    else setProblems({ form: categoryRefusal(refusal) });
  }

  return (
    <form id={id} onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      {problems.form && (
        <Notice kind="error" live title="Failed to save category">
          {problems.form}
        </Notice>
      )}
      <Field
        label="Category Name"
        error={problems.name}
        hint={changed?.isSystem ? "A system category keeps its name." : undefined}
      >
        <Input
          ref={name}
          name="name"
          autoComplete="off"
          required
          readOnly={changed?.isSystem === true}
          value={typed.name}
          onChange={(event) => say("name", event.target.value)}
          onBlur={() => check("name")}
        />
      </Field>
      <Field label="Description" optional error={problems.description}>
        <Textarea
          name="description"
          rows={3}
          value={typed.description}
          onChange={(event) => say("description", event.target.value)}
          onBlur={() => check("description")}
        />
      </Field>
    </form>
  );
}
