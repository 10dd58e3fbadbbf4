import { getFormProps, useForm } from "@conform-to/react";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { SavedView } from "#features/orders/order/list/order-views.server.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  view: SavedView | null;
  result: FormResult | undefined;
};

export function ViewForms({ view, result }: Props) {
  const busy = useNavigation().state === "submitting";
  const [form, { name }] = useForm<{ name: string }>({
    id: "order-view",
    lastResult: result,
    defaultValue: { name: view?.name ?? "" },
  });
  return (
    <ViewDisclosure
      title={view ? `Change the view “${view.name}”` : "Keep this view"}
      isOpen={result?.status === "error"}
    >
      <Form
        {...getFormProps(form)}
        method="post"
        className="flex flex-wrap items-end gap-4"
        noValidate
      >
        {view && <input type="hidden" name="id" value={view.id} />}
        <FormField
          field={name}
          label="Name of the view"
          className="w-full sm:w-64"
          maxLength={80}
          autoComplete="off"
        />
        <Button type="submit" name="intent" value={view ? "rename" : "keep"} busy={busy}>
          {view ? "Rename" : "Keep the view"}
        </Button>
        {view && (
          <Button type="submit" name="intent" value="delete" variant="secondary" busy={busy}>
            Delete the view
          </Button>
        )}
      </Form>
    </ViewDisclosure>
  );
}

type DisclosureProps = { title: string; isOpen: boolean; children: ReactNode };

function ViewDisclosure({ title, isOpen, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group open:w-full">
      <summary className="link inline-flex min-h-11 list-none items-center gap-1.5 text-sm">
        {title}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-2 pb-4">{children}</div>
    </details>
  );
}
