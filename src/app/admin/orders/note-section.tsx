import type { OrderNote } from "#features/order-page/admin-order-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderActionRefusal } from "./order-actions.ts";
import { refusalOf } from "./order-actions.ts";
import { OrderSection } from "./order-section.tsx";

type Props = { notes: readonly OrderNote[]; refusal: OrderActionRefusal | undefined };

/** What the people of the shop tell each other; the newest first. */
export function NoteSection({ notes, refusal }: Props) {
  const refused = refusalOf(refusal, "note");
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
        refusal={refused}
      >
        <Field label="Note" hint="Only people of the shop read it." error={refused?.errors.note}>
          <Textarea name="note" rows={4} defaultValue={refused?.typed.note} required />
        </Field>
      </OrderActionDisclosure>
    </OrderSection>
  );
}
