import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import type { CustomerNote } from "#features/customers/customer-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { CustomerFormResult } from "./customer-form-result.ts";

type Props = {
  notes: readonly CustomerNote[];
  /** The answer the page was rendered with, when the form was sent without script. */
  given: CustomerFormResult | undefined;
};

/** What the people of the shop know of a customer. */
export function CustomerNotes({ notes, given }: Props) {
  const fetcher = useFetcher<CustomerFormResult>();
  const form = useRef<HTMLFormElement>(null);
  const answer = fetcher.data ?? given;
  const refused = answer?.about === "note" && answer.status === "failed" ? answer : null;
  useEffect(() => {
    if (fetcher.data?.status === "kept") form.current?.reset();
  }, [fetcher.data]);
  return (
    <section>
      <h2 className="display text-xl">Notes</h2>
      <fetcher.Form method="post" ref={form} className="mt-3 max-w-140">
        <Field
          label="A note for the people of the shop"
          hint="The customer does not see it. Write nothing that you would not read to them."
          error={refused?.words}
        >
          <Textarea name="note" rows={2} defaultValue={refused?.typed ?? ""} />
        </Field>
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
