import { Notice } from "#ui/notice.tsx";

/** What was mended in the stored cart, in words, above the lines. */
export function CartNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Notice kind="warning" live className="mb-5">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}
