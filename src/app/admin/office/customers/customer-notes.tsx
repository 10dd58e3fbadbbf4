import { getFormProps, useForm } from "@conform-to/react";
import { Form, useFetcher } from "react-router";
import { controlProps, FormErrors, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { CustomerNote } from "#features/office/customers/customer-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Textarea } from "#ui/field.tsx";

type Props = {
  notes: readonly CustomerNote[];
  /** Set after a post without JavaScript. */
  actionResult: FormResult | undefined;
};

export function CustomerNotes({ notes, actionResult }: Props) {
  const fetcher = useFetcher<FormResult>();
  const [form, fields] = useForm<{ note: string }>({
    id: "customer-note",
    lastResult: fetcher.data ?? (intentOf(actionResult) === "note" ? actionResult : undefined),
  });
  return (
    <section>
      <h2 className="display text-xl">Notes</h2>
      <fetcher.Form method="post" {...getFormProps(form)} className="mt-3 max-w-140">
        <FormErrors form={form} className="mb-3" />
        <FormField
          field={fields.note}
          label="A note for the people of the shop"
          hint="The customer does not see it. Write nothing that you would not read to them."
        >
          <Textarea {...controlProps(fields.note)} rows={2} />
        </FormField>
        <Button
          type="submit"
          name="intent"
          value="note"
          size="sm"
          variant="secondary"
          busy={fetcher.state !== "idle"}
          className="mt-3"
        >
          Keep note
        </Button>
      </fetcher.Form>
      <ul className="mt-4 max-w-140 divide-y divide-line">
        {notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

function Note({ note }: { note: CustomerNote }) {
  return (
    <li className="py-3 text-sm">
      <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
      <div className="figures flex flex-wrap items-center gap-x-4 text-xs text-ink-quiet">
        <span>
          {note.authorName}, {formatMoment(note.createdAt)}
        </span>
        {note.isOwn && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="noteId" value={note.id} />
            <Button type="submit" name="intent" value="forget" size="sm" variant="quiet">
              Delete note
            </Button>
          </Form>
        )}
      </div>
    </li>
  );
}
