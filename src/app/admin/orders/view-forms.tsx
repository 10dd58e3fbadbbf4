import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { SavedView } from "#features/orders/list/order-view-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

/** Why a view was not kept or renamed, and the name as it was typed. */
export type ViewRefusal = { intent: string; message: string; name: string };

type Props = {
  /** The kept view that the list shows now, if it is one. */
  view: SavedView | null;
  refusal: ViewRefusal | undefined;
};

/** Under the list's filters: keeps them under a name; renames or forgets the kept view that is shown. */
export function ViewForms({ view, refusal }: Props) {
  const busy = useNavigation().state === "submitting";
  if (!view) {
    return (
      <ViewFold title="Keep this view" isOpen={refusal?.intent === "keep"}>
        <Form method="post" className="flex flex-wrap items-end gap-4" noValidate>
          <input type="hidden" name="intent" value="keep" />
          <NameField refusal={refusal?.intent === "keep" ? refusal : null} name="" />
          <Button type="submit" busy={busy}>
            Keep the view
          </Button>
        </Form>
      </ViewFold>
    );
  }
  return (
    <ViewFold title={`Change the view “${view.name}”`} isOpen={refusal?.intent === "rename"}>
      <Form method="post" className="flex flex-wrap items-end gap-4" noValidate>
        <input type="hidden" name="id" value={view.id} />
        <NameField refusal={refusal?.intent === "rename" ? refusal : null} name={view.name} />
        <Button type="submit" name="intent" value="rename" busy={busy}>
          Rename
        </Button>
        <Button type="submit" name="intent" value="delete" variant="secondary" busy={busy}>
          Delete the view
        </Button>
      </Form>
    </ViewFold>
  );
}

function NameField({ refusal, name }: { refusal: ViewRefusal | null; name: string }) {
  return (
    <Field label="Name of the view" error={refusal?.message} className="w-full sm:w-64">
      <Input name="name" defaultValue={refusal?.name ?? name} maxLength={80} autoComplete="off" />
    </Field>
  );
}

type FoldProps = { title: string; isOpen: boolean; children: ReactNode };

function ViewFold({ title, isOpen, children }: FoldProps) {
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
