import { csvLine } from "#core/csv-injection.ts";
import type { FieldChange } from "#features/audit/field-change.ts";
import type { LineNote } from "./file-rows.ts";
import type { ImportLine } from "./import-queries.server.ts";

export const REPORT_HEAD = [
  "Line",
  "Handle",
  "Product",
  "Check",
  "Result",
  "Why",
  "Notes",
  "Changes",
];

const resultWords = {
  created: "created",
  changed: "changed",
  unchanged: "unchanged",
  refused: "refused",
  waiting: "not imported",
};

const noteWords = (notes: readonly LineNote[]) =>
  notes
    .map(({ line, column, words }) => `Line ${line}${column ? `, ${column}` : ""}: ${words}`)
    .join("\n");

const texts = (values: readonly { text: string }[]) => values.map(({ text }) => text).join(", ");

function changeWords(change: FieldChange): string {
  if (change.kind === "value") {
    return `${change.label}: ${change.from?.text ?? "nothing"} > ${change.to?.text ?? "nothing"}`;
  }
  const added = change.added.length > 0 ? ` added ${texts(change.added)}` : "";
  const removed = change.removed.length > 0 ? ` removed ${texts(change.removed)}` : "";
  return `${change.label}:${added}${removed}`;
}

/** A product's row of the report that can be downloaded. */
export function reportLine(line: ImportLine): string {
  const { handle, name, verdict, outcome, problems, notes, changes } = line;
  const result = resultWords[outcome ?? "waiting"];
  const told = [noteWords(problems), noteWords(notes), changes.map(changeWords).join("\n")];
  return csvLine([String(line.line), handle, name, verdict, result, ...told]);
}
