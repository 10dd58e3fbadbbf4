import { Link } from "react-router";
import type { LineNote } from "#features/product-import/file-rows.ts";
import type { ImportLine } from "#features/product-import/import-queries.server.ts";
import type { BadgeKind } from "#ui/badge.tsx";
import { Badge } from "#ui/badge.tsx";
import { FieldChanges } from "../activity/field-changes.tsx";

const looks: Record<string, { kind: BadgeKind; word: string }> = {
  new: { kind: "accent", word: "New" },
  changed: { kind: "warning", word: "Changes" },
  unchanged: { kind: "neutral", word: "Unchanged" },
  refused: { kind: "error", word: "Refused" },
};

const results: Record<string, { kind: BadgeKind; word: string }> = {
  created: { kind: "success", word: "Created" },
  changed: { kind: "success", word: "Changed" },
  refused: { kind: "error", word: "Refused" },
};

/** Products of an import, one a row: what the check found and what became of them. */
export function LineList({ rows, isOver }: { rows: readonly ImportLine[]; isOver: boolean }) {
  return (
    <ol className="divide-y divide-line border-b border-line">
      {rows.map((line) => (
        <li
          key={line.position}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 py-3.5 sm:grid-cols-[4.5rem_minmax(0,1fr)_7rem]"
        >
          <span className="figures pt-0.5 text-xs text-ink-quiet">Line {line.line}</span>
          <div className="order-last col-span-2 min-w-0 sm:order-none sm:col-span-1">
            <p className="break-words">
              {line.productId ? (
                <Link to={`/admin/products/edit/${line.productId}`} className="link font-medium">
                  {line.name}
                </Link>
              ) : (
                <span className="font-medium">{line.name || "Without a name"}</span>
              )}{" "}
              <span className="text-sm text-ink-quiet">{line.handle}</span>
            </p>
            <Notes notes={line.problems} look="text-hibiscus" />
            <FieldChanges changes={line.changes} />
            <Notes notes={line.notes} look="text-ink-soft" own={line.line} />
          </div>
          <LineBadge line={line} isOver={isOver} />
        </li>
      ))}
    </ol>
  );
}

function LineBadge({ line, isOver }: { line: ImportLine; isOver: boolean }) {
  const result = line.outcome && results[line.outcome];
  const left = isOver && line.outcome === null ? { kind: "neutral", word: "Left out" } : null;
  const { kind, word } = (result ?? left ?? looks[line.verdict]) as {
    kind: BadgeKind;
    word: string;
  };
  return (
    <p className="text-right">
      <Badge kind={kind}>{word}</Badge>
    </p>
  );
}

type NotesProps = {
  notes: readonly LineNote[];
  look: string;
  /** The product's own line, which need not be said again. */
  own?: number;
};

/** What is wrong or was guessed, each with the place in the file. */
function Notes({ notes, look, own }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={`mt-1 space-y-0.5 text-sm ${look}`}>
      {notes.map((note) => (
        <li key={`${note.line} ${note.column} ${note.words}`} className="break-words">
          {note.words}
          <Place note={note} own={own} />
        </li>
      ))}
    </ul>
  );
}

function Place({ note: { line, column }, own }: { note: LineNote; own: number | undefined }) {
  const name = column.replace(/ \((?:product|variant)\.metafields.*\)$/, "");
  const said = [line === own ? "" : `line ${line}`, name].filter(Boolean).join(", ");
  if (said === "") return null;
  return <span className="text-xs text-ink-quiet"> · {said}</span>;
}
