import { formatMoment } from "#features/orders/georgetown-time.ts";
import type { OrderNote } from "#features/orders/order-desk-queries.server.ts";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import type { DeskRefusal } from "./desk-answer.ts";
import { refusalOf } from "./desk-answer.ts";
import { DeskFold } from "./desk-fold.tsx";
import { DeskSection } from "./desk-section.tsx";

type Props = { notes: readonly OrderNote[]; refusal: DeskRefusal | undefined };

/** What the people of the shop tell each other; the newest first. */
export function NoteSection({ notes, refusal }: Props) {
  const refused = refusalOf(refusal, "note");
  return (
    <DeskSection id="notes" title="Notes">
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
      <DeskFold
        id="note"
        title="Write a note"
        submit="Keep the note"
        intent="note"
        refusal={refused}
      >
        <Field label="Note" hint="Only people of the shop read it." error={refused?.errors.note}>
          <Textarea name="note" rows={4} defaultValue={refused?.typed.note} required />
        </Field>
      </DeskFold>
    </DeskSection>
  );
}
