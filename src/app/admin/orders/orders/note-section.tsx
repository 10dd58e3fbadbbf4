import { OrderSection } from "#app/components/admin/order-section.tsx";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { OrderNote } from "#features/sales/order-page/admin-order-queries.server.ts";
import { Textarea } from "#ui/field.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";

type Props = { notes: readonly OrderNote[]; result: FormResult | undefined };

/** Lists the notes, newest first. */
export function NoteSection({ notes, result }: Props) {
  return (
    <OrderSection id="notes" title="Notes">
      {notes.length > 0 && (
        <ul className="space-y-4 text-sm">
          {notes.map(({ id, authorName, note, at }) => (
            <li key={id}>
              <p className="wrap-anywhere whitespace-pre-line">{note}</p>
              <p className="figures text-ink-quiet">
                {authorName}, <time dateTime={at.toISOString()}>{formatMoment(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      <OrderActionDisclosure
        id="note"
        title="Write a note"
        submit="Keep the note"
        intent="note"
        result={result}
      >
        {({ note }) => (
          <FormField field={note} label="Note" hint="Only people of the shop read it.">
            <Textarea {...controlProps(note)} rows={4} required />
          </FormField>
        )}
      </OrderActionDisclosure>
    </OrderSection>
  );
}
